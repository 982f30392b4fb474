import { createHash } from 'node:crypto'

/** Letters and digits without those that look alike: 0 and O, 1 and I. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Returns a member's own referral code: eight letters and digits that are derived from the member's id and do not
 * reveal the id.
 */
export const toReferralCode = (patientID: string): string => {
  const digest = createHash('sha256').update(`referral ${patientID}`).digest()
  return Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('')
}
