import type { Delivery } from './delivery.ts'
import { releaseMessages } from './release-messages.ts'

type ResendDecision =
  | { readonly kind: 'allowed' }
  /** The earlier send may have arrived: the sender must accept that the recipient may get the item twice. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Decides whether an item can be sent again to the same recipient by the same channel. Refuses while the earlier send
 * may still arrive. If the result of the earlier send is unknown, the sender is asked first.
 */
export const decideResend = ({ state, channel }: Pick<Delivery, 'state' | 'channel'>): ResendDecision => {
  switch (state) {
    case 'delivered':
    case 'failed':
    case 'cancelled':
      return { kind: 'allowed' }
    case 'uncertain':
      return { kind: 'ask' }
    case 'registered':
    case 'sending':
      return { kind: 'refused', reason: releaseMessages.alreadyOnItsWay }
    case 'handed-over':
      return {
        kind: 'refused',
        reason: channel === 'cd' ? releaseMessages.discWaits : releaseMessages.stillUnderWay,
      }
  }
}
