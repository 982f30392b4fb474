import { BellRing, Undo2 } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import { decideAct } from '#domain/study/study-acts.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { useOnceKeys } from '../../../booking-parts/once-keys.ts'
import { Button } from '../../../widgets/button.tsx'
import { Fact, FactList } from '../../../widgets/fact-list.tsx'
import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'
import { flagWords } from './sale-words.ts'
import './sale.css'

/** Whether the member was reminded of the appointment, by whom and by which messages (study spec §2 Reminder). */
export function ReminderPanel({ page }: StudyPartProps) {
  const { bridge, notices, view, who } = page
  const { study, location } = view
  const once = useOnceKeys()
  const reminded = readFlag(study.status, 'reminded')
  const decision = decideAct(study, 'reminded', !reminded.isSet)
  const mark = async (value: boolean): Promise<void> => {
    const done = await page.perform('reminded', studyMessages.savingFailed, () =>
      once(`reminded-${value}`, (idempotencyKey) =>
        bridge.study.mark({ studyID: study.studyID, act: 'reminded', value, idempotencyKey }),
      ),
    )
    if (done === null) return
    page.keep(done.study)
    if (value)
      notices.success({ title: 'Marked as reminded', action: { label: 'Undo', onPress: () => void mark(false) } })
    else notices.success('Not marked as reminded any more')
  }
  return (
    <Panel title="Reminder">
      <div className="sale">
        <FactList>
          <Fact label="Marked as reminded" missing="Not reminded">
            {flagWords(reminded, location.timezone)}
          </Fact>
          <Fact label="Marked by" missing={reminded.isSet ? 'Not recorded' : 'Nobody yet'}>
            {reminded.by}
          </Fact>
          <Fact label="Reminder email sent" missing="Not sent">
            {flagWords(readFlag(study.status, 'reminderEmailSent'), location.timezone)}
          </Fact>
          <Fact label="Reminder SMS sent" missing="Not sent">
            {flagWords(readFlag(study.status, 'reminderSMSSent'), location.timezone)}
          </Fact>
        </FactList>
        <div className="sale__actions">
          <Button
            size="small"
            icon={reminded.isSet ? <Undo2 aria-hidden="true" /> : <BellRing aria-hidden="true" />}
            isPending={page.isBusy('reminded')}
            disabledReason={page.reason('reminded') ?? (decision.kind === 'refused' ? decision.reason : null)}
            aria-label={`${reminded.isSet ? 'Undo reminder' : 'Mark as reminded'}: ${who}`}
            onPress={() => void mark(!reminded.isSet)}
          >
            {reminded.isSet ? 'Undo reminder' : 'Mark as reminded'}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
