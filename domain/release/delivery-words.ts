import type { DeliveryChannel, DeliveryState } from './delivery.ts'

/** The word for each state of a send, the same on the study, in the queue and in the activity log. */
export const deliveryStateWords = {
  registered: 'Waiting to be sent',
  sending: 'Sending',
  'handed-over': 'Waiting for confirmation',
  delivered: 'Delivered',
  failed: 'Failed',
  uncertain: 'Result unknown',
  cancelled: 'Cancelled',
} as const satisfies Record<DeliveryState, string>

const onMedium: { readonly [State in DeliveryState]?: string } = {
  registered: 'Waiting to be written',
  sending: 'Writing',
  delivered: 'Written',
}

/** A CD is written as an image, which a person burns. */
const onDisc: { readonly [State in DeliveryState]?: string } = {
  ...onMedium,
  'handed-over': 'Waiting to be burnt',
  delivered: 'Burnt',
}

/**
 * Returns the word for a send's state. An email that the mail server accepted is `Sent`, because its arrival is
 * unknown.
 */
export const deliveryWord = (channel: DeliveryChannel | 'message', state: DeliveryState): string => {
  if (channel === 'cd') return onDisc[state] ?? deliveryStateWords[state]
  if (channel === 'usb') return onMedium[state] ?? deliveryStateWords[state]
  return state === 'delivered' && channel !== 'fax' ? 'Sent' : deliveryStateWords[state]
}
