import { useEffect, useState } from 'react'
import type { OpportunityView, StudyView } from '#contract/study/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { packageName } from '#domain/study/package-name.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import type { Loadable } from '../../kit/loadable.ts'
import { paths } from '../../routes.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { saleWords } from '../sale-words.ts'
import type { SalesState } from '../sales-state.ts'
import { CrmProblem } from './crm-problem.tsx'
import { LinkCandidate } from './link-candidate.tsx'
import { LinkOpportunity } from './link-form.tsx'
import { opportunityWords } from './opportunity-words.ts'

const { mismatch: words } = opportunityWords

type Repair = 'this-study' | 'another-opportunity' | 'leave'

type Props = {
  readonly page: StudyPage
  readonly value: OpportunityView
  /** The study that the opportunity names. */
  readonly otherStudyID: string
  readonly sales: SalesState
  readonly onLinked: () => void
  readonly onClose: () => void
}

/**
 * Compares the page's study with the other study that the opportunity names in the CRM, and offers the possible repairs
 * (study spec §5, §8 Study ID Mismatch). Nothing is written before the user links an opportunity.
 */
export function MismatchDialog({ page, value, otherStudyID, sales, onLinked, onClose }: Props) {
  const [repair, setRepair] = useState<Repair | null>(null)
  const other = useOtherStudy(page, otherStudyID)
  const opportunityID = value.opportunityID ?? ''
  const close = (): void => {
    sales.closeLink()
    onClose()
  }
  const done = (): void => {
    onLinked()
    close()
  }
  const choose = (next: Repair): void => {
    setRepair(next)
    sales.closeLink()
    if (next === 'leave') return
    // The user must see the opportunity's person before linking the opportunity to this study.
    sales.openLink(next === 'this-study' ? opportunityID : undefined)
    if (next === 'this-study') void sales.lookUp()
  }
  const { link } = sales
  return (
    <Dialog
      isOpen
      onClose={close}
      title={studyMessages.mismatchTitle}
      subtitle={words.subtitle(page.who, page.view.study.studyID)}
      isDismissable={sales.busy !== 'link'}
      footer={
        <Button onPress={close} disabledReason={sales.busy === 'link' ? saleWords.linking : null}>
          {repair === 'leave' ? words.leave : words.cancel}
        </Button>
      }
    >
      <p>{words.explanation(opportunityID, otherStudyID)}</p>
      <div className="sale__sides">
        <section aria-label={words.thisStudy}>
          <h3>{words.thisStudy}</h3>
          <StudyFacts view={page.view} />
        </section>
        <section aria-label={words.otherStudy}>
          <h3>{words.otherStudy}</h3>
          <OtherStudy studyID={otherStudyID} other={other} />
        </section>
      </div>
      <RadioGroup<Repair>
        label={words.choose}
        options={[
          {
            value: 'this-study',
            label: words.options.thisStudy,
            description: words.options.thisStudyHint,
          },
          {
            value: 'another-opportunity',
            label: words.options.another,
            description: words.options.anotherHint,
          },
          { value: 'leave', label: words.options.leave, description: words.options.leaveHint },
        ]}
        value={repair}
        onChange={choose}
      />
      {repair === 'this-study' && link !== null && link.found === null ? (
        link.failure === null ? (
          <SkeletonGroup label={words.loadingOpportunity}>
            <Skeleton />
            <Skeleton width="70%" />
          </SkeletonGroup>
        ) : (
          <CrmProblem failure={link.failure} onRetry={() => void sales.lookUp()} />
        )
      ) : null}
      {repair === 'this-study' && link !== null && link.found !== null ? (
        <LinkCandidate page={page} candidate={link.found} failure={link.failure} sales={sales} onLinked={done} />
      ) : null}
      {repair === 'another-opportunity' && link !== null ? (
        <LinkOpportunity page={page} link={link} sales={sales} onLinked={done} />
      ) : null}
    </Dialog>
  )
}

function StudyFacts({ view }: { readonly view: StudyView }) {
  const { study, member, location } = view
  return (
    <FactList>
      <Fact label={words.study}>{study.studyID}</Fact>
      <Fact label={words.member}>{`${fullName(member)}, ${formatDate(member.dob)}`}</Fact>
      <Fact label={words.appointment} missing={study.status.cancelled ? words.cancelled : words.noTime}>
        {study.booking === null ? null : formatInstant(study.booking.utcStart, location.timezone)}
      </Fact>
      <Fact label={words.location}>{location.address.name}</Fact>
      <Fact label={words.package}>{packageName(study.skuID, location)}</Fact>
      <Fact label={words.opportunity} missing={words.noOpportunity}>
        {study.opportunityID}
      </Fact>
    </FactList>
  )
}

function OtherStudy({ studyID, other }: { readonly studyID: string; readonly other: Loadable<StudyView> }) {
  if (other.kind === 'failed') {
    return (
      <p className="sale__quiet">
        {other.failure.code === 'not-found'
          ? words.noStudy(studyID)
          : words.studyFailed(studyID, describeStudyFailure(other.failure).text)}
      </p>
    )
  }
  if (other.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loadingStudy}>
        <Skeleton />
        <Skeleton width="70%" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      <StudyFacts view={other.value} />
      <p>
        <LinkButton href={paths.study(other.value.study.studyID)} variant="text" size="small">
          {words.openStudy(studyID)}
        </LinkButton>
      </p>
    </>
  )
}

/** Reads the other study once. An invalid ID fails without a call. */
function useOtherStudy({ bridge }: StudyPage, otherStudyID: string): Loadable<StudyView> {
  const [other, setOther] = useState<Loadable<StudyView>>({ kind: 'loading' })
  useEffect(() => {
    let isGone = false
    const parsed = studyIDSchema.safeParse(otherStudyID)
    if (!parsed.success) {
      setOther({ kind: 'failed', failure: { code: 'not-found', message: 'There is no such study.' } })
      return
    }
    setOther({ kind: 'loading' })
    void bridge.booking.readStudy({ studyID: parsed.data }).then((reply) => {
      if (isGone) return
      setOther(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [bridge, otherStudyID])
  return other
}
