import { z } from 'zod'
import { locationIDSchema } from '../values/location-id.ts'
import { automaticKinds, smsKinds } from './message-kinds.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day')

/** The limits of the numbers in {@link messageSettingsSchema}. */
export const messageLimits = { days: 30, feedbackDays: 60 } as const

const daysBefore = z.number().int().min(1).max(messageLimits.days)

/**
 * The settings of a location's automatic messages. The sender of text messages is a number with its country code, or a
 * name of at most 11 letters and digits; if null, no text messages are sent.
 */
export const messageSettingsSchema = z.strictObject({
  email: z.record(z.enum(automaticKinds), z.boolean()),
  sms: z.record(z.enum(smsKinds), z.boolean()),
  /** Reminders are sent this many days before the appointment, at `sendAt` on the location's clock. */
  reminderDays: daysBefore,
  /**
   * Requests for medical history and consent are sent this many days before the appointment, or at once if that time
   * has passed.
   */
  requestDays: daysBefore,
  /** The request for feedback is sent this many days after the scan. */
  feedbackDays: z.number().int().min(0).max(messageLimits.feedbackDays),
  sendAt: timeOfDay,
  /** No message is sent from `quietFrom` until `quietTo`; equal times mean no quiet hours. */
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  smsSender: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{2,11})$/, 'must be a number such as +16045550100, or a name')
    .nullable(),
})
export type MessageSettings = z.infer<typeof messageSettingsSchema>

/** The settings of a location as administrators see them. Version 0 means the standard settings. */
export const administeredMessageSettingsSchema = z.object({
  locationID: locationIDSchema,
  name: z.string(),
  settings: messageSettingsSchema,
  version: z.number().int().min(0),
})
export type AdministeredMessageSettings = z.infer<typeof administeredMessageSettingsSchema>

/**
 * The settings of a location until an administrator changes them. Messages that inform members of their appointment are
 * sent as soon as a mail server is configured. Requests and text messages are off until an administrator turns them on.
 */
export const standardMessageSettings: MessageSettings = {
  email: {
    confirmation: true,
    move: true,
    cancellation: true,
    reminder: true,
    'history-request': false,
    'consent-request': false,
    'report-ready': false,
    feedback: false,
  },
  sms: { confirmation: false, move: false, cancellation: false, reminder: false, 'history-request': false },
  reminderDays: 2,
  requestDays: 7,
  feedbackDays: 2,
  sendAt: '10:00',
  quietFrom: '21:00',
  quietTo: '08:00',
  smsSender: null,
}

/** Reads stored settings. A kind of message that was added after they were stored has its standard value. */
export const parseMessageSettings = (stored: unknown): MessageSettings => {
  const { email, sms, ...others } = z
    .looseObject({ email: z.record(z.string(), z.unknown()), sms: z.record(z.string(), z.unknown()) })
    .parse(stored)
  return messageSettingsSchema.parse({
    ...standardMessageSettings,
    ...others,
    email: { ...standardMessageSettings.email, ...email },
    sms: { ...standardMessageSettings.sms, ...sms },
  })
}
