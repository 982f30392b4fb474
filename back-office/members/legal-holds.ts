import { isHoldName, type LegalHold } from '#domain/members/legal-hold.ts'
import type { MemberID } from '#domain/members/member.ts'
import { inTransaction, isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { addHold, findHold, liftHold, lockMember } from '../repositories/legal-holds-repository.ts'
import { dataDutiesServerWords as words } from './data-duties-words.ts'
import { noSuchMember } from './member-checks.ts'

type HoldContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

const noSuchHold = (): Refusal => new Refusal('not-found', words.noSuchHold)

/**
 * Places a legal hold on a member. The audit log has the hold's id, not what the administrator typed. Throws 404 for an
 * unknown member; 409 `act-not-allowed` for an erased member and for a name in use.
 */
export const placeLegalHold = async (
  memberID: MemberID,
  { name, reason }: HandlerInput<'placeLegalHold'>['body'],
  context: HoldContext,
): Promise<LegalHold> => {
  const caller = requireCaller(context)
  const holdID = context.newId()
  context.setAuditSubject({ memberID, what: holdID })
  try {
    return await inTransaction(context.db, async (db) => {
      const isErased = await lockMember(db, context.kind, memberID)
      if (isErased === undefined) throw noSuchMember()
      if (isErased) throw new Refusal('act-not-allowed', words.erased)
      await addHold(db, {
        ...{ hold_id: holdID, member_id: memberID, name, reason, placed_at: context.now },
        ...{ placed_by: caller.name, placed_by_user: caller.userID },
      })
      const added = await findHold(db, holdID)
      if (added === undefined) throw noSuchHold()
      return added
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('act-not-allowed', words.nameUsed) : error
  }
}

/**
 * Lifts a legal hold, which the administrator names. Throws 404; 400 with field `name` for another name; 409
 * `act-not-allowed` for a hold that was lifted.
 */
export const liftLegalHold = async (
  holdID: string,
  { name, reason }: HandlerInput<'liftLegalHold'>['body'],
  context: HoldContext,
): Promise<LegalHold> =>
  inTransaction(context.db, async (db) => {
    const hold = await findHold(db, holdID)
    if (hold === undefined) throw noSuchHold()
    context.setAuditSubject({ memberID: hold.memberID, what: holdID, change: null })
    if (!isHoldName(name, hold.name)) {
      throw new Refusal('invalid-input', words.otherName, { fields: { name: words.otherName } })
    }
    const by = requireCaller(context).name
    const isLifted = hold.liftedAt === null && (await liftHold(db, holdID, { at: context.now, by, reason }))
    if (!isLifted) throw new Refusal('act-not-allowed', words.lifted)
    return (await findHold(db, holdID)) ?? hold
  })
