import { isDeepStrictEqual } from 'node:util'
import type { RouteAnswer } from '#contract/back-office.ts'
import type { Member } from '#domain/members/member.ts'
import {
  decideMergeUndo,
  decidePartsToRestore,
  type MergePart,
  type MergeUndoRefusal,
  toRestoredRecord,
} from '#domain/members/merge-members.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { dropEmailChange, findEmailChange, putEmailChange } from '../repositories/member-emails-repository.ts'
import {
  endMerge,
  findIDsOfMember,
  findMerge,
  findMerges,
  findOtherWithEmail,
  type JoinedRow,
  type MergeDocument,
  type MergeRow,
  parseMergeDocument,
  toMemberMerge,
  unmarkMerged,
} from '../repositories/member-merges-repository.ts'
import {
  countMoved,
  findRowsToMoveBack,
  type MovedRows,
  moveRowsBack,
  withoutRows,
} from '../repositories/member-moves-repository.ts'
import { replaceMember } from '../repositories/members-repository.ts'
import { updateOtherSafety } from '../repositories/other-safety-repository.ts'
import { refreshStudiesOf } from './change-member.ts'
import { findPair, lockFeedsOf, type MergeContext, toMergeSubject } from './merge-members.ts'
import { memberMergeWords as words } from './merge-words.ts'

const maxMerges = 200

/** Returns the merges, the newest first: all of them, or those of one member. */
export const readMemberMerges = async (
  memberID: string | undefined,
  context: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readMemberMerges'>> => {
  const rows = await findMerges(context.db, memberID, maxMerges + 1)
  const shown = rows.slice(0, maxMerges)
  const members = [...new Set(shown.flatMap(({ kept_id, merged_id }) => [kept_id, merged_id]))]
  context.setAuditSubject({ memberID: memberID ?? null, given: { member: members } })
  return { merges: shown.map(toMemberMerge), isCut: rows.length > maxMerges }
}

/** The effect of an undo as of now. */
type UndoPlan = {
  readonly document: MergeDocument
  readonly kept: Member
  readonly mergedVersion: number
  readonly back: readonly MovedRows[]
  readonly gone: readonly MovedRows[]
  readonly partsBack: readonly MergePart[]
  readonly partsStay: readonly MergePart[]
  readonly restored: Member
  /** Why the merge cannot be undone, whatever reason is given. */
  readonly obstacle: MergeUndoRefusal | null
}

const findMergeOf = async (db: Database, keptID: string, mergeID: string): Promise<MergeRow> => {
  const row = await findMerge(db, mergeID)
  if (row === undefined || row.kept_id !== keptID) throw new Refusal('not-found', words.noSuchMerge)
  return row
}

/**
 * Returns whether the kept member would have less than no credits in a currency without those of the merged member, and
 * of the members merged into that member earlier.
 */
const areCreditsUsed = async (db: Database, keptID: string, leaving: ReadonlySet<string>): Promise<boolean> => {
  const rows = await db
    .selectFrom('member_credit')
    .select(['patient_id', 'amount', 'currency'])
    .where('patient_id', 'in', await findIDsOfMember(db, keptID))
    .execute()
  if (!rows.some(({ patient_id }) => leaving.has(patient_id))) return false
  const left = Map.groupBy(
    rows.filter(({ patient_id }) => !leaving.has(patient_id)),
    ({ currency }) => currency,
  )
  return [...left.values()].some((entries) => entries.reduce((sum, { amount }) => sum + Number(amount), 0) < 0)
}

const planUndo = async (db: Database, row: MergeRow, context: Pick<HandlerContext, 'kind'>): Promise<UndoPlan> => {
  const document = parseMergeDocument(row)
  const ids = { keptID: row.kept_id, mergedID: row.merged_id }
  const pair = await findPair(db, ids.keptID, ids.mergedID, context)
  const kept = pair.kept.member
  const { back: partsBack, stay: partsStay } = decidePartsToRestore(document.kept, document.after, kept)
  const restored = toRestoredRecord(document.kept, kept, partsBack)
  const back = await findRowsToMoveBack(db, document.moved, ids)
  const leaving = new Set([
    ids.mergedID,
    ...back.filter(({ table }) => table === 'member').flatMap(({ keys }) => keys.map(([id = '']) => id)),
  ])
  const obstacle = decideMergeUndo({
    isUndone: row.undone_at !== null,
    isKeptMergedAway: pair.kept.mergedInto !== null,
    isErased: toMergeSubject(pair.kept).isErased || toMergeSubject(pair.merged).isErased,
    // The reason is checked separately, because the plan is also shown before a reason is typed.
    reason: 'any',
    isEmailInUse: row.undone_at === null && (await isEmailInUse(db, restored, pair.merged.member)),
    areCreditsUsed: row.undone_at === null && (await areCreditsUsed(db, ids.keptID, leaving)),
  })
  const gone = withoutRows(document.moved, back)
  return {
    document,
    kept,
    mergedVersion: pair.merged.member.version,
    back,
    gone,
    partsBack,
    partsStay,
    restored,
    obstacle,
  }
}

