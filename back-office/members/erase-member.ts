import {
  describeObstacle,
  type EarlyErasure,
  type Erasure,
  findErasureObstacles,
  findRemainingObstacles,
} from '#domain/members/erasure.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { statusOf } from '../kernel/status-of-code.ts'
import { lockCredits } from '../repositories/credits-repository.ts'
import { type ErasedRecords, eraseRecords } from '../repositories/erase-records.ts'
import { findErasureFacts } from '../repositories/erasure-facts-repository.ts'
import { addErasure, noteErasure } from '../repositories/erasures-repository.ts'
import { lockMember } from '../repositories/legal-holds-repository.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findIDsOfMember } from '../repositories/member-merges-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { findStudiesOfMember, findStudyForUpdate, type StudyRow } from '../repositories/studies-repository.ts'
import { unansweredSafety } from '../safety/unanswered.ts'
import { dataDutiesServerWords as words } from './data-duties-words.ts'
import { noSuchMember } from './member-checks.ts'

type EraseContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

/**
 * Locks the change feeds of all locations, which an erasure writes, and then the studies of members in the order of
 * their ids: every other change takes these locks in the same order.
 */
export const lockStudies = async (
  db: Database,
  kind: EraseContext['kind'],
  memberIDs: readonly string[],
): Promise<readonly StudyRow[]> => {
  const locations = await db.selectFrom('location').select('location_id').execute()
  await lockMachines(
    db,
    kind,
    [],
    locations.map(({ location_id }) => location_id),
  )
  const found: StudyRow[] = []
  for (const id of memberIDs) found.push(...(await findStudiesOfMember(db, id)))
  const ids = found.map(({ study_id }) => study_id).sort()
  const locked: StudyRow[] = []
  for (const id of ids) {
    const study = await findStudyForUpdate(db, kind, id)
    if (study !== undefined) locked.push(study)
  }
  return locked
}

/** The safety summary of a study of a tombstone. */
const noSafety = JSON.stringify(unansweredSafety('female'))

/**
 * Erases a person with all merged records, in the caller's transaction: erases the records, announces the erasure in
 * every location's feed, and adds it to the erasures. The caller has locked the members.
 */
export const eraseLocked = async (
  db: Database,
  kind: EraseContext['kind'],
  given: Pick<ErasedRecords, 'memberIDs' | 'studies' | 'now' | 'newId' | 'by'>,
  entry: { readonly byUser: string | null; readonly early: EarlyErasure | null },
): Promise<Erasure> => {
  const { memberIDs, now, newId, by } = given
  for (const id of memberIDs) await noteErasure(db, kind, id)
  const failure = { code: 'not-found', message: words.answerErased } as const
  await eraseRecords(db, {
    ...given,
    noSafety,
    answer: { status: statusOf(failure.code), json: JSON.stringify(failure) },
    line: words.logLine,
  })
  const { basis = null, reason = '' } = entry.early ?? {}
  let erasureID = ''
  for (const member_id of [...memberIDs].reverse()) {
    erasureID = newId()
    await addErasure(db, {
      ...{ erasure_id: erasureID, member_id, at: now, by_user: entry.byUser, by_name: by },
      ...{ basis, reason, listed_at: null },
    })
  }
  return { erasureID, memberID: memberIDs[0] ?? '', at: toInstant(now * 1000), by, basis, reason }
}

/**
 * Erases a member (decision 338). Throws 404 for an unknown member; 409 `act-not-allowed` with the obstacles and how to
 * resolve them; 409 `stale` if the member changed since the administrator read it; 400 if a legal basis is given
 * although none is needed.
 */
export const eraseMember = async (
  memberID: string,
  { version, early }: HandlerInput<'eraseMember'>['body'],
  context: EraseContext,
): Promise<Erasure> => {
  context.setAuditSubject({ memberID })
  const caller = requireCaller(context)
  return inTransaction(context.db, async (db) => {
    const { kind, now, newId } = context
    const memberIDs = await findIDsOfMember(db, memberID)
    for (const id of [...memberIDs].sort()) await lockMember(db, kind, id)
    const member = await findMember(db, memberID)
    if (member === undefined) throw noSuchMember()
    const studies = await lockStudies(db, kind, memberIDs)
    await lockCredits(db, kind, memberIDs)
    const facts = await findErasureFacts(db, memberIDs, now)
    const obstacles = findErasureObstacles(facts)
    const inWay = findRemainingObstacles(obstacles, early)
    if (inWay.length > 0) {
      throw new Refusal('act-not-allowed', inWay.map((one) => describeObstacle(one, facts)).join(' '))
    }
    if (early !== null && !obstacles.includes('retention')) {
      throw new Refusal('invalid-input', words.basisNotNeeded, { fields: { early: words.basisNotNeeded } })
    }
    if (member.version !== version) throw new Refusal('stale', words.stale, { currentVersion: member.version })
    const { name: by, userID } = caller
    return eraseLocked(db, kind, { memberIDs, studies, now, newId, by }, { byUser: userID, early })
  })
}
