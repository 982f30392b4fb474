import { BellRing } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import '../../crm/sale.css'

/** Shows whether the member was reminded of the appointment, by whom and by which messages (study spec §2 Reminder). */
export function ReminderPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const reminded = readFlag(study.status, 'reminded')
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
          <ActButton
            page={page}
            act="reminded"
            label="Mark as reminded"
            undoLabel="Undo reminder"
            done="Marked as reminded"
            undone="Not marked as reminded any more"
            icon={<BellRing aria-hidden="true" />}
          />
        </div>
      </div>
    </Panel>
  )
}
