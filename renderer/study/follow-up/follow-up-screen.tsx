import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { StudyPageView } from '#contract/study/bridge.ts'
import { describeConsultRequested, describeConsultScheduled } from '#domain/consult/consult-status.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { describeOffline, notReadAgain } from '#domain/offline/offline-policy.ts'
import { chooseReport } from '#domain/release/report-choice.ts'
import { describeDaysAhead, toFollowUp } from '#domain/study/follow-up.ts'
import { readFlag, type StatusFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { isBehind, shouldReread } from '../../kit/freshness.ts'
import { paths } from '../../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { panelWords } from '../panel-words.ts'
import { StudyBadges } from '../study-badges.tsx'
import type { FollowUpFactories } from '../study-factories.ts'
import { describeStudyFailure } from '../study-failures.ts'
import { StudyHeader } from '../study-header.tsx'
import { FollowUpNotes } from './follow-up-notes.tsx'
import { followUpWords as words } from './follow-up-words.ts'
import '../study-column.css'
import './follow-up.css'

type Stores = FollowUpFactories & WithClock & WithConnectivity

type Props = ScreenProps<Stores> & { readonly studyID: StudyID }

/**
 * Shows `/patient/study/{studyID}/followup` (study spec §2): the consultation and the follow-up 6 and 12 months after
 * the scan.
 */
export function FollowUpScreen({ bridge, stores, notices, studyID }: Props) {
  const { store, start } = useMemo(() => stores.newFollowUp(studyID), [stores, studyID])
  const state = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const now = useStore(stores.clock, (clock) => clock.minute)
  useEffect(() => {
    const stop = start()
    const stopClock = stores.clock.subscribe(({ minute }, before) => {
      if (minute === before.minute) return
      const state = store.getState()
      const isReached = isOnlineNow(stores.connectivity.getState())
      if (state.read.kind === 'ready' && shouldReread({ ...state.read.value, isOnline: isReached, now: minute })) {
        void state.load()
      }
    })
    const stopLine = stores.connectivity.subscribe((line, before) => {
      if (isOnlineNow(line) && !isOnlineNow(before)) void store.getState().load()
    })
    return () => {
      stopLine()
      stopClock()
      stop()
    }
  }, [start, store, stores])
  const { read, load, behind } = state
  if (read.kind === 'failed') {
    const { code } = read.failure
    const problem = describeStudyFailure(read.failure)
    const isMissing = code === 'not-found'
    const isForbidden = code === 'location-forbidden'
    return (
      <EmptyState
        title={isMissing ? panelWords.noSuchStudy : problem.title}
        action={
          isMissing || isForbidden ? (
            <LinkButton href={paths.home()}>{panelWords.toStartPage}</LinkButton>
          ) : (
            <Button onPress={() => void load()}>{panelWords.tryAgain}</Button>
          )
        }
      >
        {isMissing ? panelWords.noSuchStudyText(studyID) : isForbidden ? studyMessages.locationForbidden : problem.text}
      </EmptyState>
    )
  }
  if (read.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading} className="study-column">
        <Skeleton shape="block" height="96px" />
        <Skeleton shape="block" height="180px" />
        <Skeleton shape="block" height="240px" />
      </SkeletonGroup>
    )
  }
  const view = read.value
  const { member, location } = view
  return (
    <div className="study-column">
      <StudyHeader
        isStrip
        view={view}
        badges={<StudyBadges readDay={bridge.booking.readDay} view={view} />}
        actions={
          <LinkButton href={paths.study(studyID)} size="small">
            {words.openStudy}
          </LinkButton>
        }
      />
      {isBehind({ ...view, failure: behind, isOnline, now }) ? (
        <Banner
          tone="warning"
          title={(isOnline ? panelWords.storedCopy : panelWords.offlineCopy)(
            formatInstant(view.asOf, location.timezone),
          )}
          action={
            isOnline ? (
              <Button size="small" onPress={() => void load()}>
                {panelWords.tryAgain}
              </Button>
            ) : null
          }
        >
          {isOnline ? notReadAgain : describeOffline('followUp')}
        </Banner>
      ) : null}
      <h2 className="study-column__title">{words.title}</h2>
      <Dates view={view} now={now} />
      <Progress view={view} />
      <FollowUpNotes
        state={state}
        notices={notices}
        waiting={view.waiting}
        zone={location.timezone}
        who={`${fullName(member)}, ${formatDate(member.dob)}`}
        isOnline={isOnline}
      />
    </div>
  )
}

function Dates({ view, now }: { readonly view: StudyPageView; readonly now: Instant }) {
  const { study, location } = view
  const followUp = toFollowUp(study, now, location.timezone)
  return (
    <Panel title={words.dates.title} isCollapsible={false}>
      {followUp === null ? (
        <p>{study.status.cancelled ? words.dates.cancelled : words.dates.notBooked}</p>
      ) : (
        <FactList>
          <Fact label={followUp.isPlanned ? words.dates.planned : words.dates.scanned}>
            {formatDate(followUp.scanDate)}
          </Fact>
          {followUp.dates.map(({ months, date, daysAhead }) => (
            <Fact key={months} label={words.dates.months(months)}>
              {words.dates.date(formatDate(date), describeDaysAhead(daysAhead))}
            </Fact>
          ))}
        </FactList>
      )}
    </Panel>
  )
}

/** Shows the status of consult, report and research. */
function Progress({ view }: { readonly view: StudyPageView }) {
  const { study, location } = view
  const { consulting } = study.details
  const when = (instant: Instant | null): string | null =>
    instant === null ? null : formatInstant(instant, location.timezone)
  const flag = (name: StatusFlag): string | null => {
    const { isSet, time } = readFlag(study.status, name)
    return isSet ? (when(time) ?? panelWords.yes) : null
  }
  const report = chooseReport(study)
  return (
    <Panel title={words.progress.title} isCollapsible={false}>
      <FactList>
        <Fact label={words.progress.requested}>{describeConsultRequested(consulting.requestedStatus)}</Fact>
        <Fact label={words.progress.consult}>{describeConsultScheduled(consulting.scheduledStatus)}</Fact>
        <Fact label={words.progress.consultTime} missing={words.progress.noTime}>
          {when(consulting.consultTime)}
        </Fact>
        <Fact label={words.progress.completed} missing={words.progress.notCompleted}>
          {when(consulting.completedTime)}
        </Fact>
        <Fact label={words.progress.report} missing={words.progress.notAvailable}>
          {report.kind === 'missing'
            ? null
            : report.kind === 'structured'
              ? words.progress.version(report.version)
              : words.progress.traditional}
        </Fact>
        <Fact label={words.progress.released} missing={words.progress.notReleased}>
          {flag('releasedToPatient') ?? flag('traditionalReleasedToPatient')}
        </Fact>
        <Fact label={words.progress.researchConsent} missing={words.progress.notGiven}>
          {flag('researchConsent')}
        </Fact>
        <Fact label={words.progress.researchFollowUp} missing={panelWords.notRecorded}>
          {flag('researchFollowUp')}
        </Fact>
      </FactList>
    </Panel>
  )
}
