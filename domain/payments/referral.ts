import { type Money, toMoney } from '../values/money.ts'
import { paymentMessages } from './payment-messages.ts'

/** Returns a referral code in the form for comparison: trimmed, in upper case. */
export const normalizeReferralCode = (code: string): string => code.trim().toUpperCase()

/** Returns whether a scan type is a whole-body one. Only these scan types get a discount for a referral code. */
export const isWholeBodyScan = (sku: { readonly category: string }): boolean =>
  sku.category.trim().toLowerCase() === 'whole-body'

type ScanOfMember = {
  readonly studyID: string
  readonly booking: { readonly utcStart: string } | null
  readonly status: { readonly cancelled: boolean; readonly scanned: boolean; readonly paid: boolean }
}

/**
 * Returns whether the member has an earlier study that is not cancelled, and is scanned or paid. Another study without
 * a time counts as earlier. If this study has no time, every other study counts as earlier.
 */
export const hasEarlierScan = (study: ScanOfMember, ofMember: readonly ScanOfMember[]): boolean =>
  ofMember.some(
    (other) =>
      other.studyID !== study.studyID &&
      !other.status.cancelled &&
      (other.status.scanned || other.status.paid) &&
      (other.booking === null ||
        study.booking === null ||
        Date.parse(other.booking.utcStart) <= Date.parse(study.booking.utcStart)),
  )

/** The facts that decide the discount of a referral code on a study. Amounts are integer minor units. */
export type ReferralPlace = {
  readonly hasLocationAndTime: boolean
  /** See {@link hasEarlierScan}. */
  readonly hasEarlierScan: boolean
  /** Whether this study already has a referral code that was not removed. */
  readonly isUsedOnStudy: boolean
  readonly isWholeBody: boolean
  /** The location's referralValue. */
  readonly referralValue: Money
  readonly balance: Money
}

/**
 * Returns the discount of a referral code on a study. If there is no discount, returns why, and the button shows Not
 * Valid (booking spec §5). The scan type has no effect on this result: for a scan that is not whole-body,
 * {@link decideReferral} accepts the code with a discount of 0 and gives the reason.
 */
export const referralOffer = (place: ReferralPlace): { readonly discount: Money; readonly notice: string | null } => {
  const none = (notice: string) => ({ discount: toMoney(0), notice })
  if (!place.hasLocationAndTime) return none(paymentMessages.referralNoLocation)
  if (place.hasEarlierScan) return none(paymentMessages.referralNotFirstScan)
  if (place.isUsedOnStudy) return none('This study already has a referral code.')
  if (place.balance <= 0) return none('Nothing is owed, so a referral code has no effect.')
  if (place.referralValue <= 0) return none('This location gives no discount for referral codes.')
  return { discount: toMoney(Math.min(place.referralValue, place.balance)), notice: null }
}

type ReferralDecision =
  | {
      readonly ok: true
      /**
       * The amount that the member saves. The code's owner earns the same amount as Share Health Credits. 0 is recorded
       * too.
       */
      readonly discount: Money
      /** Shown, and stored as the memo, if the discount is 0 (booking spec §8). */
      readonly notice: string | null
    }
  | { readonly ok: false; readonly code: 'referral-not-valid' | 'location-and-time-missing'; readonly message: string }

/**
 * Decides whether a referral code may be added to a study (booking spec §5, §8). The code must be known and not the
 * member's own. The study must have a location and a time, and {@link referralOffer} must give a discount. `owner` is
 * the member who has the code; null if no member has it. A scan that is not whole-body gets a discount of 0.
 */
export const decideReferral = (
  input: ReferralPlace & { readonly code: string; readonly owner: string | null; readonly memberID: string },
): ReferralDecision => {
  const refused = (message: string): ReferralDecision => ({ ok: false, code: 'referral-not-valid', message })
  if (normalizeReferralCode(input.code) === '') return refused(paymentMessages.referralInvalid)
  if (!input.hasLocationAndTime)
    return { ok: false, code: 'location-and-time-missing', message: paymentMessages.referralNoLocation }
  if (input.owner === null) return refused(paymentMessages.referralInvalid)
  if (input.owner === input.memberID) return refused("This is the member's own referral code.")
  const { discount, notice } = referralOffer(input)
  if (notice !== null) return refused(notice)
  if (!input.isWholeBody) return { ok: true, discount: toMoney(0), notice: paymentMessages.referralZero }
  return { ok: true, discount, notice }
}
