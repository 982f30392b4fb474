import type { DataDuties, MemberDuties } from '#contract/members/data-duties-fields.ts'
import { describeObstacle, findErasureObstacles } from '#domain/members/erasure.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findErasureFacts } from '../repositories/erasure-facts-repository.ts'
import { findErasures, findErasuresOfMembers } from '../repositories/erasures-repository.ts'
import { findHoldsInForce, findHoldsOfMembers } from '../repositories/legal-holds-repository.ts'
import { findIDsOfMember } from '../repositories/member-merges-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import {
  findDueMembers,
  findLastRetentionRun,
  readRetentionPeriods,
  readRetentionPlaces,
} from '../repositories/retention-repository.ts'
import { noSuchMember } from './member-checks.ts'

const maxErasures = 200
const maxDue = 200

/** Returns the legal holds in force, the latest erasures, and what retention removed and lists as due. */
export const readDataDuties = async ({ db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<DataDuties> => {
  const due = await findDueMembers(db, now, maxDue + 1)
  return {
    holds: await findHoldsInForce(db),
    erasures: await findErasures(db, maxErasures),
    retention: {
      periods: await readRetentionPeriods(db),
      places: await readRetentionPlaces(db),
      lastRun: await findLastRetentionRun(db),
      due: due.slice(0, maxDue).map((member) => ({ ...member, memberID: memberIDSchema.parse(member.memberID) })),
      hasMoreDue: due.length > maxDue,
    },
  }
}

/** Returns a member's legal holds, and what prevents an erasure. Throws 404 for an unknown member. */
export const readMemberDuties = async (
  memberID: string,
  { db, now }: Pick<HandlerContext, 'db' | 'now'>,
): Promise<MemberDuties> => {
  if ((await findMember(db, memberID)) === undefined) throw noSuchMember()
  const ids = await findIDsOfMember(db, memberID)
  const facts = await findErasureFacts(db, ids, now)
  const [erasure] = await findErasuresOfMembers(db, ids)
  return {
    holds: await findHoldsOfMembers(db, ids),
    obstacles: findErasureObstacles(facts).map((kind) => ({ kind, text: describeObstacle(kind, facts) })),
    keepUntil: facts.keepUntil === 'always' ? null : facts.keepUntil,
    erasure: erasure === undefined ? null : { at: erasure.at, by: erasure.by },
  }
}
