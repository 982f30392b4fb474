import { z } from 'zod'

/** The messages about a study that the server plans by itself. */
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

/** The kinds that staff send with a document, which is stored with the message until it has left. */
const documentKinds = ['invoice', 'receipt'] as const satisfies readonly MessageKind[]

/** Returns whether a message carries a document of the study's payments. */
export const isDocumentKind = (kind: MessageKind): kind is (typeof documentKinds)[number] =>
  (documentKinds as readonly MessageKind[]).includes(kind)
export const messageKindSchema = z.enum(messageKinds)
export type MessageKind = (typeof messageKinds)[number]

const messageChannels = ['email', 'sms'] as const
export const messageChannelSchema = z.enum(messageChannels)
export type MessageChannel = (typeof messageChannels)[number]

/** The kinds that a text message can carry besides the email. */
export const smsKinds = ['confirmation', 'move', 'cancellation', 'reminder', 'history-request'] as const

/** The kinds that are void after the start of the appointment that they are about. */
export const appointmentKinds: readonly MessageKind[] = [
  'confirmation',
  'move',
  'cancellation',
  'reminder',
  'history-request',
  'consent-request',
]

/** The kinds that inform the member of a time: which appointment the member knows follows from them. */
export const tellingKinds = ['confirmation', 'move'] as const satisfies readonly AutomaticKind[]

/**
 * The kinds that the quiet hours do not delay when sent as email: each answers an act of now, and a member who cancels
 * in the evening an appointment of the next morning must be able to read it.
 */
export const urgentKinds: readonly MessageKind[] = ['confirmation', 'move', 'cancellation']
