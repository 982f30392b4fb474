import type { FailureCode, Reply } from '#contract/reply.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import {
  parseSafetyDraft,
  safetyDraftID,
  safetyDraftPrefix,
  studyOfSafetyDraft,
} from '#domain/safety/study-safety-draft.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { parseJson } from '../journal/stored-form.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { createDraftScheduler, keyOfDraft, type OwnDraft } from './draft-scheduler.ts'

/** Milliseconds from the last answer until the draft is sent. */
export const draftQuietMs = 2000
/** Wait in milliseconds before a draft that could not be sent is retried; each reconnect also retries it. */
const retryMs = 15_000

export type SafetyDraftSender = {
  /** Sends a draft of safety answers after {@link draftQuietMs} without another answer. Ignores other drafts. */
  noteSaved(draftID: string): void
  noteDiscarded(draftID: string): void
  /**
   * Makes the call that discards a study's draft for every workstation, after a send that is running, and before any
   * later send. On success it also discards the local draft of the signed-in user; otherwise it shares that draft
   * again.
   */
  discard<Value>(studyID: StudyID, call: () => Promise<Reply<Value>>): Promise<Reply<Value>>
  /** Sends every draft of the signed-in user: after a start, a sign-in, or a reconnect. */
  sendAll(): Promise<void>
  stop(): void
}

/**
 * The back office never accepts the same draft after these codes, so no retry is planned. The next change or the next
 * `sendAll` sends the draft again.
 */
const finalCodes: readonly FailureCode[] = [
  'invalid-input',
  'not-found',
  'location-forbidden',
  'insufficient-permissions',
  'already-cancelled',
  'payload-too-large',
]

/**
 * Creates the sender that shares unfinished answers with other workstations (decisions §6). It always sends the draft
 * as it is on disk, so a crash, a lock or a lost connection only delays the draft.
 */
export const createSafetyDraftSender = (parts: {
  readonly calls: Pick<StaffCalls, 'call'>
  readonly database: Pick<WorkstationDatabase, 'journal'>
  readonly keeper: Pick<RecordKeeper, 'keepSafety'>
  readonly session: SessionHolder
}): SafetyDraftSender => {
  const { calls, database, keeper, session } = parts
  /**
   * By user and draft: the answers sent last, and the draft's base at that time. The page updates the base in the draft
   * later. Until then the answers sent last are the base of the next send.
   */
  const sent = new Map<string, { readonly base: Answers; readonly answers: Answers }>()
  const sendNow = async (own: OwnDraft): Promise<void> => {
    const { author, draftID } = own
    const studyID = studyOfSafetyDraft(draftID)
    // After a change of user the draft waits: only its author's session may send it.
    if (studyID === null || session.user()?.user_id !== author) return
    const stored = database.journal.drafts.read(author, draftID)
    const draft = stored === null ? null : parseSafetyDraft(parseJson(stored.content))
    if (draft === null) return
    const { answers, baseAnswers } = draft
    const before = sent.get(keyOfDraft(own))
    const base = before !== undefined && isSame(before.base, baseAnswers) ? before.answers : baseAnswers
    if (isSame(answers, base)) return
    const reply = await calls.call('saveSafetyDraft', { body: { studyID, SafetyQuestions: answers, base } })
    if (!reply.ok) {
      if (!finalCodes.includes(reply.failure.code)) scheduler.schedule(own, retryMs)
      return
    }
    if (reply.value.conflicts.length === 0) sent.set(keyOfDraft(own), { base: baseAnswers, answers })
    keeper.keepSafety(reply.value.study, reply.value.record)
  }

  // Each send starts from the result of the one before it.
  const scheduler = createDraftScheduler(sendNow, retryMs)

  const ownDraft = (draftID: string): OwnDraft | null => {
    const author = session.user()?.user_id
    return author === undefined || studyOfSafetyDraft(draftID) === null ? null : { author, draftID }
  }

  const forget = (own: OwnDraft): void => {
    scheduler.unschedule(own)
    sent.delete(keyOfDraft(own))
  }

  return {
    noteSaved: (draftID) => {
      const own = ownDraft(draftID)
      if (own !== null) scheduler.schedule(own, draftQuietMs)
    },
    noteDiscarded: (draftID) => {
      const own = ownDraft(draftID)
      if (own !== null) forget(own)
    },
    discard: async (studyID, call) => {
      const own = ownDraft(safetyDraftID(studyID))
      if (own === null) return await call()
      return await scheduler.inTurn(own, async () => {
        const reply = await call()
        if (reply.ok) {
          database.journal.drafts.discard(own.author, own.draftID)
          forget(own)
        } else scheduler.schedule(own, retryMs)
        return reply
      })
    },
    sendAll: async () => {
      const author = session.user()?.user_id
      if (author === undefined) return
      for (const draftID of database.journal.drafts.list(author, safetyDraftPrefix))
        await scheduler.work({ author, draftID })
    },
    stop: scheduler.stop,
  }
}

const isSame = (a: Answers, b: Answers): boolean => changedFields(safetyQuestionnaire, a, b).length === 0
