import { type Failure, fail, type Nothing, ok, type Reply } from '#contract/reply.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { hideForbiddenLocations } from '#domain/safety/other-bookings.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { countingCheckIn, type WaitingActKind, withWaitingActs } from '#domain/study/waiting-act.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import { isRequestOf } from '../journal/request-mark.ts'
import {
  checkInForm,
  noteForm,
  type StoredNote,
  type StoredStudyAct,
  type StudyActJournal,
} from '../journal/study-act-journal.ts'
import { createAuthorGate } from '../keyed-calls/author-gate.ts'
import { decideResubmission, type SubmissionMatch } from '../keyed-calls/decide-keyed-call.ts'
import { studyActPolicy } from '../keyed-calls/keyed-call-policies.ts'
import { createKeyedCalls } from '../keyed-calls/keyed-calls.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { type ActAnswer, createActCalls, isOpenAct, readAsked } from './act-calls.ts'

export type ActRefusal = Extract<Reply<never>, { readonly ok: false }>

type SubmittedAct = {
  readonly kind: WaitingActKind
  readonly studyID: StudyID
  readonly idempotencyKey: string
  /** The fields of a note; null for a check-in. */
  readonly note: StoredNote | null
  /**
   * The appointment that the screen showed at a check-in; null if it showed none. Undefined for a note, and when the
   * shown appointment is not known.
   */
  readonly utcStart?: Instant | null | undefined
  /** The reason for a check-in although another booking has a stop; undefined when none is given. */
  readonly settleReason?: string | undefined
  /** Returns why the act must not wait at this workstation, as far as this workstation knows; null when it may wait. */
  refuseOffline(): ActRefusal | null
}

type Submitted =
  /** `answer` is the back office's answer; null when the back office answered an earlier call. */
  | { readonly kind: 'kept'; readonly act: StoredStudyAct; readonly answer: Study | LogEntry | null }
  | { readonly kind: 'waiting'; readonly act: StoredStudyAct }
  | { readonly kind: 'refused'; readonly failure: Failure }

/**
 * Sends this workstation's check-ins and notes to the back office, and stores them while it is out of reach (decisions
 * §5 offline policy: safe).
 */
export type StudyOutbox = {
  /**
   * Records an act, sends it after the study's earlier waiting acts, and records its result. A repeated key has no
   * second effect.
   */
  submit(act: SubmittedAct): Promise<Submitted>
  /** Withdraws a check-in of the signed-in user that has not left this workstation. */
  undoCheckIn(studyID: StudyID): 'taken-back' | 'none' | 'may-have-been-sent'
  /** Sends the signed-in user's acts that have not ended, under their keys, oldest first on each study. */
  settleOpen(): Promise<void>
  /** Returns whether any act of the signed-in user is still to be sent. */
  hasOpen(): boolean
  /** Returns all authors' acts on a study that wait or have an unread refusal, oldest first. */
  ofStudy(studyID: StudyID): readonly WaitingStudyAct[]
  /** Returns the same for all studies. */
  waiting(): readonly WaitingStudyAct[]
  /** Returns a study as it will be once the waiting acts are sent: every study in an answer passes through this. */
  withWaiting(study: Study): Study
  /**
   * Marks the refusal of an act as read. Only the act's author can do this, because the author must learn of the
   * refusal. Has no effect on an act that still waits.
   */
  dismiss(idempotencyKey: string): Reply<Nothing>
  /** Calls `listener` when an act is still to be sent; the listener must plan a call of {@link settleOpen}. */
  onLeft(listener: () => void): void
  /** Resolves when no call is under way. */
  finish(): Promise<void>
}

type StudyOutboxParts = {
  readonly calls: StaffCalls
  readonly journal: StudyActJournal
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly publish: Publish
  readonly log: Log
  nowMs(): number
  /**
   * Returns whether the back office is known to be out of reach: the window then does not wait for a call that would
   * fail.
   */
  isOffline(): boolean
}

const describeNotYours = (by: string): string => `Only ${by || 'the person who did this'} can dismiss this notice.`

const refused = (failure: Failure): Submitted => ({ kind: 'refused', failure })
const reused = refused({
  code: 'idempotency-key-reused',
  message: 'This was already sent with other details. Start again.',
})
const notWritten = refused({
  code: 'unexpected',
  message: "This couldn't be saved on this computer, so nothing was recorded.",
})
const toDetails = ({ kind, studyID, note }: SubmittedAct): string => JSON.stringify([kind, studyID, note])

