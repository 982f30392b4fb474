import type { Delivery } from './delivery.ts'

/**
 * The outcomes that staff can record for a disc whose image is written: it was burnt, it could not be burnt, or the
 * earlier record is withdrawn and the disc waits again.
 */
export const discOutcomes = ['burnt', 'not-burnt', 'waiting'] as const
export type DiscOutcome = (typeof discOutcomes)[number]

type DiscDecision =
  | { readonly kind: 'change'; readonly state: 'delivered' | 'failed' | 'handed-over'; readonly reason: string | null }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Why a record about a disc is refused, and why a disc failed.
 * @internal Tests compare the reasons.
 */
export const discMessages = {
  notBurnt: 'The disc could not be burnt.',
  noDisc: 'Only a CD is burnt.',
  notWaiting: 'No disc image is waiting to be burnt for this send.',
  notRecorded: 'No result was recorded for this disc.',
  isNotified: 'You can’t undo this: the notification of the practitioner is complete.',
} as const

type Disc = Pick<Delivery, 'channel' | 'state' | 'confirmedBy'>

/**
 * Decides what a recorded outcome of a disc changes. The workstation writes an image, which a person burns in another
 * program: the delivery is `handed-over` until that person records the result, and delivered only if the disc was
 * burnt. `isNotified`: the notification of the practitioner is complete, after which the record of a burnt disc cannot
 * be withdrawn.
 */
export const decideDisc = (
  { channel, state, confirmedBy }: Disc,
  outcome: DiscOutcome,
  isNotified: boolean,
): DiscDecision => {
  if (channel !== 'cd') return { kind: 'refused', reason: discMessages.noDisc }
  const isRecorded = confirmedBy !== undefined
  switch (outcome) {
    case 'burnt':
      if (state === 'delivered') return { kind: 'none' }
      return state === 'handed-over'
        ? { kind: 'change', state: 'delivered', reason: null }
        : { kind: 'refused', reason: discMessages.notWaiting }
    case 'not-burnt':
      if (state === 'failed' && isRecorded) return { kind: 'none' }
      return state === 'handed-over'
        ? { kind: 'change', state: 'failed', reason: discMessages.notBurnt }
        : { kind: 'refused', reason: discMessages.notWaiting }
    case 'waiting':
      if (state === 'handed-over') return { kind: 'none' }
      if (!isRecorded || (state !== 'delivered' && state !== 'failed')) {
        return { kind: 'refused', reason: discMessages.notRecorded }
      }
      if (state === 'delivered' && isNotified) return { kind: 'refused', reason: discMessages.isNotified }
      return { kind: 'change', state: 'handed-over', reason: null }
  }
}
