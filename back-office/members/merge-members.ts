import { isDeepStrictEqual } from 'node:util'
import type { RouteAnswer } from '#contract/back-office.ts'
import type { Member } from '#domain/members/member.ts'
import type { MergeSide } from '#domain/members/member-merge.ts'
import {
  decideMerge,
  joinOptOutAddresses,
  type MergeSubject,
  mergeObstacle,
  reasonFieldOf,
  toMergedRecord,
} from '#domain/members/merge-members.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findEmailChange } from '../repositories/member-emails-repository.ts'
import {
  addMerge,
  findMergeable,
  type JoinedRow,
  type MergeableMember,
  type MergeDocument,
  type MergeRow,
  markMerged,
  toMemberMerge,
} from '../repositories/member-merges-repository.ts'
import { countMoved, moveRows } from '../repositories/member-moves-repository.ts'
import { replaceMember } from '../repositories/members-repository.ts'
import { updateOtherSafety } from '../repositories/other-safety-repository.ts'
import { findStudiesOfMember } from '../repositories/studies-repository.ts'
import { refreshStudiesOf } from './change-member.ts'
import { recordEmailChange } from './emails.ts'
import { noSuchMember } from './member-checks.ts'
import { memberMergeWords as words } from './merge-words.ts'
import { memberMerged } from './merged-member.ts'

export type MergeContext = Pick<
  HandlerContext,
  'addAuditSubject' | 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/** Returns the facts about a member that the rules of merges need. */
export const toMergeSubject = ({ member, mergedInto, isErased }: MergeableMember): MergeSubject => ({
  memberID: member.patientID,
  dob: member.dob,
  mergedInto,
  isErased,
})

/** Returns both members; locks them if `isLocked`. Throws 404 for an unknown one. */
export const findPair = async (
  db: Database,
  keptID: string,
  mergedID: string,
  { kind }: Pick<HandlerContext, 'kind'>,
  isLocked = false,
): Promise<{ readonly kept: MergeableMember; readonly merged: MergeableMember }> => {
  const found = await findMergeable(db, kind, [keptID, mergedID], isLocked)
  const [kept, merged] = [found.get(keptID), found.get(mergedID)]
  if (kept === undefined || merged === undefined) throw noSuchMember()
  return { kept, merged }
}

/**
 * Locks the change feeds of all locations where these members have studies. Members are locked before feeds and feeds
 * before studies, as a change of a member does, to avoid deadlocks.
 */
export const lockFeedsOf = async (
  db: Database,
  memberIDs: readonly string[],
  { kind }: Pick<HandlerContext, 'kind'>,
): Promise<void> => {
  const rows = await db.selectFrom('study').select('location_id').where('patient_id', 'in', memberIDs).execute()
  await lockMachines(
    db,
    kind,
    [],
    rows.map(({ location_id }) => location_id),
  )
}

const sideOf = async (db: Database, { member }: MergeableMember, now: number): Promise<MergeSide> => {
  const studies = await findStudiesOfMember(db, member.patientID)
  const next = studies
    .filter(({ starts_at, cancelled }) => starts_at !== null && starts_at >= now && cancelled === 0)
    .sort((a, b) => (a.starts_at ?? 0) - (b.starts_at ?? 0))[0]
  const location = next === undefined ? undefined : await findLocation(db, next.location_id)
  return {
    member,
    studies: studies.length,
    nextBooking:
      next === undefined
        ? null
        : {
            studyID: next.study_id,
            utcStart: toInstant((next.starts_at ?? 0) * 1000),
            timezone: (next.timezone ?? location?.timezone ?? 'UTC') as ZoneId,
            locationName: location?.address.name ?? next.location_id,
          },
  }
}

