import { MailCheck } from 'lucide-react'
import { releaseDelay } from '#domain/study/delays.ts'
import { readFirstFlag, readFlag } from '#domain/study/status-flags.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { ReleaseToMember } from './release-to-member.tsx'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.patient

/**
 * Shows the report's release to the member, and releases the report that the study's state selects: structured or
 * traditional (study spec §2 Patient follow-up, §4 Report choice).
 */
export function PatientFollowUpPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const delay = releaseDelay(study, zone)
  const released = readFirstFlag(study.status, ['releasedToPatient', 'traditionalReleasedToPatient'])
  const notified = readFlag(study.status, 'patientReportNotification')
  return (
    <Panel title={words.title}>
      <div className="stp">
        <FactList>
          <Fact label={words.delay} missing={released.isSet ? panelWords.notRecorded : words.notReleased}>
            {delay === null ? null : panelWords.days(delay)}
          </Fact>
          <Fact label={words.time} missing={words.notReleased}>
            {flagWords(released, zone)}
          </Fact>
          <Fact label={words.releasedBy} missing={released.isSet ? panelWords.notRecorded : panelWords.noName}>
            {released.by}
          </Fact>
          <Fact label={words.notified}>{notified.isSet ? panelWords.yes : panelWords.no}</Fact>
          <Fact label={words.notifiedTime} missing={notified.isSet ? panelWords.notRecorded : words.notNotified}>
            {notified.time === null ? null : flagWords(notified, zone)}
          </Fact>
          <Fact label={words.notifiedBy} missing={notified.isSet ? panelWords.notRecorded : panelWords.noName}>
            {notified.by}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <ReleaseToMember page={page} />
          <ActButton
            page={page}
            act="patientReportNotification"
            {...words.act}
            icon={<MailCheck aria-hidden="true" />}
          />
        </div>
      </div>
    </Panel>
  )
}
