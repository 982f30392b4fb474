import { fail, ok, type Reply } from '#contract/reply.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import {
  checkInForm,
  noteForm,
  type StoredCheckIn,
  type StoredNote,
  type StoredStudyAct,
  type StudyActJournal,
} from '../journal/study-act-journal.ts'
import type { CallSession } from '../keyed-calls/author-gate.ts'
import { studyActPolicy } from '../keyed-calls/keyed-call-policies.ts'
import type { KeyedCallKind } from '../keyed-calls/keyed-calls.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

type ActCallsParts = {
  readonly calls: StaffCalls
  readonly journal: StudyActJournal
  readonly keeper: RecordKeeper
  readonly session: CallSession
  readonly log: Log
  nowMs(): number
  isOffline(): boolean
  /** Returns whether a window is waiting for an act now. */
  isWatched(idempotencyKey: string): boolean
  /** Called with the answer of a call. */
  onAnswer(idempotencyKey: string, reply: Reply<ActAnswer>): void
  /** Called when an act has ended that no window is waiting for. */
  onEnded(act: StoredStudyAct): void
}

/** The back office's answer: the study for a check-in, the entry for a note. */
export type ActAnswer = Study | LogEntry

/** The request of an act. */
type Asked =
  | { readonly kind: 'note'; readonly note: StoredNote }
  | { readonly kind: 'checkin'; readonly checkIn: StoredCheckIn }

/**
 * The request of a turn. A live check-in is sent without a time: the back office's clock is right, and this
 * workstation's may not be.
 */
type ActRequest = { readonly asked: Asked; readonly isLive: boolean }

/** An act that is sent more than this many seconds after it was done counts as one that has waited. */
const liveSeconds = 10

export const isOpenAct = ({ state }: StoredStudyAct): boolean => state === 'open' || state === 'waiting'

/**
 * Returns the request of an act that has not ended. Fails when it cannot be read: the act is then not sent, and its row
 * is kept.
 */
export const readAsked = ({ kind, request }: StoredStudyAct): Reply<Asked> => {
  if (kind === 'note') {
    const note = noteForm.read(request)
    return note.ok ? ok({ kind, note: note.value }) : note
  }
  const checkIn = checkInForm.read(request)
  return checkIn.ok ? ok({ kind, checkIn: checkIn.value }) : checkIn
}

/** Creates the keyed calls for check-ins and notes. */
export const createActCalls = (parts: ActCallsParts): KeyedCallKind<StoredStudyAct, ActRequest, ActAnswer> => {
  const { calls, journal, keeper, session, log, nowMs, isWatched } = parts
  const seconds = (): number => Math.floor(nowMs() / 1000)

  const callRoute = async (act: StoredStudyAct, { asked, isLive }: ActRequest): Promise<Reply<ActAnswer>> => {
    if (session.token() === null) return fail('offline', 'No signed-in session can send it.')
    // From here on the call may have been sent.
    journal.move(act.idempotencyKey, 'open')
    const params = { studyId: act.studyID }
    const options = { idempotencyKey: act.idempotencyKey }
    const at = toInstant(act.doneAt * 1000)
    if (asked.kind === 'note') {
      return await calls.callExactly('addLogEntry', { params, body: { ...asked.note, at } }, options)
    }
    const body = asked.checkIn
    if (!isLive) {
      const reply = await calls.callExactly('updateStudyStatus', { params, body: { ...body, at } }, options)
      // A live check-in under this key arrived, but its answer was lost, so the original body is sent again.
      if (reply.ok || reply.failure.code !== 'idempotency-key-reused') return reply
    }
    return await calls.callExactly('updateStudyStatus', { params, body }, options)
  }

  return {
    policyOf: () => studyActPolicy,
    unsettled: journal.unsettled,
    current: ({ idempotencyKey }) => {
      const act = journal.read(idempotencyKey)
      return act !== null && isOpenAct(act) ? act : null
    },
    lineOf: ({ studyID }) => studyID,
    turnOf: ({ state, idempotencyKey }) => ({
      state,
      mayHaveActed: state === 'open',
      isWatched: isWatched(idempotencyKey),
    }),
    prepare: (act) => {
      const asked = readAsked(act)
      if (!asked.ok) return asked
      const isFresh = act.state !== 'open' && seconds() - act.doneAt <= liveSeconds
      return ok({ asked: asked.value, isLive: isWatched(act.idempotencyKey) && isFresh })
    },
    call: async (act, request) => {
      const reply = await callRoute(act, request)
      parts.onAnswer(act.idempotencyKey, reply)
      return reply
    },
    record: (act, _, __, { decision, reply }) => {
      const { idempotencyKey: key, kind } = act
      // A window may have started to wait for the act during the call.
      const isSeen = isWatched(key)
      if (reply.ok) {
        // Writes the cache first. After a crash between the two writes the act is still open, and the retry fetches the
        // study again.
        if ('studyID' in reply.value) keeper.keepStudy(reply.value)
        journal.settle(key, { state: 'done', failure: null, isSeen: true, settledAt: seconds() })
        if (!isSeen) parts.onEnded(act)
        // A note is not part of its study's record, so without this call the windows would see it only after the change
        // feed is read.
        else if (kind === 'note') keeper.noteStudy(act.studyID as StudyID)
        return
      }
      const { failure } = reply
      if (decision === 'waiting') journal.move(key, 'waiting')
      else if (decision === 'unknown') {
        log('warning', 'study.act-outcome-unknown', { kind, code: failure.code })
      } else {
        log('warning', 'study.act-refused', { kind, code: failure.code })
        journal.settle(key, { state: 'refused', failure, isSeen, settledAt: seconds() })
        if (!isSeen) parts.onEnded(act)
      }
    },
    noteUnreadable: ({ kind }) => log('error', 'study.act-unreadable', { kind }),
    // Without a token a call answers `offline`. This answer replaces the answer of an earlier call. An act that a
    // window is waiting for therefore stays at this workstation to be sent later.
    answersWithoutToken: true,
    isOffline: parts.isOffline,
  }
}
