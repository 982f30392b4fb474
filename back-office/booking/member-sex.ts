import type { Gender } from '#domain/members/member.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { refuseMerged } from '../members/merged-member.ts'
import { isErased } from '../repositories/erasures-repository.ts'
import { findGender } from '../repositories/safety-repository.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/**
 * Returns the sex of a member who is booked. Throws 404 for an unknown or erased member. With `isLocked` the member
 * stays locked until the transaction ends; also throws 409 `member-merged` for a merged member.
 */
export const findSex = async (
  db: Database,
  memberID: string,
  { kind }: Pick<HandlerContext, 'kind'>,
  isLocked: boolean,
): Promise<Gender> => {
  const gender = await findGender(db, kind, memberID, isLocked)
  if (gender === undefined || (await isErased(db, kind, memberID))) {
    throw new Refusal('not-found', backOfficeBookingWords.memberNotFound)
  }
  if (isLocked) await refuseMerged(db, memberID)
  return gender
}
