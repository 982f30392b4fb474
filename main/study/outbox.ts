import { isNotSent, mayBeDone } from '#contract/failures.ts'
import type { Nothing } from '#contract/reply.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { hidePlacesFrom } from '#domain/safety/other-bookings.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { countingCheckIn, type WaitingActKind, withWaitingActs } from '#domain/study/waiting-act.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import { unreadable } from '../journal/stored-form.ts'
import {
  checkInForm,
  isNoteOf,
  noteForm,
  type StoredCheckIn,
  type StoredNote,
  type StoredStudyAct,
  type StudyActJournal,
} from '../journal/study-act-journal.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

export type Refusal = Extract<Reply<never>, { readonly ok: false }>

type SubmittedAct = {
  readonly kind: WaitingActKind
  readonly studyID: StudyID
  readonly idempotencyKey: string
  /** What a note says; null for a check-in. */
  readonly note: StoredNote | null
  /** The appointment the desk saw when it checked somebody in, null for none; undefined of a note, or where it is not known. */
  readonly utcStart?: Instant | null | undefined
  /** Why a member is checked in although another booking has a stop; undefined where none is given. */
  readonly settleReason?: string | undefined
  /** Why it must not be kept here for later, as far as this workstation knows; null where it may. */
  refuseOffline(): Refusal | null
}

type Submitted =
  /** `answer`: what the back office said; null where it said so earlier. */
  | { readonly kind: 'kept'; readonly act: StoredStudyAct; readonly answer: Study | LogEntry | null }
  | { readonly kind: 'waiting'; readonly act: StoredStudyAct }
  | { readonly kind: 'refused'; readonly failure: Failure }

/** Check-ins and notes between the desk and the back office (decisions §5 offline policy: safe). */
export type StudyOutbox = {
  /** Writes an act down, sends it after what waits on the same study, and writes down what came of it. One key acts once. */
  submit(act: SubmittedAct): Promise<Submitted>
  /** Takes back a check-in of the signed-in person that has not left this workstation. */
  takeBackCheckIn(studyID: StudyID): 'taken-back' | 'none' | 'may-have-been-sent'
  /** Sends the signed-in person's acts again that have not ended, oldest first on each study, under their keys. */
  settleOpen(): Promise<void>
  /** Whether anything of the signed-in person's is still to be sent. */
  hasOpen(): boolean
  /** What waits on a study or was refused and nobody has read, whoever did it, oldest first. */
  ofStudy(studyID: StudyID): readonly WaitingStudyAct[]
  /** The same of every study. */
  waiting(): readonly WaitingStudyAct[]
  /** A study as it will be once what waits here has been sent: every answer with a study passes through this. */
  withWaiting(study: Study): Study
  /** Who did it has read a refusal; one that still waits stays. Others may not put it away: whoever lost it has to know. */
  dismiss(idempotencyKey: string): Reply<Nothing>
  /** Calls `listener` when something was left to be sent: {@link settleOpen} is to be called after a while. */
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
  /** The back office is known to be out of reach: nobody is kept waiting for a call that cannot be made. */
  isOffline(): boolean
}

/** What has lain here for longer before it is sent has waited. */
const liveSeconds = 10
const reusedMessage = 'This was sent already with other details. Please start again.'
const notWrittenMessage = 'This could not be written down on this workstation, so nothing was recorded.'

/** Why somebody else's lost check-in or note is not put away. */
const describeNotYours = (by: string): string =>
  `Only ${by || 'whoever did this'} can put this notice away, once they have read it.`

const refused = (failure: Failure): Submitted => ({ kind: 'refused', failure })
const toDetails = ({ kind, studyID, note }: SubmittedAct): string => JSON.stringify([kind, studyID, note])
const isUnsettled = ({ state }: StoredStudyAct): boolean => state === 'open' || state === 'waiting'

/** What an act that has not ended asks for; null where it cannot be read: then it is not sent, and its row is kept. */
type Asked =
  | { readonly kind: 'note'; readonly note: StoredNote }
  | { readonly kind: 'checkin'; readonly checkIn: StoredCheckIn }
