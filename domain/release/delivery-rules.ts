import type { Delivery, DeliveryChannel, DeliveryState } from './delivery.ts'
import { releaseMessages } from './release-messages.ts'

type SendDecision =
  /** Send the delivery. `isNewSending`: an earlier sending of this delivery has failed. */
  | { readonly kind: 'send'; readonly isNewSending: boolean }
  /** The sending was interrupted: the back office must find out its outcome. */
  | { readonly kind: 'find-out' }
  /** Send nothing and answer with the current state. */
  | { readonly kind: 'unchanged' }

/**
 * Decides what a call to send a delivery does (decisions §5 Delivery). `isInterrupted`: the delivery's state is
 * sending, but no process of the back office is sending it any more. A delivery that may have been sent is never sent
 * again automatically.
 */
export const decideSend = (state: DeliveryState, isInterrupted: boolean): SendDecision => {
  switch (state) {
    case 'registered':
      return { kind: 'send', isNewSending: false }
    case 'failed':
      return { kind: 'send', isNewSending: true }
    case 'sending':
      return isInterrupted ? { kind: 'find-out' } : { kind: 'unchanged' }
    case 'handed-over':
    case 'delivered':
    case 'uncertain':
    case 'cancelled':
      return { kind: 'unchanged' }
  }
}

/** A report by a workstation or a person about a delivery. */
export type DeliveryReport = {
  readonly state: 'delivered' | 'failed' | 'cancelled' | 'uncertain' | 'registered'
  /** Whether a person reports the outcome of an uncertain delivery. */
  readonly isFoundOut: boolean
}

type SettleDecision =
  | { readonly kind: 'change'; readonly state: DeliveryState; readonly isNewSending: boolean }
  /** The carrier has the fax, so the server first asks the carrier to stop. */
  | { readonly kind: 'stop-carrier' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

const isOnMedium = (channel: DeliveryChannel): boolean => channel === 'cd' || channel === 'usb'

/**
 * Decides what a report changes. Only a person can report the result of an uncertain delivery, or request that it is
 * sent again. For discs and sticks the workstation's report decides. A CD that is reported as delivered is an image
 * that still has to be burnt: its delivery is handed over. For faxes and emails the workstation can only cancel, or
 * report that nothing was started.
 */
export const decideDeliveryReport = (
  { state, channel }: Pick<Delivery, 'state' | 'channel'>,
  said: DeliveryReport,
): SettleDecision => {
  const to = said.state === 'delivered' && channel === 'cd' ? 'handed-over' : said.state
  if (said.state === state || to === state) return { kind: 'none' }
  if (state === 'uncertain') {
    if (!said.isFoundOut) return refused(releaseMessages.uncertain)
    return { kind: 'change', state: to, isNewSending: said.state === 'registered' }
  }
  if (said.isFoundOut || said.state === 'registered') return refused(releaseMessages.notUncertain)
  if (said.state === 'cancelled') {
    if (state === 'registered' || state === 'failed') return { kind: 'change', state: to, isNewSending: false }
    if (state === 'sending' && isOnMedium(channel)) return { kind: 'change', state: to, isNewSending: false }
    return state === 'handed-over' && channel === 'fax' ? { kind: 'stop-carrier' } : refused(releaseMessages.tooLate)
  }
  if (isOnMedium(channel)) {
    // The workstation fetches the files first; files that were never fetched are on no disc.
    if (said.state === 'delivered' && (state === 'registered' || state === 'failed')) {
      return refused(releaseMessages.notWritten)
    }
    const isOpen = state === 'registered' || state === 'sending' || state === 'failed'
    return isOpen ? { kind: 'change', state: to, isNewSending: false } : refused(releaseMessages.tooLate)
  }
  return state === 'registered' && said.state === 'failed'
    ? { kind: 'change', state: to, isNewSending: false }
    : refused(releaseMessages.tooLate)
}

const refused = (reason: string): SettleDecision => ({ kind: 'refused', reason })

/** Seconds after hand-over during which sending the same item again counts as a mistake. */
const sentTwiceSeconds = 600

/**
 * Returns whether an equal delivery blocks a new registration: the equal delivery may still be sent, may have been
 * sent, or was handed over so recently that a second send is probably a mistake. `handedOverAt` and `now` are epoch
 * seconds.
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

/**
 * Returns whether the delivery has ended for good. A failed delivery has not ended for good, because it can be sent
 * again.
 */
export const hasEnded = (state: DeliveryState): boolean => state === 'delivered' || state === 'cancelled'
