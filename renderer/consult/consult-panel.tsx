import { CalendarPlus } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { ConsultAct } from '#domain/consult/consult-acts.ts'
import { decideConsultAct } from '#domain/consult/consult-acts.ts'
import {
  describeConsultRequested,
  describeConsultScheduled,
  isConsultBooked,
  isConsultComplete,
} from '#domain/consult/consult-status.ts'
import type { Consulting } from '#domain/consult/consulting.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { useRetryKeys } from '../kit/retry-keys.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { StudyPage, StudyPartProps } from '../study/study-part-props.ts'
import type { ConsultFactories } from './consult-factories.ts'
import { ConsultIssue } from './consult-issue.tsx'
import { consultWords } from './consult-words.ts'
import { SchedulerDialog } from './scheduler-dialog.tsx'
import { useScheduler } from './use-scheduler.ts'
import './consult.css'

/** Shows the nurse practitioner's consult: request, scheduling and outcome (study spec §2 NP Consult panel, §4). */
export function ConsultPanel({ page }: StudyPartProps<ConsultFactories>) {
  const { study, location } = page.view
  const { consulting } = study.details
  const scheduler = useScheduler(page)
  const { frame } = scheduler
  const main = useRef<HTMLButtonElement>(null)
  const isOpen = frame.kind === 'open'
  useEffect(() => {
    if (!isOpen) return
    // The button that opened the dialog may be gone when the dialog closes, for example after a cancellation of the
    // consult.
    return () => void setTimeout(() => document.activeElement === document.body && main.current?.focus(), focusBackMs)
  }, [isOpen])
  const isBooked = isConsultBooked(consulting)
  const consult =
    consulting.consultTime === null
      ? consultWords.noConsult
      : consultWords.consultAt(formatInstant(consulting.consultTime, location.timezone))
  return (
    <Panel
      title={consultWords.title}
      badge={<Badge tone={isBooked ? 'info' : 'neutral'}>{describeConsultScheduled(consulting.scheduledStatus)}</Badge>}
    >
      <div className="consult">
        <ConsultFacts consulting={consulting} zone={location.timezone} />
        {isOpen ? null : <ConsultIssue scheduler={scheduler} />}
        {frame.kind === 'failed' ? <Refused page={page} scheduler={scheduler} /> : null}
        <SchedulerButtons page={page} scheduler={scheduler} main={main} />
        <ConsultMarks page={page} />
      </div>
      {isOpen ? (
        <SchedulerDialog
          frame={frame}
          scheduler={scheduler}
          subtitle={consultWords.subtitle(page.who, study.studyID, consult)}
        />
      ) : null}
    </Panel>
  )
}

const { facts } = consultWords

/** Milliseconds within which a closed dialog returns the focus to the button that opened it, if that still exists. */
const focusBackMs = 200

function ConsultFacts({ consulting, zone }: { readonly consulting: Consulting; readonly zone: ZoneId }) {
  const when = (instant: Instant | null): string | null => (instant === null ? null : formatInstant(instant, zone))
  return (
    <FactList>
      <Fact label={facts.requested}>{describeConsultRequested(consulting.requestedStatus)}</Fact>
      <Fact label={facts.requestedTime} missing={facts.notRequested}>
        {when(consulting.requestedAt)}
      </Fact>
      <Fact label={facts.requestedBy} missing={facts.notRecorded}>
        {consulting.requestedBy}
      </Fact>
      <Fact label={facts.booked}>{describeConsultScheduled(consulting.scheduledStatus)}</Fact>
      <Fact label={facts.bookedAt} missing={facts.notBooked}>
        {when(consulting.scheduledAt)}
      </Fact>
      <Fact label={facts.bookedBy} missing={facts.notRecorded}>
        {consulting.scheduledBy}
      </Fact>
      <Fact label={facts.bookedFor} missing={facts.notBooked}>
        {when(consulting.consultTime)}
      </Fact>
      <Fact label={facts.preferred}>{consulting.isPreferred ? facts.yes : facts.no}</Fact>
      <Fact label={facts.completed} missing={facts.notCompleted}>
        {when(consulting.completedTime)}
      </Fact>
    </FactList>
  )
}

type Scheduler = ReturnType<typeof useScheduler>

/** Shows why the scheduler could not be opened (study spec §8 Error accessing the scheduler). */
function Refused({ page, scheduler }: { readonly page: StudyPage<ConsultFactories>; readonly scheduler: Scheduler }) {
  const { frame, open, close } = scheduler
  if (frame.kind !== 'failed') return null
  const { failure, purpose } = frame
  const isNotValid = failure.code === 'scheduler-not-valid'
  return (
    <Banner
      tone="error"
      title={studyMessages.schedulerTitle}
      onDismiss={close}
      action={
        isNotValid ? null : (
          <Button size="small" disabledReason={page.reason('schedule-consult')} onPress={() => void open(purpose)}>
            {studyMessages.tryAgain}
          </Button>
        )
      }
    >
      {isNotValid ? studyMessages.schedulerError : describeStudyFailure(failure).text}
    </Banner>
  )
}

