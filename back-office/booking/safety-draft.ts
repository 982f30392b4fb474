import type { RouteAnswer } from '#contract/back-office.ts'
import type { BookingRequest } from '#domain/booking/booking-request.ts'
import { bookingSafetyDraftDays, isAnsweredIn } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import { evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import { type Caller, type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { notForYou } from '../kernel/route-access.ts'
import { checkMemberInReach } from '../members/reach.ts'
import {
  type BookingSafetyDraftRow,
  findBookingSafetyDraft,
  findBookingSafetyDrafts,
  putBookingSafetyDraft,
  removeBookingSafetyDrafts,
  removeOldBookingSafetyDrafts,
  toBookingSafetyDraft,
} from '../repositories/booking-safety-drafts-repository.ts'
import { parseAnswersOf } from '../repositories/safety-repository.ts'
import { draftWriter, parseUnfinishedAnswers } from '../safety/draft.ts'
import { findSex } from './member-sex.ts'
import { findBookableLocation } from './permissions.ts'

type SafetyDraftContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now' | 'setAuditSubject'>

/** Returns a time in epoch seconds. Answers without a booking have expired if they were saved before this time. */
const expiredBefore = (now: number): number => now - bookingSafetyDraftDays * 86_400

/** Throws 403 `insufficient-permissions` for the record of another user, and for a member who names another member. */
const checkMayWrite = (caller: Caller, memberID: string, row: BookingSafetyDraftRow | undefined): void => {
  if (!caller.isStaff && caller.memberID !== memberID) throw notForYou()
  if (row !== undefined && row.saved_by_user !== caller.userID) throw notForYou()
}

/**
 * Stores answers about a member that were given before a booking; the contract's `saveBookingSafetyDraft` has the
 * rules.
 */
export const saveBookingSafetyDraft = async (
  input: HandlerInput<'saveBookingSafetyDraft'>['body'],
  context: SafetyDraftContext,
): Promise<RouteAnswer<'saveBookingSafetyDraft'>> => {
  const { draftID, patientID: memberID, locationID } = input
  const caller = requireCaller(context)
  checkMayWrite(caller, memberID, undefined)
  const location = await findBookableLocation(context.db, locationID, context)
  return inTransaction(context.db, async (db) => {
    const gender = await findSex(db, memberID, context, true)
    await checkMemberInReach(db, memberID, context)
    const row = await findBookingSafetyDraft(db, draftID, memberID)
    checkMayWrite(caller, memberID, row)
    const parsed = parseUnfinishedAnswers(input.SafetyQuestions, gender, location.timezone, context)
    const { answers } = evaluate(safetyQuestionnaire, { gender }, parsed.answers)
    if (Object.keys(answers).length === 0) {
      if (row !== undefined) await removeBookingSafetyDrafts(db, [row.draft_id])
      return { draft: null }
    }
    if (row !== undefined && row.location_id === locationID && isSame(parseAnswersOf(row), answers)) {
      return { draft: toBookingSafetyDraft(row) }
    }
    await putBookingSafetyDraft(
      db,
      { draftID, memberID },
      {
        location_id: locationID,
        answers: JSON.stringify(answers),
        version: Math.max((row?.version ?? 0) + 1, context.now),
        ...draftWriter(context),
      },
    )
    const kept = await findBookingSafetyDraft(db, draftID, memberID)
    return { draft: kept === undefined ? null : toBookingSafetyDraft(kept) }
  })
}

const isSame = (a: Answers, b: Answers): boolean => isAnsweredIn(a, b) && isAnsweredIn(b, a)

/**
 * Returns the answers about a member that were given before a booking, without those given for a location where the
 * caller has no right to work.
 */
export const readBookingSafetyDrafts = async (
  { patientID }: HandlerInput<'readBookingSafetyDrafts'>['query'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now'>,
): Promise<RouteAnswer<'readBookingSafetyDrafts'>> => {
  const caller = requireCaller(context)
  await findSex(context.db, patientID, context, false)
  const rows = await findBookingSafetyDrafts(context.db, patientID, expiredBefore(context.now))
  return { drafts: rows.filter((row) => mayWorkAt(caller, row.location_id)).map(toBookingSafetyDraft) }
}

/** Removes a booking draft's answers about a member. A record that is already gone is not an error. */
export const discardBookingSafetyDraft = async (
  { draftID, patientID }: HandlerInput<'discardBookingSafetyDraft'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'discardBookingSafetyDraft'>> =>
  inTransaction(context.db, async (db) => {
    const row = await findBookingSafetyDraft(db, draftID, patientID)
    checkMayWrite(requireCaller(context), patientID, row)
    if (row !== undefined) {
      context.setAuditSubject({ locationID: row.location_id })
      await removeBookingSafetyDrafts(db, [row.draft_id])
    }
    return { ok: true }
  })

/**
 * Returns the record that a booking names; undefined if it names none, or a record that was removed, has expired or was
 * saved by another user.
 */
export const findDraftToMove = async (
  db: Database,
  { safetyDraftID, patientID }: Pick<BookingRequest, 'safetyDraftID' | 'patientID'>,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<BookingSafetyDraftRow | undefined> => {
  if (safetyDraftID === undefined) return undefined
  const row = await findBookingSafetyDraft(db, safetyDraftID, patientID)
  const isUsable = row?.saved_by_user === requireCaller(context).userID && row.saved_at >= expiredBefore(context.now)
  return isUsable ? row : undefined
}

/**
 * Removes the record that a booking moved to its study, and those of the member's other records whose answers are all
 * in the study. A record with an answer that the study lacks stays.
 */
export const removeMovedDrafts = async (
  db: Database,
  memberID: string,
  moved: BookingSafetyDraftRow | undefined,
  kept: Answers,
): Promise<void> => {
  const rows = await findBookingSafetyDrafts(db, memberID, 0)
  const keys = rows.filter((row) => isAnsweredIn(parseAnswersOf(row), kept)).map((row) => row.draft_id)
  await removeBookingSafetyDrafts(db, moved === undefined ? keys : [...keys, moved.draft_id])
}

/** Deletes answers without a booking 30 days after the last change, with an audit row for each record. */
export const sweepBookingSafetyDrafts = async (
  db: Database,
  { kind, now }: { readonly kind: DatabaseKind; readonly now: number },
): Promise<number> =>
  inTransaction(db, async (inside) => {
    const removed = await removeOldBookingSafetyDrafts(inside, expiredBefore(now))
    if (removed.length === 0) return 0
    await appendAudit(
      inside,
      kind,
      removed.map(({ member_id, location_id }) => ({
        at: now,
        user_id: null,
        action: 'safety.draft-expired',
        member_id,
        study_id: null,
        location_id,
        outcome: 'ok',
      })),
    )
    return removed.length
  })
