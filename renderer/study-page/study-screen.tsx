import { useDeferredValue, useMemo, useRef } from 'react'
import type { Failure } from '#contract/reply.ts'
import { formatMoment } from '#domain/format/format-time.ts'
import { describeOffline, notReadAgain, type OfflineAct } from '#domain/offline/offline-policy.ts'
import { mayMoveMoney } from '#domain/session/cashier-roles.ts'
import type { StudyPanel } from '#domain/study/study-panels.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { isBehind } from '../kit/freshness.ts'
import { paths } from '../routes.ts'
import { SafetyPlace } from '../safety/section/safety-place.tsx'
import { useStudySafety } from '../safety/section/use-study-safety.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { panelWords } from '../study/panel-words.ts'
import { GoToSectionContext, OpenSectionContext } from '../study/sections.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { StudyPage } from '../study/study-part-props.ts'
import { StudyDetailsPanel } from './details/study-details.tsx'
import { goToSectionWith, useSectionOfAddress } from './go-to-section.ts'
import { StudyHead } from './study-head.tsx'
import { StudyIndex } from './study-index.tsx'
import type { StudyPageStores } from './study-page-factories.ts'
import { studyParts } from './study-parts.ts'
import { StudySection } from './study-section.tsx'
import { StudySkeleton } from './study-skeleton.tsx'
import { useStudyPage } from './use-study-page.ts'
import { useStudySections } from './use-study-sections.ts'
import './study-screen.css'

type Props = ScreenProps<StudyPageStores> & { readonly studyID: StudyID }

/** The number of sections whose content is painted together with the member: about as many as a window shows. */
const firstSections = 4

/**
 * Shows one study from booking to feedback, at `/admin/study/{studyID}` and `/study/{studyID}/study-details` (study
 * spec §2). The panels of the user's roles come first; the others are folded (decision 359).
 */
export function StudyScreen(props: Props) {
  const { read, page, behind, reload } = useStudyPage(props)
  const safety = useStudySafety(props)
  const scroller = useRef<HTMLDivElement>(null)
  const sections = useStudySections(props)
  const { placed, open } = sections
  const panels = useMemo(() => placed.map(({ panel }) => panel), [placed])
  const goTo = useMemo(() => goToSectionWith(open), [open])
  // The member and the first sections are painted first. The content of the others follows in a deferred render. Their
  // places are there from the start, so that a key or link that leads to a section always finds it.
  const isWhole = useDeferredValue(page !== null)
  useSectionOfAddress(page !== null && isWhole, open)
  if (read.kind === 'failed') return <Failed failure={read.failure} studyID={props.studyID} onRetry={reload} />
  if (page === null) return <StudySkeleton />
  const isDrawn = (panel: StudyPanel): boolean => isWhole || panels.indexOf(panel) < firstSections
  return (
    <GoToSectionContext value={goTo}>
      <OpenSectionContext value={open}>
        <div className="stu">
          <StudyHead page={page} safety={safety} />
          <div className="stu__body">
            <StudyIndex scroller={scroller} panels={panels} />
            <div className="stu__content" ref={scroller}>
              <Age page={page} behind={behind} />
              <StudyDetailsPanel page={page} safety={safety}>
                {({ isSaving, isEditing, bar }) => {
                  const answers = (
                    <StudySection key="safety" panel="safety" sections={sections} isWide>
                      {isEditing || isDrawn('safety') ? (
                        <SafetyPlace
                          {...props}
                          page={page}
                          safety={safety}
                          isFrozen={isSaving}
                          isInDetails={isEditing}
                        />
                      ) : null}
                    </StudySection>
                  )
                  const parts = panels.map((panel) => {
                    if (panel === 'details') return null
                    if (panel === 'safety') return isEditing ? null : answers
                    const { Part, isWide = false } = studyParts[panel]
                    return (
                      <StudySection key={panel} panel={panel} sections={sections} isWide={isWide}>
                        {isDrawn(panel) ? <Part page={page} /> : null}
                      </StudySection>
                    )
                  })
                  // One list with keys, so that the questions move to the form of Study Details and keep their state.
                  return isEditing ? [answers, bar, ...parts] : parts
                }}
              </StudyDetailsPanel>
            </div>
          </div>
        </div>
      </OpenSectionContext>
    </GoToSectionContext>
  )
}

function Failed({
  failure,
  studyID,
  onRetry,
}: {
  readonly failure: Failure
  readonly studyID: StudyID
  readonly onRetry: () => Promise<void>
}) {
  const problem = describeStudyFailure(failure)
  const isMissing = failure.code === 'not-found'
  const isFinal = isMissing || failure.code === 'location-forbidden'
  return (
    <EmptyState
      title={isMissing ? panelWords.noSuchStudy : problem.title}
      action={
        isFinal ? (
          <LinkButton href={paths.home()}>{panelWords.toStartPage}</LinkButton>
        ) : (
          <Button onPress={() => void onRetry()}>{panelWords.tryAgain}</Button>
        )
      }
    >
      {isMissing ? panelWords.noSuchStudyText(studyID) : problem.text}
    </EmptyState>
  )
}

/** Returns the offline acts that this user's role or this study does not allow. */
const absentActs = ({ session, view }: StudyPage<StudyPageStores>): readonly OfflineAct[] => {
  const { cancelled, checkin, scanned } = view.study.status
  return [
    ...(mayMoveMoney(session.user.roles) && !cancelled ? [] : (['takeCash'] as const)),
    ...(cancelled || checkin || scanned ? (['checkIn'] as const) : []),
    ...(cancelled ? (['answerSafety'] as const) : []),
  ]
}

/** Shows the time of the page's data if the data is not current. */
function Age({ page, behind }: { readonly page: StudyPage<StudyPageStores>; readonly behind: Failure | null }) {
  const { view, isOnline, now } = page
  if (!isBehind({ ...view, failure: behind, isOnline, now })) return null
  return (
    <Banner
      tone="warning"
      className="stu__age"
      title={(isOnline ? panelWords.storedCopy : panelWords.offlineCopy)(
        formatMoment(view.asOf, now, view.location.timezone),
      )}
      action={isOnline ? <Button onPress={() => void page.reload()}>{panelWords.tryAgain}</Button> : undefined}
    >
      {isOnline ? notReadAgain : describeOffline('study', absentActs(page))}
    </Banner>
  )
}
