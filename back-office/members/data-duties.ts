import type { DataDuties, MemberDuties } from '#contract/members/data-duties-fields.ts'
import { describeObstacle, findErasureObstacles } from '#domain/members/erasure.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findErasureFacts } from '../repositories/erasure-facts-repository.ts'
import { findErasures, findErasuresOfMembers } from '../repositories/erasures-repository.ts'
import { findHoldsInForce, findHoldsOfMembers } from '../repositories/legal-holds-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { idsOfMember } from '../repositories/merged-members.ts'
import { noSuchMember } from './member-checks.ts'

const mostErasures = 200

/** Returns the legal holds in force and the latest erasures. */
export const readDataDuties = async ({ db }: Pick<HandlerContext, 'db'>): Promise<DataDuties> => ({
  holds: await findHoldsInForce(db),
  erasures: await findErasures(db, mostErasures),
})

/** Returns a member's legal holds, and what is in the way of an erasure. Throws 404 for an unknown member. */
export const readMemberDuties = async (
  memberID: string,
  { db, now }: Pick<HandlerContext, 'db' | 'now'>,
): Promise<MemberDuties> => {
  if ((await findMember(db, memberID)) === undefined) throw noSuchMember()
  const ids = await idsOfMember(db, memberID)
  const facts = await findErasureFacts(db, ids, now)
  const [erasure] = await findErasuresOfMembers(db, ids)
  return {
    holds: await findHoldsOfMembers(db, ids),
    obstacles: findErasureObstacles(facts).map((kind) => ({ kind, text: describeObstacle(kind, facts) })),
    keepUntil: facts.keepUntil === 'always' ? null : facts.keepUntil,
    erasure: erasure === undefined ? null : { at: erasure.at, by: erasure.by },
  }
}
