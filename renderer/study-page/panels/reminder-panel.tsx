import { BellRing } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { visitPanelWords } from './visit-panel-words.ts'
import '../../crm/sale.css'

const words = visitPanelWords.reminder

/** Shows whether the member was reminded of the appointment, by whom and by which messages (study spec §2 Reminder). */
export function ReminderPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const reminded = readFlag(study.status, 'reminded')
  return (
    <Panel title={words.title}>
      <div className="sale">
        <FactList>
          <Fact label={words.marked} missing={words.notReminded}>
            {flagWords(reminded, location.timezone)}
          </Fact>
          <Fact label={words.markedBy} missing={reminded.isSet ? panelWords.notRecorded : panelWords.noName}>
            {reminded.by}
          </Fact>
          <Fact label={words.emailSent} missing={panelWords.notSent}>
            {flagWords(readFlag(study.status, 'reminderEmailSent'), location.timezone)}
          </Fact>
          <Fact label={words.smsSent} missing={panelWords.notSent}>
            {flagWords(readFlag(study.status, 'reminderSMSSent'), location.timezone)}
          </Fact>
        </FactList>
        <div className="sale__actions">
          <ActButton page={page} act="reminded" {...words.act} icon={<BellRing aria-hidden="true" />} />
        </div>
      </div>
    </Panel>
  )
}
