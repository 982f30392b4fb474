import { type Money, toMoney } from '../values/money.ts'
import { paymentMessages } from './payment-messages.ts'

/** A referral code as it is compared: without spaces around it, in one case. */
export const normalizeReferralCode = (code: string): string => code.trim().toUpperCase()

/** Whether a scan type is a whole-body one, which alone a referral takes something off. */
export const isWholeBodyScan = (sku: { readonly category: string }): boolean =>
  sku.category.trim().toLowerCase() === 'whole-body'

type ScanOfMember = {
  readonly studyID: string
  readonly booking: { readonly utcStart: string } | null
  readonly status: { readonly cancelled: boolean; readonly scanned: boolean; readonly paid: boolean }
}

/**
 * Whether a study is not the member's first scan: another one before it, not cancelled, was scanned or is paid. One whose
 * time is not known counts as before.
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

/** What decides how much a referral code takes off a study. Amounts are integer minor units. */
export type ReferralPlace = {
  readonly hasLocationAndTime: boolean
  /** See {@link hasEarlierScan}. */
  readonly hasEarlierScan: boolean
  /** Whether a referral code was added to this study before and not removed. */
  readonly isUsedOnStudy: boolean
  readonly isWholeBody: boolean
  /** The location's referralValue. */
  readonly referralValue: Money
  readonly balance: Money
}

/**
 * What a code would take off here, and why nothing where it would not: the button then says Not Valid (booking spec §5). On a
 * scan that is no whole-body one a code is added all the same; that it takes nothing off is said then ({@link decideReferral}).
 */
export const referralOffer = (place: ReferralPlace): { readonly discount: Money; readonly notice: string | null } => {
  const none = (notice: string) => ({ discount: toMoney(0), notice })
  if (!place.hasLocationAndTime) return none(paymentMessages.referralNoLocation)
  if (place.hasEarlierScan) return none(paymentMessages.referralNotFirstScan)
  if (place.isUsedOnStudy) return none('A referral code has been added to this study already.')
  if (place.balance <= 0) return none('Nothing is owed: a referral code would take nothing off.')
  if (place.referralValue <= 0) return none('This location takes nothing off for a referral code.')
  return { discount: toMoney(Math.min(place.referralValue, place.balance)), notice: null }
}

type ReferralDecision =
  | {
      readonly ok: true
      /** What the member saves, and what the code's owner earns as Share Health Credits: the same; 0 is recorded too. */
      readonly discount: Money
      /** Shown, and kept as memo, where nothing was taken off (booking spec §8). */
      readonly notice: string | null
    }
  | { readonly ok: false; readonly code: 'referral-not-valid' | 'location-and-time-missing'; readonly message: string }

/**
 * Whether a referral code may be added to a study (booking spec §5, §8): known, not the member's own, with location and time,
 * on the first scan, once per study. `owner` is the member whose code it is, null where nobody has it. On a scan that is not
 * a whole-body one it is added with a discount of 0.
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
