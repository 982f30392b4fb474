import { createHash } from 'node:crypto'

/** Letters and digits nobody mistakes for each other when a code is read out on the phone. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A member's own referral code: eight letters and digits that always follow from the member's id, and do not tell it. */
export const toReferralCode = (patientID: string): string => {
  const digest = createHash('sha256').update(`referral ${patientID}`).digest()
  return Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('')
}
