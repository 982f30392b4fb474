import type { RouteAnswer } from '#contract/back-office.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { toReferralCode } from '../repositories/referral-code.ts'
import { checkMemberInReach } from './reach.ts'

/**
 * Returns a member's own referral code (study spec §7), created now if there was none. Throws 404 for an unknown
 * member.
 */
export const readReferralCode = async (
  patientID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readReferralCode'>> => {
  const row = await context.db
    .selectFrom('member')
    .select('referral_code')
    .where('patient_id', '=', patientID)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not-found', 'Member not found.')
  await checkMemberInReach(context.db, patientID, context)
  if (row.referral_code !== null) return { refCode: row.referral_code }
  const refCode = toReferralCode(patientID)
  await context.db
    .updateTable('member')
    .set({ referral_code: refCode })
    .where('patient_id', '=', patientID)
    .where('referral_code', 'is', null)
    .execute()
  return { refCode }
}
