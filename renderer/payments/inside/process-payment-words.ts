import { isFinalAttempt, isOpenAttempt, type PaymentAttempt, toModalState } from '#domain/payments/payment-attempt.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { formatMoney, toMoney } from '#domain/values/money.ts'

/** The text and controls of the Process Payment modal for an attempt (booking spec §2 Payment-status modal). */
export type ProcessWords = {
  readonly title: string
  /** One sentence below the amount. Screen readers announce each change. */
  readonly text: string
  /** The reason for a failure, in the words of the catalogue. */
  readonly failure: string | null
  readonly stage: 'waiting' | 'working' | 'finding-out' | 'done' | 'failed'
  readonly mayCancel: boolean
  /** Whether the modal shows the seconds until the attempt is cancelled by itself. */
  readonly isCounting: boolean
}

/** Returns whether the card part is over and Atrium is finding out the result. */
export const isFindingOut = ({ state, transactionID }: Pick<PaymentAttempt, 'state' | 'transactionID'>): boolean =>
  state === 'unknown' || (state === 'succeeded' && transactionID === null)

const titleOf = (attempt: PaymentAttempt): string => {
  const isRefund = attempt.kind === 'refund'
  switch (toModalState(attempt)) {
    case 'handOff':
      // Where the card is typed, there is no terminal to hand over.
      return attempt.route === 'card-fields' ? paymentTitles.processingPayment : paymentTitles.handOff
    case 'processingPayment':
      return isRefund ? 'Processing Refund' : paymentTitles.processingPayment
    case 'successful':
      return isRefund ? 'Refund is Completed' : paymentTitles.successful
    case 'unsuccessful':
      return isRefund ? 'Refund Unsuccessful' : paymentTitles.unsuccessful
  }
}

/**
 * `hasCard`: this window has the stand-in's card; `isProviderWindow`: the card is typed in the provider's own window.
 */
type CardHands = { readonly hasCard: boolean; readonly isProviderWindow: boolean }

const waitingText = (attempt: PaymentAttempt, { hasCard, isProviderWindow }: CardHands): string => {
  const isTyped = attempt.route === 'card-fields'
  if (attempt.isCancelAsked) {
    return isTyped ? 'Cancelling. Waiting for the card processor’s word.' : paymentMessages.cancellationInitiated
  }
  if (attempt.state === 'created' || attempt.state === 'sent') return 'Telling the card processor about it.'
  if (!isTyped) {
    return attempt.kind === 'refund'
      ? 'The terminal waits for the card that paid.'
      : 'The terminal waits for the member’s card.'
  }
  if (isProviderWindow) return 'The card is typed in the card provider’s own window.'
  return hasCard
    ? 'The card is being charged.'
    : 'No card was handed over. Cancel this payment and type the card again.'
}

const findingOutText = (attempt: PaymentAttempt, money: string): string => {
  const holder = attempt.route === 'serial' ? 'card terminal' : 'card processor'
  const moved = attempt.kind === 'refund' ? 'refunded' : 'charged'
  if (attempt.state === 'succeeded') return `${money} was ${moved}. It is being written into the ledger.`
  return `Finding out with the ${holder} whether ${money} was ${moved}. Nothing else is taken before it is known.`
}

/** Describes an attempt in the words of its modal. */
export const describeAttempt = (attempt: PaymentAttempt, hands: CardHands): ProcessWords => {
  const money = formatMoney(toMoney(attempt.amountMinor), attempt.currency)
  const isRefund = attempt.kind === 'refund'
  const title = titleOf(attempt)
  const none = { failure: null, mayCancel: false, isCounting: false }
  if (isFindingOut(attempt)) return { ...none, title, text: findingOutText(attempt, money), stage: 'finding-out' }
  if (attempt.state === 'succeeded') {
    return {
      ...none,
      title,
      text: isRefund ? `${money} was refunded and is recorded.` : `${money} was charged and is recorded.`,
      stage: 'done',
    }
  }
  if (isFinalAttempt(attempt.state)) {
    const failure = attempt.failure?.message ?? null
    const text = isRefund ? 'Nothing was refunded.' : 'Nothing was charged.'
    return { ...none, title, text, failure: failure === text ? null : failure, stage: 'failed' }
  }
  const isWorking = attempt.state === 'processing'
  return {
    title,
    text:
      isWorking && !attempt.isCancelAsked
        ? isRefund
          ? 'The card was presented. The refund is on its way.'
          : 'The card was presented. The payment is on its way.'
        : waitingText(attempt, hands),
    failure: null,
    stage: isWorking || attempt.route === 'card-fields' ? 'working' : 'waiting',
    mayCancel: !attempt.isCancelAsked,
    isCounting: attempt.handedOffAt !== null && !attempt.isCancelAsked,
  }
}

/** Returns whether the modal can be closed: not while money may move. */
export const isClosable = (attempt: PaymentAttempt): boolean => !isOpenAttempt(attempt)
