import type { Member, MemberChanges, MemberDraft } from '#domain/members/member.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { lockMember } from '../repositories/legal-holds-repository.ts'
import { findMember, replaceMember } from '../repositories/members-repository.ts'
import {
  changeStudy,
  findStudiesOfMember,
  findStudyForUpdate,
  parseStatus,
} from '../repositories/studies-repository.ts'
import { renameUser } from '../repositories/users-repository.ts'
import { refreshSafety, safetyCategory, writerOf } from '../safety/refresh.ts'
import { staleOf } from '../study-access/checks.ts'
import { logForStudy } from '../study-access/log.ts'
import { dataDutiesServerWords as words } from './data-duties-words.ts'
import { recordEmailChange } from './emails.ts'
import { memberExists, noSuchMember, refuseProblems } from './member-checks.ts'
import { refuseMerged } from './merged-member.ts'
import { checkMemberInReach } from './reach.ts'

type ChangeMemberContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Changes a member under an optimistic lock on the version that the workstation read; a change without a version
 * overwrites the member (booking spec §7 Members).
 */
export const changeMember = async (
  memberID: string,
  { changes, version, locationID }: WrappedChanges,
  context: ChangeMemberContext,
): Promise<Member> => {
  context.setAuditSubject({ memberID })
  if (locationID !== undefined && !mayWorkAt(requireCaller(context), locationID)) throw locationForbidden()
  try {
    return await inTransaction(context.db, async (db) => {
      // An exclusive lock from the start: two changes with a shared one would deadlock.
      if (await lockMember(db, context.kind, memberID, 'change')) throw new Refusal('act-not-allowed', words.erased)
      const before = await findMember(db, memberID)
      if (before === undefined) throw noSuchMember()
      await refuseMerged(db, memberID)
      await checkMemberInReach(db, memberID, context)
      const stale = (currentVersion: number): Refusal =>
        new Refusal('stale', 'Someone else changed this member. Check the latest values, then try again.', {
          currentVersion,
        })
      if (version !== undefined && version !== before.version) throw stale(before.version)
      const dob = changes.dob ?? before.dob
      const after: Member = {
        ...before,
        ...dropUndefined(changes),
        yob: Number(dob.slice(0, 4)),
        mob: Number(dob.slice(5, 7)),
        version: before.version + 1,
      }
      // The address's state is checked only when this change has a state or country, so that an incomplete older record
      // can be completed field by field. Otherwise the check receives the United Kingdom as the country, which requires
      // no state.
      const touchesAddress = changes.state !== undefined || changes.country !== undefined
      refuseProblems(
        {
          country: touchesAddress ? (after.country as MemberDraft['country']) : 'United Kingdom',
          state: after.state,
          dob,
        },
        context.now,
      )
      if (!(await replaceMember(db, after, before.version))) throw stale(before.version + 1)
      if (after.gender !== before.gender) await refreshStudiesOf(db, memberID, context)
      if (after.email !== before.email) await renameUser(db, memberID, after.email)
      await recordEmailChange(db, before, after, locationID, context)
      return after
    })
  } catch (error) {
    throw isUniqueViolation(error) ? memberExists() : error
  }
}

/**
 * Computes the safety questions of a member's future scans again. The questions depend on the member's sex; changing it
 * reopens them. `isAffected` limits the studies.
 */
export const refreshStudiesOf = async (
  db: Database,
  memberID: string,
  context: Pick<ChangeMemberContext, 'caller' | 'kind' | 'newId' | 'now' | 'supportPhone'>,
  isAffected: (studyID: string) => boolean = () => true,
): Promise<void> => {
  for (const { study_id } of await findStudiesOfMember(db, memberID)) {
    if (!isAffected(study_id)) continue
    const study = await findStudyForUpdate(db, context.kind, study_id)
    if (study === undefined || study.cancelled === 1 || parseStatus(study).scanned) continue
    const safety = await refreshSafety(db, study, writerOf(context), context)
    const changed = await changeStudy(db, study, safety.columns)
    if (changed === undefined) throw await staleOf(db, study_id)
    await logForStudy(db, changed, safetyCategory, safety.notes, context)
  }
}

const dropUndefined = (changes: MemberChanges): Partial<MemberDraft> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

type WrappedChanges = {
  changes: MemberChanges
  version?: number | undefined
  locationID?: LocationID | undefined
}

/**
 * Wraps a body that consists only of the changes, which is the form in the specs. Returns a body with `changes` as it
 * is.
 */
export const toWrapped = (body: WrappedChanges | MemberChanges): WrappedChanges =>
  'changes' in body ? (body as WrappedChanges) : { changes: body as MemberChanges }
