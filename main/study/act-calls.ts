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
  /** Whether the desk waits for an act at this moment. */
  isWatched(idempotencyKey: string): boolean
  /** What a call answered. */
  onAnswer(idempotencyKey: string, reply: Reply<ActAnswer>): void
  /** An act that no desk waits for has ended. */
  onEnded(act: StoredStudyAct): void
}

/** What the back office answers: the study of a check-in, the entry of a note. */
export type ActAnswer = Study | LogEntry

/** What an act asks for. */
type Asked =
  | { readonly kind: 'note'; readonly note: StoredNote }
  | { readonly kind: 'checkin'; readonly checkIn: StoredCheckIn }

/** What a turn sends. A check-in that is live says no time: the back office's clock is right, and this workstation's may not be. */
type ActRequest = { readonly asked: Asked; readonly isLive: boolean }

/** An act that is sent later than this has waited. */
const liveSeconds = 10

export const isOpenAct = ({ state }: StoredStudyAct): boolean => state === 'open' || state === 'waiting'

/** What an act that has not ended asks for. Fails where it cannot be read: then it is not sent, and its row is kept. */
export const readAsked = ({ kind, request }: StoredStudyAct): Reply<Asked> => {
  if (kind === 'note') {
    const note = noteForm.read(request)
    return note.ok ? ok({ kind, note: note.value }) : note
  }
  const checkIn = checkInForm.read(request)
  return checkIn.ok ? ok({ kind, checkIn: checkIn.value }) : checkIn
}

/** Check-ins and notes as keyed calls. */
export const createActCalls = (parts: ActCallsParts): KeyedCallKind<StoredStudyAct, ActRequest, ActAnswer> => {
  const { calls, journal, keeper, session, log, nowMs, isWatched } = parts
  const seconds = (): number => Math.floor(nowMs() / 1000)

  const callRoute = async (act: StoredStudyAct, { asked, isLive }: ActRequest): Promise<Reply<ActAnswer>> => {
    if (session.token() === null) return fail('offline', 'There is no session to send it in.')
    // From here on it may have been sent.
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
      // Under this key a live one has arrived whose answer was lost: that is asked for again, in its own words.
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
      // The desk may have begun to wait for it during the call.
      const isSeen = isWatched(key)
      if (reply.ok) {
        // The cache first: a crash between the two leaves the act open, and asking again brings the study once more.
        if ('studyID' in reply.value) keeper.keepStudy(reply.value)
        journal.settle(key, { state: 'done', failure: null, isSeen: true, settledAt: seconds() })
        if (!isSeen) parts.onEnded(act)
        // A note is no part of its study's record: only this workstation knows of the new one yet.
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
    // A submission that waits in the line gets that answer and stays here, whatever an earlier call answered.
    answersWithoutToken: true,
    isOffline: parts.isOffline,
  }
}