const isEmailInUse = async (db: Database, restored: Member, merged: Member): Promise<boolean> => {
  const both = [restored.patientID, merged.patientID]
  return (
    restored.email.toLowerCase() === merged.email.toLowerCase() ||
    (await findOtherWithEmail(db, merged.email, both)) !== undefined ||
    (await findOtherWithEmail(db, restored.email, both)) !== undefined
  )
}

/**
 * Returns what the undo of a merge would return to the merged member, and what would stay with the kept one. Throws 404
 * for an unknown merge.
 */
export const previewMergeUndo = async (
  keptID: string,
  mergeID: string,
  context: Pick<MergeContext, 'addAuditSubject' | 'db' | 'kind' | 'setAuditSubject'>,
): Promise<RouteAnswer<'previewMergeUndo'>> => {
  const row = await findMergeOf(context.db, keptID, mergeID)
  context.setAuditSubject({ memberID: row.kept_id, what: mergeID })
  context.addAuditSubject({ memberID: row.merged_id, what: mergeID })
  const plan = await planUndo(context.db, row, context)
  const created = await context.db
    .selectFrom('study')
    .select('study_id')
    .where('patient_id', '=', row.kept_id)
    .where('created_at', '>', row.merged_at)
    .execute()
  return {
    merge: toMemberMerge(row),
    back: countMoved(plan.back),
    gone: countMoved(plan.gone),
    newStudies: created.length,
    partsBack: [...plan.partsBack],
    partsStay: [...plan.partsStay],
    obstacle: plan.obstacle === null ? null : words.undoRefusals[plan.obstacle],
  }
}

/** Restores the earlier content of the kept member's rows that the merge replaced, unless they changed since. */
const restoreJoined = async (db: Database, keptID: string, joined: readonly JoinedRow[]): Promise<void> => {
  for (const row of joined) {
    if (row.table === 'member_email_change') {
      const now = (await findEmailChange(db, keptID)) ?? null
      if (!isDeepStrictEqual({ ...now }, { ...row.after })) continue
      if (row.before === null) await dropEmailChange(db, keptID)
      else await putEmailChange(db, row.before)
      continue
    }
    const query = db
      .updateTable('message_opt_out')
      .set(row.before)
      .where('member_id', '=', keptID)
      .where('channel', '=', row.channel as 'email')
      .where('at', '=', row.after.at)
    const { address } = row.after
    await (address === null ? query.where('address', 'is', null) : query.where('address', '=', address)).execute()
  }
}

const notUndone = (refusal: MergeUndoRefusal): Refusal => new Refusal('merge-not-undone', words.undoRefusals[refusal])

/**
 * Undoes a merge (decision 334), in one transaction. What the merge moved goes back if it still belongs to the kept
 * member; a field of the kept record goes back if it is unchanged since; what was created after the merge stays. Throws
 * 404 for an unknown merge; 409 `merge-not-undone` with the reason.
 */
export const undoMemberMerge = async (
  keptID: string,
  mergeID: string,
  { reason }: { readonly reason: string },
  context: MergeContext,
): Promise<RouteAnswer<'undoMemberMerge'>> => {
  try {
    return await inTransaction(context.db, async (db) => {
      const { merged_id: mergedID } = await findMergeOf(db, keptID, mergeID)
      context.setAuditSubject({ memberID: keptID, what: `${mergedID} from ${keptID}` })
      await findPair(db, keptID, mergedID, context, true)
      // The row is read again under the locks of both members: another administrator may have undone the merge.
      const row = await findMergeOf(db, keptID, mergeID)
      await lockFeedsOf(db, [keptID, mergedID], context)
      const plan = await planUndo(db, row, context)
      if (plan.obstacle !== null) throw notUndone(plan.obstacle)
      const caller = requireCaller(context)
      const version = Math.max(plan.kept.version, plan.mergedVersion) + 1
      const kept = { ...plan.restored, version }
      const { merged } = plan.document
      if (!(await replaceMember(db, kept, plan.kept.version))) throw new Refusal('stale', words.stale)
      await moveRowsBack(db, plan.back, { keptID, mergedID })
      await unmarkMerged(db, merged, version)
      await restoreJoined(db, keptID, plan.document.joined)
      if (merged.gender !== plan.kept.gender) await refreshStudiesOf(db, mergedID, context)
      if (kept.gender !== plan.kept.gender) await refreshStudiesOf(db, keptID, context)
      await updateOtherSafety(db, keptID)
      await updateOtherSafety(db, mergedID)
      const undone = { at: context.now, by: caller.userID, byName: caller.name, reason }
      await endMerge(db, mergeID, undone)
      context.addAuditSubject({ memberID: mergedID, what: `${mergedID} from ${keptID}` })
      const ended: MergeRow = {
        ...row,
        undone_at: undone.at,
        undone_by: undone.by,
        undone_by_name: undone.byName,
        undone_reason: reason,
      }
      return { merge: toMemberMerge(ended), kept, merged: { ...merged, version } }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? notUndone('email-in-use') : error
  }
}
