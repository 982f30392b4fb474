import { z } from 'zod'

/** The messages about a study that the server plans automatically. */
export const automaticKinds = [
  'confirmation',
  'move',
  'cancellation',
  'reminder',
  'history-request',
  'consent-request',
  'report-ready',
  'feedback',
] as const
export type AutomaticKind = (typeof automaticKinds)[number]

/** All messages about a study: the automatic ones, and those that only staff send. */
const messageKinds = [...automaticKinds, 'amplification', 'invoice', 'receipt'] as const

/** The kinds that staff send with a document. The document is stored with the message until the message is sent. */
const documentKinds = ['invoice', 'receipt'] as const satisfies readonly MessageKind[]

/** Returns whether a message has a payment document of the study attached. */
export const isDocumentKind = (kind: MessageKind): kind is (typeof documentKinds)[number] =>
  (documentKinds as readonly MessageKind[]).includes(kind)
export const messageKindSchema = z.enum(messageKinds)
export type MessageKind = (typeof messageKinds)[number]

const messageChannels = ['email', 'sms'] as const
export const messageChannelSchema = z.enum(messageChannels)
export type MessageChannel = (typeof messageChannels)[number]

/** The kinds that can be sent as a text message in addition to the email. */
export const smsKinds = ['confirmation', 'move', 'cancellation', 'reminder', 'history-request'] as const

/** The kinds that become void when their appointment starts. */
export const appointmentKinds: readonly MessageKind[] = [
  'confirmation',
  'move',
  'cancellation',
  'reminder',
  'history-request',
  'consent-request',
]

/** The kinds that inform the member of a time. They determine which appointment the member knows about. */
export const announcingKinds = ['confirmation', 'move'] as const satisfies readonly AutomaticKind[]

/**
 * The kinds that the quiet hours do not delay when sent as email: each responds to something that just happened. For
 * example, a member who cancels the next morning's appointment in the evening must receive the message at once.
 */
export const urgentKinds: readonly MessageKind[] = ['confirmation', 'move', 'cancellation']
