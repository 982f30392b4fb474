import { formatMoney } from '#domain/format/format-money.ts'
import { cancelledFailure, lateFailure } from '#domain/payments/attempt-failure.ts'
import { isFinalAttempt, isOpenAttempt, type PaymentAttempt, toModalState } from '#domain/payments/payment-attempt.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { toMoney } from '#domain/values/money.ts'

/** The text and controls of the Process Payment modal for an attempt (booking spec §2 Payment-status modal). */
export type ProcessWords = {
  readonly title: string
  /** One sentence below the amount. Screen readers announce each change. */
  readonly text: string
  /** The reason for a failure, in the words of the error catalogue. */
  readonly failure: string | null
  readonly stage: 'waiting' | 'working' | 'finding-out' | 'done' | 'failed'
  /** Whether staff cancelled the attempt themselves. It ended without success, but it is not a failure. */
  readonly isOwnCancel: boolean
  readonly mayCancel: boolean
  /** Whether the modal shows the seconds until the attempt is cancelled automatically. */
  readonly isCounting: boolean
}

/** The texts of the Process Payment modal, which shows a card payment or a card refund. */
export const processPaymentWords = {
  refundTitles: {
    processing: 'Processing Refund',
    successful: 'Refund is Completed',
    unsuccessful: 'Refund Unsuccessful',
  },
  waiting: {
    cancelling: 'Cancelling. Waiting for the card processor to confirm.',
    starting: 'Contacting the card processor.',
    refundCard: 'Refund: waiting for the card used for the payment.',
    card: "Waiting for the member's card.",
    providerWindow: "Waiting for the card provider's own window. Enter the card there.",
    charging: 'The card is being charged.',
    noCard: 'No card details were sent. Cancel this payment and enter the card again.',
  },
  working: {
    refund: 'Card read. Processing the refund.',
    payment: 'Card read. Processing the payment.',
  },
  findingOut: {
    /** `holder`: `terminal` or `processor` below, whichever has the result. Not the card holder. */
    refund: (money: string, holder: string) =>
      `Checking with the ${holder} whether ${money} was refunded. No other payment is taken until this is known.`,
    payment: (money: string, holder: string) =>
      `Checking with the ${holder} whether ${money} was charged. No other payment is taken until this is known.`,
    recordingRefund: (money: string) => `${money} was refunded. Recording it in the ledger.`,
    recordingPayment: (money: string) => `${money} was charged. Recording it in the ledger.`,
    terminal: 'card terminal',
    processor: 'card processor',
  },
  done: {
    refund: (money: string) => `${money} was refunded and is recorded.`,
    payment: (money: string) => `${money} was charged and is recorded.`,
  },
  failed: {
    refund: 'Nothing was refunded.',
    payment: 'Nothing was charged.',
    cannotTry: (reason: string) => `You can't try again now. ${reason}`,
    aboveBalance: 'The amount is now above the remaining balance.',
  },
  leave: 'Close while Atrium checks',
  ask: 'Check now',
  continue: 'Continue',
  changeRefund: 'Change Refund',
  changePayment: 'Change Payment',
  tryAgain: 'Try Again',
  cancel: 'Cancel',
  cancelAsked: (message: string) => `${message}. Waiting for the result.`,
  callFailed: {
    pressAgain: 'Try again.',
    goesOn: 'Atrium keeps checking for the result automatically.',
  },
  /** Followed by a countdown. */
  timeLeft: 'Times out in',
  simulatedReader: 'SIMULATED READER: no real card is charged',
  training: 'TRAINING: no real card is charged',
}

const words = processPaymentWords

/** Returns whether the result is unknown, or the card was charged or refunded and the ledger has no entry yet. */
export const isResultPending = ({ state, transactionID }: Pick<PaymentAttempt, 'state' | 'transactionID'>): boolean =>
  state === 'unknown' || (state === 'succeeded' && transactionID === null)

