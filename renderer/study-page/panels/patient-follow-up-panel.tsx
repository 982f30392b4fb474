import { MailCheck } from 'lucide-react'
import { describeDays, releaseDelay } from '#domain/study/delays.ts'
import { readFirstFlag, readFlag } from '#domain/study/status-flags.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import '../../study/panels.css'

/** Shows the report's release to the member (study spec §2 Patient follow-up). */
export function PatientFollowUpPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const released = readFirstFlag(study.status, ['releasedToPatient', 'traditionalReleasedToPatient'])
  const notified = readFlag(study.status, 'patientReportNotification')
  return (
    <Panel title="Patient follow-up">
      <div className="stp">
        <FactList>
          <Fact label="Release delay (days)" missing={released.isSet ? 'Not recorded' : 'Not released'}>
            {describeDays(releaseDelay(study, zone))}
          </Fact>
          <Fact label="Release time" missing="Not released">
            {flagWords(released, zone)}
          </Fact>
          <Fact label="Released by" missing={released.isSet ? 'Not recorded' : 'Nobody yet'}>
            {released.by}
          </Fact>
          <Fact label="Patient notified">{notified.isSet ? 'Yes' : 'No'}</Fact>
          <Fact label="Notified time" missing={notified.isSet ? 'Not recorded' : 'Not notified'}>
            {notified.time === null ? null : flagWords(notified, zone)}
          </Fact>
          <Fact label="Notified by" missing={notified.isSet ? 'Not recorded' : 'Nobody yet'}>
            {notified.by}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <ActButton
            page={page}
            act="patientReportNotification"
            label="Mark patient notified"
            undoLabel="Undo patient notified"
            done="Marked as notified"
            undone="Not marked as notified any more"
            icon={<MailCheck aria-hidden="true" />}
          />
        </div>
      </div>
    </Panel>
  )
}
