import { CheckCheck } from 'lucide-react'
import { readFirstFlag, readFlag } from '#domain/study/status-flags.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { ReleaseStores } from '../../release/release-factories.ts'
import { SendToPractitioners } from '../../release/send-to-practitioners.tsx'
import { usePractitionersReached } from '../../release/use-practitioners-reached.ts'
import { ActButton } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import '../../study/panels.css'

/** Shows the report's release to the practitioners: released, sent, and notified (study spec §2 Provider follow-up). */
export function ProviderFollowUpPanel({ page }: StudyPartProps<ReleaseStores>) {
  const { study, location } = page.view
  const zone = location.timezone
  const released = readFirstFlag(study.status, ['releasedToDoctor', 'traditionalReleasedToDoctor'])
  const reached = usePractitionersReached(page)
  const notified = readFlag(study.status, 'providerReportNotification')
  return (
    <Panel title="Provider follow-up">
      <div className="stp">
        <FactList>
          <Fact label="Released to doctor" missing="Not released">
            {released.isSet && reached !== null
              ? `${flagWords(released, zone)}, ${reached.words}`
              : flagWords(released, zone)}
          </Fact>
          <Fact label="Released by" missing={released.isSet ? 'Not recorded' : 'Nobody yet'}>
            {released.by}
          </Fact>
          <Fact label="Notification complete">{notified.isSet ? 'Yes' : 'No'}</Fact>
          <Fact label="Completed time" missing={notified.isSet ? 'Not recorded' : 'Not complete'}>
            {notified.time === null ? null : flagWords(notified, zone)}
          </Fact>
          <Fact label="Completed by" missing={notified.isSet ? 'Not recorded' : 'Nobody yet'}>
            {notified.by}
          </Fact>
        </FactList>
        <SendToPractitioners page={page} />
        <div className="stp__actions">
          <ActButton
            page={page}
            act="providerReportNotification"
            label="Mark notification complete"
            undoLabel="Undo notification complete"
            done="Notification marked as complete"
            undone="Notification not marked as complete any more"
            icon={<CheckCheck aria-hidden="true" />}
          />
        </div>
      </div>
    </Panel>
  )
}
