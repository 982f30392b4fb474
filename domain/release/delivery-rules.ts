import type { Delivery, DeliveryChannel, DeliveryState } from './delivery.ts'
import { releaseMessages } from './release-messages.ts'

type SendDecision =
  /** Goes out; as a new sending where the one before it is known not to have arrived. */
  | { readonly kind: 'send'; readonly isNewSending: boolean }
  /** Another run was sending it and cannot say any more what became of it. */
  | { readonly kind: 'find-out' }
  /** Answered as it stands. */
  | { readonly kind: 'stands' }

/**
 * What a call to send a delivery does (decisions §5 Delivery). `isInterrupted`: it stands as being sent, and nobody is at it
 * any more. Nothing that may have left goes out again by itself.
 */
export const decideSend = (state: DeliveryState, isInterrupted: boolean): SendDecision => {
  switch (state) {
    case 'registered':
      return { kind: 'send', isNewSending: false }
    case 'failed':
      return { kind: 'send', isNewSending: true }
    case 'sending':
      return isInterrupted ? { kind: 'find-out' } : { kind: 'stands' }
    case 'handed-over':
    case 'delivered':
    case 'uncertain':
    case 'cancelled':
      return { kind: 'stands' }
  }
}

/** What a workstation or a person may say of a delivery. */
export type DeliveryReport = {
  readonly state: 'delivered' | 'failed' | 'cancelled' | 'uncertain' | 'registered'
  /** A person says so of an uncertain one. */
  readonly isFoundOut: boolean
}

type SettleDecision =
  | { readonly kind: 'change'; readonly isNewSending: boolean }
  /** The carrier has it: it is asked to stop first. */
  | { readonly kind: 'stop-carrier' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

const isOnMedium = (channel: DeliveryChannel): boolean => channel === 'cd' || channel === 'usb'

/**
 * What is made of that. A person settles what is uncertain, and only they have it sent again. Of discs and sticks the
 * workstation knows best; of faxes and mails only that nothing was begun.
 */
export const decideDeliveryReport = (
  { state, channel }: Pick<Delivery, 'state' | 'channel'>,
  said: DeliveryReport,
): SettleDecision => {
  if (said.state === state) return { kind: 'none' }
  if (state === 'uncertain') {
    if (!said.isFoundOut) return refused(releaseMessages.uncertain)
    return { kind: 'change', isNewSending: said.state === 'registered' }
  }
  if (said.isFoundOut || said.state === 'registered') return refused(releaseMessages.notUncertain)
  if (said.state === 'cancelled') {
    if (state === 'registered' || state === 'failed') return { kind: 'change', isNewSending: false }
    if (state === 'sending' && isOnMedium(channel)) return { kind: 'change', isNewSending: false }
    return state === 'handed-over' && channel === 'fax' ? { kind: 'stop-carrier' } : refused(releaseMessages.tooLate)
  }
  if (isOnMedium(channel)) {
    // Its files are fetched first; what was never fetched is on no disc.
    if (said.state === 'delivered' && (state === 'registered' || state === 'failed')) {
      return refused(releaseMessages.notWritten)
    }
    const isOpen = state === 'registered' || state === 'sending' || state === 'failed'
    return isOpen ? { kind: 'change', isNewSending: false } : refused(releaseMessages.tooLate)
  }
  return state === 'registered' && said.state === 'failed'
    ? { kind: 'change', isNewSending: false }
    : refused(releaseMessages.tooLate)
}

const refused = (reason: string): SettleDecision => ({ kind: 'refused', reason })

/** How long after it was handed over the same is taken for sent twice by mistake. */
const sentTwiceSeconds = 600

/**
 * Whether an equal delivery keeps another from being registered: it may still leave, may have left, or left so lately that
 * somebody else will have sent it. `handedOverAt` and `now` in epoch seconds.
 */
export const isOnItsWay = (
  { state, handedOverAt }: { readonly state: DeliveryState; readonly handedOverAt: number | null },
  now: number,
): boolean => {
  switch (state) {
    case 'registered':
    case 'sending':
    case 'uncertain':
      return true
    case 'handed-over':
    case 'delivered':
      return handedOverAt !== null && now - handedOverAt < sentTwiceSeconds
    case 'failed':
    case 'cancelled':
      return false
  }
}

/** Ended for good: nothing of it is to be done any more. One that failed may be sent again. */
export const hasEnded = (state: DeliveryState): boolean => state === 'delivered' || state === 'cancelled'
