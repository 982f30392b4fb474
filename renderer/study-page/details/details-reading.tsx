import { packageName } from '#domain/study/package-name.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toStudyTags } from '#domain/study/study-tags.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import type { ReleaseFactories } from '../../release/release-factories.ts'
import { failureText } from '../../study/panel-words.ts'
import { PaperButton } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { DetailsActs, DetailsBadges } from './details-badges.tsx'

/** Shows Study Details for reading (study spec §2): time, place, scan type, every badge, and the prescription. */
export function DetailsReading({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  const tags = toStudyTags(study)
  const machine = location.machines.find(({ machineID }) => machineID === study.booking?.machineID)
  const isPrescribed = study.sedative.status !== 'not requested' && study.sedative.status !== 'pending'
  return (
    <div className="dr">
      <FactList>
        <Fact label="Study Date/Time" missing="No time">
          {study.booking === null ? null : formatInstant(study.booking.utcStart, location.timezone)}
        </Fact>
        <Fact label="Scan Location">{location.address.name}</Fact>
        <Fact label="Package">{packageName(study.skuID, location)}</Fact>
        <Fact label="Study ID">{study.studyID}</Fact>
        <Fact label="Machine" missing={study.booking === null ? 'None' : 'Not known here'}>
          {machine?.name}
        </Fact>
        <Fact label="Tags" missing="None">
          {tags.length === 0 ? null : (
            <span className="dr__tags">
              {tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>
          )}
        </Fact>
      </FactList>
      <DetailsBadges page={page} />
      <div className="dr__papers">
        <h3 className="dr__papers-title">Mark</h3>
        <DetailsActs page={page} />
      </div>
      <div className="dr__papers">
        <h3 className="dr__papers-title">Prescription Details</h3>
        <PaperButton
          page={page}
          paper="prescription"
          action="view-prescription"
          label="View prescription"
          done="Prescription downloaded"
          describe={(failure) => ({ title: studyMessages.downloadFailed, description: failureText(failure) })}
          missing={isPrescribed ? null : 'No sedative has been prescribed.'}
        />
        <PaperButton
          page={page}
          paper="medical-referral"
          action="view-referral"
          label={location.referralRequired ? 'View medical referral' : 'View appropriateness review'}
          done={location.referralRequired ? 'Medical referral downloaded' : 'Appropriateness review downloaded'}
          describe={(failure) => ({ title: studyMessages.downloadFailed, description: failureText(failure) })}
          missing={study.status.referred === true ? null : 'None has been received.'}
        />
      </div>
    </div>
  )
}
