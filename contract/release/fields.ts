import { z } from 'zod'
import { practitionerIDSchema } from '#domain/people/practitioner.ts'
import { deliveryChannels, deliveryIDSchema, deliveryModes } from '#domain/release/delivery.ts'
import { discOutcomes } from '#domain/release/disc-burning.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { sendConfirmationSchema } from '#domain/release/send-confirmation.ts'

/**
 * How a PDF is changed before it is sent: the member's details for the stamp, whether the PDF is encrypted, and whether
 * the content for health-information staff is removed.
 */
export const stampFields = {
  memberDetails: memberDetailsSchema,
  shouldEncryptPdf: z.boolean(),
  shouldHideHIContent: z.boolean(),
}

/** The title, with its version, of the file that the sender viewed and confirmed. */
export const titleField = z.string().max(300)

/**
 * The fields of one delivery that bridge and back office share. Each of the two adds `item` and `title`, which can be
 * null at the bridge and absent at the back office. Without `item` the study's own report is sent; without `title` the
 * newest version.
 */
export const deliveryFields = {
  channel: z.enum(deliveryChannels),
  mode: z.enum(deliveryModes),
  practitionerID: practitionerIDSchema,
  practiceLocationID: z.string().max(64).nullable(),
  /** The fax number or email address that was confirmed; empty for CD and USB. */
  address: z.string().max(254),
  /** The address typed a second time, if nothing was delivered to the address yet; otherwise null. */
  retyped: z.string().max(254).nullable(),
  ...stampFields,
  /** Whether a fax begins with a cover sheet; if absent, the location's setting applies. Ignored for other channels. */
  hasCoverSheet: z.boolean().optional(),
  /**
   * The delivery that this one repeats; absent for a first send. `isUncertainAccepted`: the sender accepts that the
   * recipient may get the item twice, because the result of that delivery is unknown.
   */
  resend: z.strictObject({ deliveryID: deliveryIDSchema, isUncertainAccepted: z.boolean() }).optional(),
  /** The tick under the recipient (study spec §5). */
  isConfirmed: sendConfirmationSchema,
}

/** The outcome that staff record for a disc after its disc image (the file to burn) was written. */
export const discFields = { outcome: z.enum(discOutcomes) }