type ButtonsProps = {
  readonly page: StudyPage<ConsultFactories>
  readonly scheduler: Scheduler
  readonly main: RefObject<HTMLButtonElement | null>
}

/** Offers to move or cancel a booked consult, or to schedule a new one (study spec §4). */
function SchedulerButtons({ page, scheduler, main }: ButtonsProps) {
  const { study } = page.view
  const { consulting } = study.details
  const { frame, open } = scheduler
  const hasBooking =
    isConsultBooked(consulting) || (consulting.scheduledStatus === 'reschedule' && consulting.inviteeID !== null)
  const denied = page.reason('schedule-consult')
  const opening = frame.kind === 'opening' ? frame.purpose : null
  const mainPurpose = hasBooking ? 'reschedule' : 'schedule'
  const mainWords = hasBooking ? consultWords.reschedule : consultWords.schedule
  const preferred = page.decide('schedule-preferred-consult')
  const isHidden = preferred.kind === 'forbidden' && preferred.shownAs === 'hidden'
  return (
    <div className="consult__actions">
      <Button
        ref={main}
        size="small"
        icon={<CalendarPlus aria-hidden="true" />}
        isPending={opening === mainPurpose}
        disabledReason={denied ?? (hasBooking ? null : whyNotNow(page))}
        aria-label={consultWords.actFor(mainWords, page.who)}
        onPress={() => void open(mainPurpose)}
      >
        {mainWords}
      </Button>
      {hasBooking ? (
        <Button
          size="small"
          tone="danger"
          isPending={opening === 'cancel'}
          disabledReason={denied}
          aria-label={consultWords.actFor(consultWords.cancel, page.who)}
          onPress={() => void open('cancel')}
        >
          {consultWords.cancel}
        </Button>
      ) : null}
      {isHidden ? null : (
        <Button
          size="small"
          isPending={opening === 'preferred'}
          disabledReason={
            page.reason('schedule-preferred-consult') ?? (hasBooking ? consultWords.bookedAlready : whyNotNow(page))
          }
          aria-label={consultWords.actFor(consultWords.preferred, page.who)}
          onPress={() => void open('preferred')}
        >
          {consultWords.preferred}
        </Button>
      )}
    </div>
  )
}

const whyNotNow = ({ view }: StudyPage<ConsultFactories>): string | null =>
  view.study.status.cancelled ? consultWords.cancelledStudy : null

const marks: { readonly [Act in ConsultAct]: { readonly label: string; readonly done: string } } = consultWords.marks

/** The act that the Undo button performs after each act. An act without an entry has no Undo button. */
const opposites: { readonly [Act in ConsultAct]?: ConsultAct } = { request: 'withdraw', withdraw: 'request' }

/** Shows the two marks that staff set by hand: whether a consult was requested, and whether it took place. */
function ConsultMarks({ page }: StudyPartProps<ConsultFactories>) {
  const { bridge, notices, view, session, now } = page
  const { study } = view
  const { consulting } = study.details
  const withRetryKey = useRetryKeys()
  const mark = async (act: ConsultAct): Promise<void> => {
    const title =
      act === 'request'
        ? consultWords.requestFailed(studyMessages.requestFailed, studyMessages.requestNotRecorded)
        : studyMessages.savingFailed
    const done = await page.perform(`consult-${act}`, title, () =>
      withRetryKey(act, (idempotencyKey) => bridge.study.markConsult({ studyID: study.studyID, act, idempotencyKey })),
    )
    if (done === null) return
    const opposite = opposites[act]
    notices.success(
      opposite === undefined
        ? marks[act].done
        : {
            title: marks[act].done,
            action: { label: consultWords.undo, onPress: () => void mark(opposite), isUndo: true },
          },
    )
  }
  const isRequested = consulting.requestedStatus === 'requested' || consulting.requestedStatus === 'pending'
  const acts: readonly ConsultAct[] = [
    isRequested ? 'withdraw' : 'request',
    isConsultComplete(consulting) ? 'not-complete' : 'complete',
    ...(isConsultBooked(consulting) ? (['not-complete'] as const) : []),
  ]
  const reasonFor = (act: ConsultAct): string | null => {
    const denied = page.reason('mark-consult')
    if (denied !== null) return denied
    if (act === 'request' && study.status.cancelled) return whyNotNow(page)
    const decision = decideConsultAct(consulting, act, { at: now, by: session.user.fullname })
    return decision.kind === 'refused' ? decision.reason : null
  }
  return (
    <div className="consult__actions">
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          isPending={page.isBusy(`consult-${act}`)}
          disabledReason={reasonFor(act)}
          aria-label={consultWords.actFor(marks[act].label, page.who)}
          onPress={() => void mark(act)}
        >
          {marks[act].label}
        </Button>
      ))}
    </div>
  )
}
