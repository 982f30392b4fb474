import { formatInstant } from '#domain/format/format-time.ts'
import { packageName } from '#domain/study/package-name.ts'
import { toStudyTags } from '#domain/study/study-tags.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import type { ReleaseFactories } from '../../release/release-factories.ts'
import { paths } from '../../routes.ts'
import { PaperButton } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { DetailsActs, DetailsBadges } from './details-badges.tsx'
import { detailsWords } from './details-words.ts'

const words = detailsWords.reading

/** Shows Study Details for reading (study spec §2): time, place, scan type, every badge, and the prescription. */
export function DetailsReading({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  const tags = toStudyTags(study)
  const machine = location.machines.find(({ machineID }) => machineID === study.booking?.machineID)
  return (
    <div className="dr">
      <FactList>
        <Fact label={words.time} missing={words.noTime}>
          {study.booking === null ? null : formatInstant(study.booking.utcStart, location.timezone)}
        </Fact>
        <Fact label={words.location}>{location.address.name}</Fact>
        <Fact label={words.package}>{packageName(study.skuID, location)}</Fact>
        {study.items.addons.length === 0 ? null : (
          <Fact label={words.addons}>{study.items.addons.map(({ name }) => name).join(', ')}</Fact>
        )}
        <Fact label={words.studyID}>{study.studyID}</Fact>
        <Fact label={words.machine} missing={study.booking === null ? words.none : words.unknownMachine}>
          {machine?.name}
        </Fact>
        <Fact label={words.tags} missing={words.none}>
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
        <h3 className="dr__papers-title">{words.mark}</h3>
        <DetailsActs page={page} />
      </div>
      <div className="dr__papers">
        <h3 className="dr__papers-title">{words.prescriptionTitle}</h3>
        <PaperButton
          page={page}
          paper="prescription"
          label={words.viewPrescription}
          isView
          done={words.prescriptionDone}
        />
        <PaperButton
          page={page}
          paper="medical-referral"
          label={location.referralRequired ? words.viewReferral : words.viewReview}
          isView
          done={location.referralRequired ? words.referralDone : words.reviewDone}
        />
        {location.referralRequired ? (
          <LinkButton href={paths.medicalReports(study.studyID)} size="small">
            {words.uploadReferral}
          </LinkButton>
        ) : null}
      </div>
    </div>
  )
}
