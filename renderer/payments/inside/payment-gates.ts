import type { PaymentView } from '#contract/payments/bridge.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { isFinalAttempt } from '#domain/payments/payment-attempt.ts'
import { forbiddenHoldMessage, paymentMessages } from '#domain/payments/payment-messages.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { amountWords } from '../../kit/amount-words.ts'

/** Why something about money cannot be done now; null where it can. */
export type PaymentGates = {
  /** Whether the roles move money at all: to others no control for it is shown. */
  readonly mayMoveMoney: boolean
  /** Taking money by anything that needs the back office, promos and referrals. */
  readonly take: string | null
  /** Charging a card: what was taken here and waits is recorded first, so that it is not asked for twice. */
  readonly card: string | null
  /** Taking cash, which the workstation keeps while the back office is out of reach. */
  readonly cash: string | null
  /** Refunds, adjustments, steps and the price: open on cancelled studies too. */
  readonly change: string | null
}

/** The card payments of other desks on this study that have not ended. */
export const attemptsElsewhere = ({ payments, attempts }: PaymentView): PaymentView['payments']['openAttempts'] =>
  payments.openAttempts.filter(({ attemptID }) => attempts.every((own) => own.attemptID !== attemptID))

/** `A card payment of CA$500.00 by Ana, started 22 Nov 2026 02:02pm PST, is still open`, in the zone of its study. */
export const describeOpenAttempt = (
  attempt: PaymentView['payments']['openAttempts'][number],
  { payments, location }: PaymentView,
): string => {
  const amount = amountWords(attempt.amount, payments.currency)
  const what = attempt.kind === 'refund' ? 'card refund' : 'card payment'
  return `A ${what} of ${amount} by ${attempt.by}, started ${formatInstant(attempt.since, location.timezone)}, is still open`
}

const openAttemptReason = (view: PaymentView): string | null => {
  const [elsewhere] = attemptsElsewhere(view)
  if (elsewhere !== undefined) return `${describeOpenAttempt(elsewhere, view)}. Nothing else is charged before it ends.`
  const isOpenHere = view.attempts.some(
    ({ state, transactionID }) => !isFinalAttempt(state) || (state === 'succeeded' && transactionID === null),
  )
  return isOpenHere ? 'A card payment at this desk is still open. Nothing else is charged before it ends.' : null
}

const waitingReason = ({ provisional }: PaymentView): string | null =>
  provisional.every(({ failure }) => failure !== null)
    ? null
    : 'Money taken at this desk waits to be recorded on this study. A card can be charged once it is.'

/** Whether a study has what a payment needs (booking spec §5). */
export const canTakePayment = ({ study }: Pick<PaymentView, 'study'>): boolean =>
  study.booking !== null && !study.status.cancelled

/** No money is taken for a hold that can never become a booking. */
const forbiddenHoldReason = ({ payments: { holdBlock } }: PaymentView): string | null =>
  holdBlock?.kind === 'forbidden' ? forbiddenHoldMessage : null

/** What can be done about the money of a study, by this person, now. */
export const toPaymentGates = (
  view: PaymentView,
  desk: { readonly isOnline: boolean; readonly roles: readonly string[] },
): PaymentGates => {
  const isCashier = mayMoveMoney(desk.roles)
  const always = isCashier ? openAttemptReason(view) : moneyForbiddenReason
  const change = always ?? whyNotOffline('otherMoney', desk.isOnline)
  const place = canTakePayment(view) ? forbiddenHoldReason(view) : paymentMessages.missingLocationAndTime
  const take = place ?? change
  return { mayMoveMoney: isCashier, take, card: take ?? waitingReason(view), cash: place ?? always, change }
}