const readAsked = ({ kind, request }: StoredStudyAct): Asked | null => {
  if (kind === 'note') {
    const note = noteForm.read(request)
    return note.ok ? { kind, note: note.value } : null
  }
  const checkIn = checkInForm.read(request)
  return checkIn.ok ? { kind, checkIn: checkIn.value } : null
}
const isReadable = (act: StoredStudyAct): boolean => readAsked(act) !== null

export const createStudyOutbox = (parts: StudyOutboxParts): StudyOutbox => {
  const { calls, journal, keeper, session, publish, log, nowMs, isOffline } = parts
  const leftListeners: (() => void)[] = []
  /** Acts that somebody at the desk waits for at this moment: no news to them. */
  const asked = new Map<string, { readonly act: SubmittedAct; readonly work: Promise<Submitted> }>()
  /** One study's acts are sent one after the other. */
  const drains = new Map<string, Promise<void>>()
  /** What the last calls answered, for whoever waits for it. */
  const answers = new Map<string, Reply<Study | LogEntry>>()
  let settling: Promise<void> | null = null

  const isSignedIn = (author: string): boolean => session.user()?.user_id === author
  const seconds = (): number => Math.floor(nowMs() / 1000)

  /** What waits is another than before: the board and every page with the study look again. */
  const tell = ({ studyID }: StoredStudyAct): void => {
    publish('study.waitingChanged', { studyID: studyID as StudyID })
    keeper.noteStudy(studyID as StudyID)
  }

  /**
   * Asks the back office. A check-in that is sent while the desk waits for it says no time: the back office's clock is right, and
   * this workstation's may not be.
   */
  const callRoute = async (act: StoredStudyAct, what: Asked, isLive: boolean): Promise<Reply<Study | LogEntry>> => {
    if (!isSignedIn(act.author) || session.token() === null)
      return fail('offline', 'Only its author’s session may send it.')
    const params = { studyId: act.studyID }
    const options = { idempotencyKey: act.idempotencyKey }
    const at = toInstant(act.doneAt * 1000)
    if (what.kind === 'note') {
      return await calls.callExactly('addLogEntry', { params, body: { ...what.note, at } }, options)
    }
    const seen = what.checkIn
    if (!isLive) {
      const reply = await calls.callExactly('updateStudyStatus', { params, body: { ...seen, at } }, options)
      // Under this key a live one has arrived whose answer was lost: that is asked for again, in its own words.
      if (reply.ok || reply.failure.code !== 'idempotency-key-reused') return reply
    }
    return await calls.callExactly('updateStudyStatus', { params, body: seen }, options)
  }

  /** Sends one act and records what is known afterwards. False where it is still to be sent. */
  const send = async (act: StoredStudyAct): Promise<boolean> => {
    const key = act.idempotencyKey
    const what = readAsked(act)
    if (what === null) {
      log('error', 'study.act-unreadable', { kind: act.kind })
      return true
    }
    let mayHaveActed = act.state === 'open'
    const isLive = asked.has(key) && !mayHaveActed && seconds() - act.doneAt <= liveSeconds
    // From here on nobody may say that it never left.
    journal.move(key, 'open')
    let reply = await callRoute(act, what, isLive)
    if (!reply.ok && reply.failure.code === 'unexpected') {
      // The same key cannot act twice, and a second answer often tells what the first one could not.
      mayHaveActed = true
      reply = await callRoute(act, what, isLive)
    }
    if (asked.has(key)) answers.set(key, reply)
    if (reply.ok) {
      // The cache first: a crash between the two leaves the act open, and asking again brings the study once more.
      if ('studyID' in reply.value) keeper.keepStudy(reply.value)
      journal.settle(key, { state: 'done', failure: null, isSeen: true, settledAt: seconds() })
      if (!asked.has(key)) tell(act)
      // A note is no part of its study's record: that there is one more only this desk knows so far.
      else if (act.kind === 'note') keeper.noteStudy(act.studyID as StudyID)
      return true
    }
    const { failure } = reply
    if (isNotSent('rest', failure) && !mayHaveActed) {
      journal.move(key, 'waiting')
      return false
    }
    if (mayBeDone('rest', mayHaveActed, failure)) {
      log('warning', 'study.act-outcome-unknown', { kind: act.kind, code: failure.code })
      return false
    }
    log('warning', 'study.act-refused', { kind: act.kind, code: failure.code })
    journal.settle(key, { state: 'refused', failure, isSeen: asked.has(key), settledAt: seconds() })
    if (!asked.has(key)) tell(act)
    return true
  }

  /** Sends a person's acts on one study until one cannot be sent; false then. */
  const drainNow = async (studyID: string, author: string): Promise<boolean> => {
    for (const { idempotencyKey, studyID: of } of journal.unsettled(author)) {
      if (of !== studyID) continue
      // It may have been taken back while an earlier one was on its way.
      const act = journal.read(idempotencyKey)
      if (act === null || !isUnsettled(act)) continue
      if (!isSignedIn(author) || !(await send(act))) return false
    }
    return true
  }

  const drain = async (studyID: string, author: string): Promise<boolean> => {
    const before = drains.get(studyID) ?? Promise.resolve()
    const work = before.catch(() => {}).then(() => drainNow(studyID, author))
    const ended = work.then(
      () => {},
      () => {},
    )
    drains.set(studyID, ended)
    try {
      return await work
    } finally {
      if (drains.get(studyID) === ended) drains.delete(studyID)
    }
  }

  const toWaiting = (act: StoredStudyAct): WaitingStudyAct => {
    const what = readAsked(act)
    return toWaitingAs(act, what, act.failure ?? (what === null && isUnsettled(act) ? unreadable.failure : null))
  }
  const toWaitingAs = (act: StoredStudyAct, what: Asked | null, failure: Failure | null): WaitingStudyAct => ({
    idempotencyKey: act.idempotencyKey,
    studyID: act.studyID as StudyID,
    kind: act.kind,
    // The words of a note that was lost are their author's alone.
    note: what?.kind === 'note' && (act.failure === null || isSignedIn(act.author)) ? what.note : null,
    at: toInstant(act.doneAt * 1000),
    by: act.authorName,
    isOwn: isSignedIn(act.author),
    failure,
  })
  const ofStudy = (studyID: StudyID): readonly WaitingStudyAct[] =>
    journal.ofStudy(studyID).flatMap((act) => (asked.has(act.idempotencyKey) ? [] : [toWaiting(act)]))

  /** Why an act under a known key is not sent, or what came of it earlier; null where it is to be sent. */
  const known = (before: StoredStudyAct, act: SubmittedAct, author: string, request: string): Submitted | null => {
    const isSame =
      before.author === author &&
      before.kind === act.kind &&
      before.studyID === act.studyID &&
      (act.kind === 'checkin' || before.state === 'withdrawn' || isNoteOf(before, request))
    if (!isSame) return refused({ code: 'idempotency-key-reused', message: reusedMessage })
    if (before.state === 'done') return { kind: 'kept', act: before, answer: null }
    if (before.state === 'refused' && before.failure !== null) return refused(before.failure)
    return null
  }

  /** Writes an act down, so that from here on neither a crash nor a lost line loses it. */
  const writeDown = (act: SubmittedAct, before: StoredStudyAct | null, author: string, request: string): boolean => {
    if (before !== null && isUnsettled(before)) return true
    const { idempotencyKey, kind, studyID } = act
    const authorName = session.user()?.fullname ?? ''
    const row = { idempotencyKey, author, authorName, studyID, kind, request, doneAt: seconds() }
    try {
      if (before === null) journal.begin(row)
      else journal.reopen(row)
      return true
    } catch (thrown) {
      log('error', 'study.journal-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      return false
    }
  }

  /** What the desk is told of an act that has not ended, and whether it waits at all. */
  const leave = (act: StoredStudyAct, submitted: SubmittedAct): Submitted => {
    const { idempotencyKey, studyID, kind } = act
    if (act.state === 'waiting') {
      const reply = answers.get(idempotencyKey)
      const isTold = reply !== undefined && !reply.ok && reply.failure.code !== 'offline'
      const refusal = isTold ? (reply as Refusal) : submitted.refuseOffline()
      const twin =
        kind === 'checkin' ? countingCheckIn(studyID as StudyID, ofStudy(studyID as StudyID), !isOffline()) : undefined
      if (refusal !== null || twin !== undefined) {
        journal.settle(idempotencyKey, { state: 'withdrawn', failure: null, isSeen: true, settledAt: seconds() })
        return refusal === null ? { kind: 'waiting', act } : refused(refusal.failure)
      }
    }
    for (const listener of leftListeners) listener()
    return { kind: 'waiting', act }
  }

  const perform = async (submitted: SubmittedAct): Promise<Submitted> => {
    const author = session.user()?.user_id
    if (author === undefined) return refused({ code: 'signed-out', message: 'Please sign in first.' })
    const { idempotencyKey, studyID, note } = submitted
    const { utcStart, settleReason } = submitted
    const request = note === null ? checkInForm.write({ checkin: true, utcStart, settleReason }) : noteForm.write(note)
    const before = journal.read(idempotencyKey)
    const answer = before === null ? null : known(before, submitted, author, request)
    if (answer !== null) return answer
    if (!writeDown(submitted, before, author, request))
      return refused({ code: 'unexpected', message: notWrittenMessage })
    if (!isOffline()) await drain(studyID, author)
    const now = journal.read(idempotencyKey)
    if (now === null) return refused({ code: 'unexpected', message: notWrittenMessage })
    if (now.state === 'refused' && now.failure !== null) return refused(now.failure)
    if (isUnsettled(now)) return leave(now, submitted)
    const reply = answers.get(idempotencyKey)
    return { kind: 'kept', act: now, answer: reply?.ok === true ? reply.value : null }
  }

  const settleAll = async (): Promise<void> => {
    const author = session.user()?.user_id
    if (author === undefined) return
    const studies = new Set(journal.unsettled(author).map(({ studyID }) => studyID))
    for (const studyID of studies) {
      if (!isSignedIn(author) || session.token() === null || isOffline()) return
      await drain(studyID, author)
    }
  }

  return {
    submit: async (act) => {
      const key = act.idempotencyKey
      const running = asked.get(key)
      if (running !== undefined) {
        const isSame = toDetails(running.act) === toDetails(act)
        return isSame ? await running.work : refused({ code: 'idempotency-key-reused', message: reusedMessage })
      }
      // Begun once it is known to be asked for.
      const work = Promise.resolve().then(() => perform(act))
      asked.set(key, { act, work })
      let result: Submitted | null = null
      try {
        result = await work
        return result
      } finally {
        asked.delete(key)
        answers.delete(key)
        // News to everybody but whoever is being answered, and that window reads again with the others.
        if (result?.kind === 'waiting') tell(result.act)
      }
    },
    takeBackCheckIn: (studyID) => {
      const act = journal
        .ofStudy(studyID)
        .find((one) => one.kind === 'checkin' && isUnsettled(one) && isSignedIn(one.author))
      if (act === undefined) return 'none'
      if (act.state === 'open') return 'may-have-been-sent'
      const settledAt = seconds()
      journal.settle(act.idempotencyKey, { state: 'withdrawn', failure: null, isSeen: true, settledAt })
      tell(act)
      return 'taken-back'
    },
    settleOpen: () => {
      settling ??= settleAll().finally(() => {
        settling = null
      })
      return settling
    },
    hasOpen: () => {
      const author = session.user()?.user_id
      return author !== undefined && journal.unsettled(author).some(isReadable)
    },
    ofStudy,
    waiting: () => journal.unread().flatMap((act) => (asked.has(act.idempotencyKey) ? [] : [toWaiting(act)])),
    withWaiting: (study) => {
      const user = session.user()
      // The copy may have been read for a colleague who sees more locations.
      const safety = hidePlacesFrom(study.safety, (locationID) => user !== null && isLocationAllowed(user, locationID))
      return withWaitingActs({ ...study, safety }, ofStudy(study.studyID), !isOffline())
    },
    dismiss: (idempotencyKey) => {
      const act = journal.read(idempotencyKey)
      if (act !== null && !isSignedIn(act.author)) return fail('act-not-allowed', describeNotYours(act.authorName))
      if (act !== null && journal.acknowledge(idempotencyKey)) tell(act)
      return ok({})
    },
    onLeft: (listener) => {
      leftListeners.push(listener)
    },
    finish: async () => {
      await Promise.allSettled([...[...asked.values()].map(({ work }) => work), ...drains.values()])
    },
  }
}
