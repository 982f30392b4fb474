import { CheckCheck } from 'lucide-react'
import { readFirstFlag, readFlag } from '#domain/study/status-flags.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { ReleaseStores } from '../../release/release-factories.ts'
import { SendToPractitioners } from '../../release/send-to-practitioners.tsx'
import { usePractitionersReached } from '../../release/use-practitioners-reached.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.provider

/**
 * Shows the practitioners and what was sent to them, and the report's release to them: released and notified (study
 * spec §2 Provider follow-up).
 */
export function ProviderFollowUpPanel({ page }: StudyPartProps<ReleaseStores & WithDrafts>) {
  const { study, location } = page.view
  const zone = location.timezone
  const released = readFirstFlag(study.status, ['releasedToDoctor', 'traditionalReleasedToDoctor'])
  const reached = usePractitionersReached(page)
  const notified = readFlag(study.status, 'providerReportNotification')
  return (
    <Panel title={words.title}>
      <div className="stp">
        <SendToPractitioners page={page} />
        <FactList>
          <Fact label={words.released} missing={words.notReleased}>
            {released.isSet && reached !== null
              ? words.releasedTo(flagWords(released, zone), reached.words)
              : flagWords(released, zone)}
          </Fact>
          <Fact label={words.releasedBy} missing={released.isSet ? panelWords.notRecorded : panelWords.noName}>
            {released.by}
          </Fact>
          <Fact label={words.complete}>{notified.isSet ? panelWords.yes : panelWords.no}</Fact>
          <Fact label={words.completedTime} missing={notified.isSet ? panelWords.notRecorded : words.notCompleted}>
            {notified.time === null ? null : flagWords(notified, zone)}
          </Fact>
          <Fact label={words.completedBy} missing={notified.isSet ? panelWords.notRecorded : panelWords.noName}>
            {notified.by}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <ActButton
            page={page}
            act="providerReportNotification"
            {...words.act}
            icon={<CheckCheck aria-hidden="true" />}
          />
        </div>
      </div>
    </Panel>
  )
}