/**
 * Compares a submission with the stored row that has the same key. A check-in's details describe the screen at that
 * moment, so they may differ.
 */
const matchOf = (before: StoredStudyAct, act: SubmittedAct, author: string, request: string): SubmissionMatch => {
  const isOfSubject = before.author === author && before.kind === act.kind && before.studyID === act.studyID
  if (!isOfSubject) return 'other'
  return act.kind === 'checkin' || isRequestOf(before, request) ? 'same' : 'other-details'
}

const toRequest = ({ note, utcStart, settleReason }: SubmittedAct): string =>
  note === null ? checkInForm.write({ checkin: true, utcStart, settleReason }) : noteForm.write(note)

/** Returns why an act under a known key is not sent, or its earlier result; null when it is to be sent. */
const readKnown = (before: StoredStudyAct, act: SubmittedAct, author: string, request: string): Submitted | null => {
  const decision = decideResubmission(before.state, matchOf(before, act, author, request), studyActPolicy)
  if (decision === 'reused') return reused
  if (decision !== 'answer') return null
  return before.failure === null ? { kind: 'kept', act: before, answer: null } : refused(before.failure)
}

type Written = {
  readonly submitted: SubmittedAct
  readonly author: string
  readonly authorName: string
  readonly request: string
  readonly doneAt: number
}

/**
 * Records an act, so that from now on neither a crash nor a lost connection loses it. Returns false when the write
 * failed.
 */