const titleOf = (attempt: PaymentAttempt): string => {
  const isRefund = attempt.kind === 'refund'
  switch (toModalState(attempt)) {
    case 'handOff':
      // For a typed card there is no terminal to hand to the member.
      return attempt.route === 'card-fields' ? paymentTitles.processingPayment : paymentTitles.handOff
    case 'processingPayment':
      return isRefund ? words.refundTitles.processing : paymentTitles.processingPayment
    case 'successful':
      return isRefund ? words.refundTitles.successful : paymentTitles.successful
    case 'unsuccessful':
      return isRefund ? words.refundTitles.unsuccessful : paymentTitles.unsuccessful
  }
}

/**
 * `hasCard`: this window stores the card typed into the stand-in for the provider's fields, or is sending it.
 * `isProviderWindow`: the card is typed in the provider's own window.
 */
type CardEntryState = { readonly hasCard: boolean; readonly isProviderWindow: boolean }

const waitingText = (attempt: PaymentAttempt, { hasCard, isProviderWindow }: CardEntryState): string => {
  const isTyped = attempt.route === 'card-fields'
  if (attempt.isCancelAsked) {
    return isTyped ? words.waiting.cancelling : paymentMessages.cancellationInitiated
  }
  if (attempt.state === 'created' || attempt.state === 'sent') return words.waiting.starting
  if (!isTyped) {
    return attempt.kind === 'refund' ? words.waiting.refundCard : words.waiting.card
  }
  if (isProviderWindow) return words.waiting.providerWindow
  return hasCard ? words.waiting.charging : words.waiting.noCard
}

const pendingResultText = (attempt: PaymentAttempt, money: string): string => {
  const { findingOut } = words
  const isRefund = attempt.kind === 'refund'
  if (attempt.state === 'succeeded') {
    return isRefund ? findingOut.recordingRefund(money) : findingOut.recordingPayment(money)
  }
  const holder = attempt.route === 'serial' ? findingOut.terminal : findingOut.processor
  return isRefund ? findingOut.refund(money, holder) : findingOut.payment(money, holder)
}

/** Returns whether staff cancelled the attempt. A timeout also asks for a cancel, and has its own failure. */
const isOwnCancel = ({ state, isCancelAsked, failure, kind }: PaymentAttempt): boolean => {
  if (state !== 'cancelled' || !isCancelAsked) return false
  if (failure === null) return true
  return failure.code === cancelledFailure(kind).code && failure.message !== lateFailure(kind).message
}

/** Describes an attempt in the words of its modal. */
export const describeAttempt = (attempt: PaymentAttempt, hands: CardEntryState): ProcessWords => {
  const money = formatMoney(toMoney(attempt.amountMinor), attempt.currency)
  const isRefund = attempt.kind === 'refund'
  const title = titleOf(attempt)
  const none = { failure: null, isOwnCancel: false, mayCancel: false, isCounting: false }
  if (isResultPending(attempt)) return { ...none, title, text: pendingResultText(attempt, money), stage: 'finding-out' }
  if (attempt.state === 'succeeded') {
    return {
      ...none,
      title,
      text: isRefund ? words.done.refund(money) : words.done.payment(money),
      stage: 'done',
    }
  }
  if (isFinalAttempt(attempt.state)) {
    const failure = attempt.failure?.message ?? null
    const text = isRefund ? words.failed.refund : words.failed.payment
    return {
      ...none,
      title,
      text,
      failure: failure === text ? null : failure,
      stage: 'failed',
      isOwnCancel: isOwnCancel(attempt),
    }
  }
  const isWorking = attempt.state === 'processing'
  return {
    title,
    text:
      isWorking && !attempt.isCancelAsked
        ? isRefund
          ? words.working.refund
          : words.working.payment
        : waitingText(attempt, hands),
    failure: null,
    isOwnCancel: false,
    stage: isWorking || attempt.route === 'card-fields' ? 'working' : 'waiting',
    mayCancel: !attempt.isCancelAsked,
    isCounting: attempt.handedOffAt !== null && !attempt.isCancelAsked,
  }
}

/**
 * Returns whether the user can dismiss the modal: only after the attempt ended without success, or its success is in
 * the ledger. The `leave` button closes it earlier, while Atrium finds out the result.
 */
export const isClosable = (attempt: PaymentAttempt): boolean => !isOpenAttempt(attempt)
