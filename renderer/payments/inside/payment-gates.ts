import type { PaymentView } from '#contract/payments/bridge.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { isFinalAttempt } from '#domain/payments/payment-attempt.ts'
import { forbiddenHoldMessage, paymentMessages } from '#domain/payments/payment-messages.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { paymentPanelWords } from './payment-panel-words.ts'

/** Why each money action is disabled now; null if it is enabled. */
export type PaymentGates = {
  /** Whether the user's roles may move money. Other users see no controls that move money. */
  readonly mayMoveMoney: boolean
  /** Payments that need the back office. */
  readonly take: string | null
  /** Promos and referrals. Enabled without location and time: a press then shows what is missing (booking spec §8). */
  readonly discount: string | null
  /** Whether the study has a location and time and is not cancelled, as a payment or discount requires. */
  readonly hasPlace: boolean
  /**
   * Card charges. Disabled while a payment taken at this workstation waits to be recorded, so that its amount is not
   * charged twice.
   */
  readonly card: string | null
  /** Cash, which the workstation stores while the back office is unreachable. */
  readonly cash: string | null
  /** Refunds, adjustments, steps and the price: enabled for cancelled studies too. */
  readonly change: string | null
}

/** Returns the open card attempts of other workstations on this study. */
export const attemptsElsewhere = ({ payments, attempts }: PaymentView): PaymentView['payments']['openAttempts'] =>
  payments.openAttempts.filter(({ attemptID }) => attempts.every((own) => own.attemptID !== attemptID))

/**
 * Returns `A card payment of CA$500.00, started by Ana on 22 Nov 2026 02:02pm PST, is in progress`, in the study's
 * zone.
 */
export const describeOpenAttempt = (
  attempt: PaymentView['payments']['openAttempts'][number],
  { payments, location }: PaymentView,
): string => {
  const amount = formatAmount(attempt.amount, payments.currency)
  const { openAttempt, cardPayment, cardRefund } = paymentPanelWords.notices
  const act = attempt.kind === 'refund' ? cardRefund : cardPayment
  return openAttempt(act, amount, attempt.by, formatInstant(attempt.since, location.timezone))
}

const openAttemptReason = (view: PaymentView): string | null => {
  const [elsewhere] = attemptsElsewhere(view)
  if (elsewhere !== undefined) return paymentPanelWords.gates.openElsewhere(describeOpenAttempt(elsewhere, view))
  const isOpenHere = view.attempts.some(
    ({ state, transactionID }) => !isFinalAttempt(state) || (state === 'succeeded' && transactionID === null),
  )
  return isOpenHere ? paymentPanelWords.gates.openHere : null
}

const waitingReason = ({ provisional }: PaymentView): string | null =>
  provisional.every(({ failure }) => failure !== null) ? null : paymentPanelWords.gates.waiting

/** Returns whether a study has what a payment needs (booking spec §5). */
export const canTakePayment = ({ study }: Pick<PaymentView, 'study'>): boolean =>
  study.booking !== null && !study.status.cancelled

/**
 * Returns why a temporary hold that can never become a booking accepts no payment or discount; null for other studies.
 */
const forbiddenHoldReason = ({ payments: { holdBlock } }: PaymentView): string | null =>
  holdBlock?.kind === 'forbidden' ? forbiddenHoldMessage : null

/** Returns what this user can do about the money of a study now. */
export const toPaymentGates = (
  view: PaymentView,
  desk: { readonly isOnline: boolean; readonly roles: readonly string[] },
): PaymentGates => {
  const isCashier = mayMoveMoney(desk.roles)
  const always = isCashier ? openAttemptReason(view) : moneyForbiddenReason
  const change = always ?? whyNotOffline('otherMoney', desk.isOnline)
  const hasPlace = canTakePayment(view)
  const held = forbiddenHoldReason(view)
  const place = hasPlace ? held : paymentMessages.missingLocationAndTime
  const take = place ?? change
  return {
    mayMoveMoney: isCashier,
    take,
    discount: held ?? change,
    hasPlace,
    card: take ?? waitingReason(view),
    cash: place ?? always,
    change,
  }
}