/** Returns two members side by side and, if they cannot be merged, the reason. Throws 404 for an unknown member. */
export const previewMemberMerge = async (
  keptID: string,
  mergedID: string,
  context: Pick<MergeContext, 'addAuditSubject' | 'db' | 'kind' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'previewMemberMerge'>> => {
  const { kept, merged } = await findPair(context.db, keptID, mergedID, context)
  context.setAuditSubject({ memberID: keptID })
  context.addAuditSubject({ memberID: mergedID })
  const obstacle = mergeObstacle(toMergeSubject(kept), toMergeSubject(merged))
  return {
    kept: await sideOf(context.db, kept, context.now),
    merged: await sideOf(context.db, merged, context.now),
    obstacle: obstacle === null ? null : words.refusals[obstacle],
  }
}

/** Throws unless the rules allow the merge and both records are those that the administrator compared. */
const checkMerge = async (
  db: Database,
  { kept, merged }: { readonly kept: MergeableMember; readonly merged: MergeableMember },
  body: HandlerInput<'mergeMembers'>['body'],
): Promise<void> => {
  const refusal = decideMerge(toMergeSubject(kept), toMergeSubject(merged), body)
  if (refusal === 'kept-merged-away') throw await memberMerged(db, kept.mergedInto ?? '')
  if (refusal !== null) {
    const message = words.refusals[refusal]
    const field = reasonFieldOf[refusal]
    if (field !== undefined) throw new Refusal('invalid-input', message, { fields: { [field]: message } })
    const isMerged = refusal === 'already-merged-here' || refusal === 'merged-elsewhere'
    if (isMerged) throw new Refusal('member-merged', message, { keptID: merged.mergedInto ?? '' })
    throw new Refusal('invalid-input', message, { fields: { mergedID: message } })
  }
  const isCurrent = kept.member.version === body.version && merged.member.version === body.mergedVersion
  if (!isCurrent) throw new Refusal('stale', words.stale, { currentVersion: kept.member.version })
}

/**
 * Combines the opt-outs that both members have for the same channel: the stricter one counts. The merged member's row
 * stays with the merged member.
 */
const joinOptOuts = async (db: Database, keptID: string, mergedID: string): Promise<JoinedRow[]> => {
  const rows = await db
    .selectFrom('message_opt_out')
    .selectAll()
    .where('member_id', 'in', [keptID, mergedID])
    .orderBy('channel')
    .execute()
  const joined: JoinedRow[] = []
  for (const { channel, address, at } of rows.filter((row) => row.member_id === keptID)) {
    const other = rows.find((row) => row.member_id === mergedID && row.channel === channel)
    if (other === undefined) continue
    const after = { address: joinOptOutAddresses(address, other.address), at: Math.max(at, other.at) }
    await db
      .updateTable('message_opt_out')
      .set(after)
      .where('member_id', '=', keptID)
      .where('channel', '=', channel)
      .execute()
    joined.push({ table: 'message_opt_out', channel, before: { address, at }, after })
  }
  return joined
}

/** Records that the merge changed the kept member's email address, as for a change by staff. */
const joinEmailChange = async (
  db: Database,
  before: Member,
  after: Member,
  context: MergeContext,
): Promise<JoinedRow[]> => {
  const row = (await findEmailChange(db, before.patientID)) ?? null
  await recordEmailChange(db, before, after, undefined, context)
  const now = (await findEmailChange(db, before.patientID)) ?? null
  return isDeepStrictEqual(row, now) ? [] : [{ table: 'member_email_change', before: row, after: now }]
}

/**
 * Merges a member into another one (decision 334), in one transaction. Every record that names the merged member then
 * names the kept one, except the audit log and the ledger of credits, which are read together. Throws 404 for an
 * unknown member; 409 `member-merged` when one of them is merged already; 409 `stale` when one of them changed; 400
 * `invalid-input` for a merge that a rule refuses.
 */
export const mergeMembers = async (
  keptID: string,
  body: HandlerInput<'mergeMembers'>['body'],
  context: MergeContext,
): Promise<RouteAnswer<'mergeMembers'>> =>
  inTransaction(context.db, async (db) => {
    const { mergedID } = body
    context.setAuditSubject({ memberID: keptID, what: mergedID })
    const pair = await findPair(db, keptID, mergedID, context, true)
    await checkMerge(db, pair, body)
    await lockFeedsOf(db, [keptID, mergedID], context)
    const { kept, merged } = { kept: pair.kept.member, merged: pair.merged.member }
    // Higher than both versions, so that no form that was opened before the merge overwrites the merged record.
    const version = Math.max(kept.version, merged.version) + 1
    const after = toMergedRecord({ ...kept, version }, merged, body.choices)
    const ownStudies = new Set((await findStudiesOfMember(db, keptID)).map(({ study_id }) => study_id))
    // The merged member's row is written first: this frees the email address, and the feeds of the member's studies
    // announce the merge.
    await markMerged(db, { memberID: mergedID, into: keptID, version })
    if (!(await replaceMember(db, after, kept.version))) throw new Refusal('stale', words.stale)
    const optOuts = await joinOptOuts(db, keptID, mergedID)
    const moved = await moveRows(db, mergedID, keptID)
    const emailChanges = await joinEmailChange(db, kept, after, context)
    await refreshStudiesOf(db, keptID, context, (studyID) =>
      ownStudies.has(studyID) ? after.gender !== kept.gender : after.gender !== merged.gender,
    )
    await updateOtherSafety(db, keptID)
    const caller = requireCaller(context)
    const document: MergeDocument = { kept, merged, after, moved, joined: [...optOuts, ...emailChanges] }
    const row: MergeRow = {
      merge_id: context.newId(),
      kept_id: keptID,
      merged_id: mergedID,
      reason: body.birthDateReason === '' ? body.reason : `${body.reason} · ${body.birthDateReason}`,
      document: JSON.stringify(document),
      merged_at: context.now,
      by_user: caller.userID,
      by_name: caller.name,
      undone_at: null,
      undone_by: null,
      undone_by_name: null,
      undone_reason: null,
    }
    await addMerge(db, row)
    const studies = countMoved(moved).studies ?? 0
    context.setAuditSubject({ memberID: keptID, what: `${mergedID} into ${keptID}, ${studies} studies` })
    context.addAuditSubject({ memberID: mergedID, what: `${mergedID} into ${keptID}` })
    return { merge: toMemberMerge(row), member: after }
  })