const recordAct = (
  { journal, log }: StudyOutboxParts,
  before: StoredStudyAct | null,
  { submitted, ...written }: Written,
): boolean => {
  if (before !== null && isOpenAct(before)) return true
  const { idempotencyKey, kind, studyID } = submitted
  const row = { ...written, idempotencyKey, studyID, kind }
  try {
    if (before === null) journal.begin(row)
    else journal.reopen(row)
    return true
  } catch (thrown) {
    log('error', 'study.journal-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    return false
  }
}

/** Returns an act as the windows show it. After a refusal only its author sees the text of a note. */
const toWaitingAct = (act: StoredStudyAct, isOwn: boolean): WaitingStudyAct => {
  const asked = readAsked(act)
  const note = asked.ok && asked.value.kind === 'note' ? asked.value.note : null
  const unreadable = !asked.ok && isOpenAct(act) ? asked.failure : null
  return {
    idempotencyKey: act.idempotencyKey,
    studyID: act.studyID as StudyID,
    kind: act.kind,
    note: act.failure === null || isOwn ? note : null,
    at: toInstant(act.doneAt * 1000),
    by: act.authorName,
    isOwn,
    failure: act.failure ?? unreadable,
  }
}

/**
 * Hides, in the member's other bookings, each location that this user may not see. The cached study may have been read
 * for a colleague with more locations.
 */
const hideLocationsFromUser = (study: Study, user: StaffUser | null): Study => ({
  ...study,
  safety: hideForbiddenLocations(study.safety, (locationID) => user !== null && isLocationAllowed(user, locationID)),
})

export const createStudyOutbox = (parts: StudyOutboxParts): StudyOutbox => {
  const { journal, keeper, session, publish, isOffline } = parts
  const leftListeners: (() => void)[] = []
  /** Acts that a window is waiting for now: they are not shown as waiting. */
  const asked = new Map<string, { readonly act: SubmittedAct; readonly work: Promise<Submitted> }>()
  /** The latest answers to those acts. */
  const answers = new Map<string, Reply<ActAnswer>>()
  const gate = createAuthorGate(session)
  const seconds = (): number => Math.floor(parts.nowMs() / 1000)
  const isWatched = (idempotencyKey: string): boolean => asked.has(idempotencyKey)

  /** Publishes that the waiting acts changed: the board and every page with the study read them again. */
  const publishWaiting = ({ studyID }: StoredStudyAct): void => {
    publish('study.waitingChanged', { studyID: studyID as StudyID })
    keeper.noteStudy(studyID as StudyID)
  }

  const onAnswer = (key: string, reply: Reply<ActAnswer>): void => {
    if (isWatched(key)) answers.set(key, reply)
  }
  const keyed = createKeyedCalls(session, createActCalls({ ...parts, isWatched, onAnswer, onEnded: publishWaiting }))

  const toShown = (acts: readonly StoredStudyAct[]): readonly WaitingStudyAct[] =>
    acts
      .filter(({ idempotencyKey }) => !isWatched(idempotencyKey))
      .map((act) => toWaitingAct(act, gate.isSignedIn(act.author)))
  const ofStudy = (studyID: StudyID): readonly WaitingStudyAct[] => toShown(journal.ofStudy(studyID))

  const withdraw = ({ idempotencyKey }: StoredStudyAct): void =>
    journal.settle(idempotencyKey, { state: 'withdrawn', failure: null, isSeen: true, settledAt: seconds() })

  /** Returns the reply for an act that has not ended, and withdraws an act that must not wait. */
  const leave = (act: StoredStudyAct, submitted: SubmittedAct): Submitted => {
    const { idempotencyKey, kind } = act
    const studyID = act.studyID as StudyID
    if (act.state === 'waiting') {
      const reply = answers.get(idempotencyKey)
      const isAnswered = reply !== undefined && !reply.ok && reply.failure.code !== 'offline'
      const refusal = isAnswered ? reply : submitted.refuseOffline()
      const twin = kind === 'checkin' ? countingCheckIn(studyID, ofStudy(studyID), !isOffline()) : undefined
      if (refusal !== null || twin !== undefined) {
        withdraw(act)
        return refusal === null ? { kind: 'waiting', act } : refused(refusal.failure)
      }
    }
    for (const listener of leftListeners) listener()
    return { kind: 'waiting', act }
  }

  const perform = async (submitted: SubmittedAct): Promise<Submitted> => {
    const author = gate.author()
    if (author === null) return refused({ code: 'signed-out', message: 'Sign in first.' })
    const { idempotencyKey, studyID } = submitted
    const request = toRequest(submitted)
    const before = journal.read(idempotencyKey)
    const known = before === null ? null : readKnown(before, submitted, author, request)
    if (known !== null) return known
    const authorName = session.user()?.fullname ?? ''
    if (!recordAct(parts, before, { submitted, author, authorName, request, doneAt: seconds() })) return notWritten
    if (!isOffline()) await keyed.sendLine(studyID, author)
    const now = journal.read(idempotencyKey)
    if (now === null) return notWritten
    if (now.state === 'refused' && now.failure !== null) return refused(now.failure)
    if (isOpenAct(now)) return leave(now, submitted)
    const reply = answers.get(idempotencyKey)
    return { kind: 'kept', act: now, answer: reply?.ok === true ? reply.value : null }
  }

  return {
    submit: async (act) => {
      const key = act.idempotencyKey
      const running = asked.get(key)
      if (running !== undefined) {
        const isSame = toDetails(running.act) === toDetails(act)
        return isSame ? await running.work : reused
      }
      // Starts in a later microtask, after `asked` has the entry.
      const work = Promise.resolve().then(() => perform(act))
      asked.set(key, { act, work })
      let result: Submitted | null = null
      try {
        result = await work
        return result
      } finally {
        asked.delete(key)
        answers.delete(key)
        // Every window reads the waiting acts again, including the window that waited for this reply.
        if (result?.kind === 'waiting') publishWaiting(result.act)
      }
    },
    undoCheckIn: (studyID) => {
      const act = journal
        .ofStudy(studyID)
        .find((one) => one.kind === 'checkin' && isOpenAct(one) && gate.isSignedIn(one.author))
      if (act === undefined) return 'none'
      if (act.state === 'open') return 'may-have-been-sent'
      withdraw(act)
      publishWaiting(act)
      return 'taken-back'
    },
    settleOpen: keyed.settleOpen,
    hasOpen: keyed.hasOpen,
    ofStudy,
    waiting: () => toShown(journal.unread()),
    withWaiting: (study) =>
      withWaitingActs(hideLocationsFromUser(study, session.user()), ofStudy(study.studyID), !isOffline()),
    dismiss: (idempotencyKey) => {
      const act = journal.read(idempotencyKey)
      if (act !== null && !gate.isSignedIn(act.author)) return fail('act-not-allowed', describeNotYours(act.authorName))
      if (act !== null && journal.acknowledge(idempotencyKey)) publishWaiting(act)
      return ok({})
    },
    onLeft: (listener) => {
      leftListeners.push(listener)
    },
    finish: async () => {
      await Promise.allSettled([...[...asked.values()].map(({ work }) => work), keyed.finish()])
    },
  }
}
