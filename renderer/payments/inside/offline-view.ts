import type { PaymentView } from '#contract/payments/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { totalWithAddons } from '#domain/locations/addon.ts'
import { forbiddenReason } from '#domain/safety/check-in-rule.ts'
import { knownSafety } from '#domain/safety/known-safety.ts'
import type { Instant } from '#domain/values/instant.ts'
import { toDecimalAmount } from '#domain/values/money.ts'

/**
 * Builds a payment view from this workstation's copy of the study, for use while the ledger cannot be read. The view is
 * enough to take cash. `kept` are the provisional payments and card attempts of this workstation; `asOf` is the time of
 * the copy.
 */
export const toOfflineView = (
  { study, member, location }: StudyView,
  kept: Pick<PaymentView, 'attempts' | 'provisional'>,
  asOf: Instant,
): PaymentView => ({
  study,
  member,
  location,
  payments: {
    studyID: study.studyID,
    currency: location.currency.currency,
    skuID: study.skuID,
    skuName: location.catalog.primary.find(({ skuID }) => skuID === study.skuID)?.name ?? '',
    price: study.price,
    addons: study.items.addons,
    totalPrice: toDecimalAmount(totalWithAddons(study.price, study.items.addons)),
    discountPromo: 0,
    discountReferral: 0,
    discountReferralCredit: 0,
    serviceCreditUse: 0,
    referralCreditUse: 0,
    paid: study.paymentAmount,
    uncaptured: 0,
    reconciliationAdjust: 0,
    totalBalance: Math.max(0, study.balance),
    overpaid: Math.max(0, -study.balance),
    availableCredits: 0,
    ownReferralCode: '',
    referralDiscount: 0,
    referralNotice: null,
    transactions: [],
    holdBlock:
      study.temporaryHold && knownSafety(study.safety).isProhibited
        ? { kind: 'forbidden', text: forbiddenReason }
        : null,
    openAttempts: [],
    mayReconcile: false,
    mayUseOpenPromos: false,
    ledgerVersion: 0,
  },
  promocodes: [],
  ...kept,
  asOf,
})
