import type { SendResult } from '#domain/messages/message-state.ts'
import type { TextReport } from '#domain/messages/text-delivery.ts'

export type TextMessage = {
  /** A number in the form `+16045550142`. */
  readonly to: string
  /** One of the clinic's numbers at the gateway, or a name that the gateway accepts as a sender. */
  readonly from: string
  readonly text: string
}

/** Sends text messages. No method throws, and every call ends within its deadline. */
export type SmsGateway = {
  readonly kind: 'twilio' | 'none'
  /** `sent` means that the gateway accepted the message; its `receipt` is for {@link SmsGateway.readDelivery}. */
  send(message: TextMessage): Promise<SendResult>
  /** Asks whether an accepted message was delivered. */
  readDelivery(receipt: string): Promise<TextReport>
}

/** The gateway when none is configured: it refuses every message. */
export const noSmsGateway: SmsGateway = {
  kind: 'none',
  send: async () => ({ kind: 'retry', code: 'not-configured' }),
  readDelivery: async () => ({ kind: 'unknown' }),
}
