import { z } from 'zod'
import { practitionerIDSchema } from '../people/practitioner.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { releaseItemSchema } from './release-item.ts'

/** The channels by which a report reaches a practitioner (study spec §2 Provider follow-up). */
export const deliveryChannels = ['fax', 'email', 'cd', 'usb'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/**
 * `automated`: the study's own report is sent (study spec §4 Report choice). `manual`: the sender chooses the item
 * (role hi).
 */
export const deliveryModes = ['automated', 'manual'] as const
export type DeliveryMode = (typeof deliveryModes)[number]

/**
 * The states of a delivery (decisions §5 Delivery). `registered`: allowed and recorded, but not sent yet.
 * `handed-over`: the carrier or mail server has the item, but the recipient may not have it yet; for a CD, the image is
 * written and waits to be burnt. `uncertain`: the item may have been sent, and staff must find out.
 * @internal Tests cover every entry.
 */
export const deliveryStates = [
  'registered',
  'sending',
  'handed-over',
  'delivered',
  'failed',
  'uncertain',
  'cancelled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,80}$/, 'must be a delivery id')

/** One report to one recipient, as the back office records it: the source of Last Send. */
export const deliverySchema = z.object({
  deliveryID: deliveryIDSchema,
  studyID: studyIDSchema,
  channel: z.enum(deliveryChannels),
  mode: z.enum(deliveryModes),
  item: releaseItemSchema,
  /** The item in words with its version, without the member: `Physician report, version 2`. */
  title: z.string(),
  practitionerID: practitionerIDSchema,
  practiceLocationID: z.string().nullable(),
  recipientName: z.string(),
  /** 11 digits, an email address, or empty for CD and USB. */
  address: z.string(),
  isEncrypted: z.boolean(),
  state: z.enum(deliveryStates),
  /** Why the delivery failed or is uncertain, or what it waits for; null otherwise. */
  reason: z.string().nullable(),
  pages: z.number().int().nullable(),
  /** Full name of the sender. */
  by: z.string(),
  at: instantSchema,
  handedOverAt: instantSchema.nullable(),
  deliveredAt: instantSchema.nullable(),
  /** Full name of the person who recorded whether a disc was burnt; absent while no result is recorded. */
  confirmedBy: z.string().optional(),
  /** The earlier delivery that this one repeats; absent for a first send. */
  resendOf: deliveryIDSchema.optional(),
})
export type Delivery = z.infer<typeof deliverySchema>

/**
 * The last time that an item was delivered to an address, for any study. The sender must retype an address to which
 * nothing was delivered before.
 */
export const usedAddressSchema = z.object({
  channel: z.enum(deliveryChannels),
  address: z.string(),
  lastUsedAt: instantSchema,
})
export type UsedAddress = z.infer<typeof usedAddressSchema>
