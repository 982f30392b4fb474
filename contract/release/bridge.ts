import { z } from 'zod'
import { type Practitioner, practitionerIDSchema } from '#domain/people/practitioner.ts'
import type { Job } from '#domain/queue/job.ts'
import { type Delivery, type DeliveryChannel, deliveryIDSchema } from '#domain/release/delivery.ts'
import type { PractitionerHistory } from '#domain/release/practitioner-history.ts'
import { type ReleaseItem, releaseItemSchema } from '#domain/release/release-item.ts'
import type { Instant } from '#domain/values/instant.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { type Accepted, folderPath, idempotencyKey, noInput, ofStudy, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import type { Paper, StudyView } from '../study/bridge.ts'
import { deliveryFields, discFields, stampFields, titleField } from './fields.ts'

/** The address of a report on one channel: 11 digits or an email address, empty for CD and USB. */
export type RecipientAddress = {
  readonly channel: DeliveryChannel
  readonly address: string
  /** Why nothing can be sent to this address, in the error catalogue's words; null if a report can be sent to it. */
  readonly problem: string | null
  /** Null if nothing was delivered to this address yet: the sender must then type it a second time. */
  readonly lastUsedAt: Instant | null
}

/** One practitioner of the study, at the practice that the study names. */
export type Recipient = {
  readonly practitioner: Practitioner
  readonly role: 'primary' | 'referring' | 'additional'
  readonly practiceLocationID: string | null
  readonly addresses: readonly RecipientAddress[]
}

/** One row of the release matrix: an item, its version, and whether it is published. */
export type ReleasableItem = {
  readonly item: ReleaseItem
  readonly title: string
  readonly isPublished: boolean
  /** The study's own report (study spec §4 Report choice), which Automated mode sends. */
  readonly isReport: boolean
}

export type ReleaseView = StudyView & {
  readonly items: readonly ReleasableItem[]
  readonly recipients: readonly Recipient[]
  /** Newest first. */
  readonly deliveries: readonly Delivery[]
}

/** A folder or drive for the files of a disc or stick. */
export type MediumTarget = { readonly path: string; readonly label: string; readonly freeBytes: number | null }

export const releaseCommands = {
  read: staffCommand(ofStudy),
  preview: staffCommand(z.strictObject({ ...stampFields, studyID: studyIDSchema, item: releaseItemSchema.nullable() })),
  readTargets: staffCommand(noInput),
  send: staffCommand(
    z.strictObject({
      ...deliveryFields,
      studyID: studyIDSchema,
      item: releaseItemSchema.nullable(),
      /**
       * The title that the user saw; the call fails with `stale` if the item now has another title. Null for the newest
       * version.
       */
      title: titleField.nullable(),
      /** The folder for CD and USB; null for fax and email. */
      target: folderPath.nullable(),
      idempotencyKey,
    }),
  ),
  readHistory: staffCommand(
    z.strictObject({ practitionerID: practitionerIDSchema, before: deliveryIDSchema.nullable() }),
  ),
  confirmDisc: staffCommand(
    z.strictObject({ ...discFields, studyID: studyIDSchema, deliveryID: deliveryIDSchema, idempotencyKey }),
  ),
}

/**
 * Sending reports (study spec §2 Provider follow-up, Sent-report modal). After `booking.studyChanged` and
 * `jobs.changed` the window reads the data again.
 */
export interface ReleaseBridge {
  /** Failures: `not-found`, `location-forbidden`, `offline`. */
  read(input: Accepted<typeof releaseCommands.read>): Promise<Reply<ReleaseView>>
  /**
   * Returns the stamped file as it would be sent. `password` opens the file if it is encrypted. Failures:
   * `report-missing`, `stale`, `pdf-refused`, `offline`.
   */
  preview(
    input: Accepted<typeof releaseCommands.preview>,
  ): Promise<Reply<Paper & { readonly title: string; readonly password: string | null }>>
  /** Returns the removable drives of this workstation, and the folders configured for discs and sticks. */
  readTargets(input: Nothing): Promise<Reply<readonly MediumTarget[]>>
  /**
   * Registers the delivery at the back office, stores the job, and then replies. The queue sends the delivery later.
   * Staff give the `password` of an encrypted file to the recipient by phone. Failures: `act-not-allowed`,
   * `recipient-not-valid`, `recipient-unconfirmed`, `stale`, `report-missing`, `offline`. Repeated calls with the same
   * key send the delivery once.
   */
  send(
    input: Accepted<typeof releaseCommands.send>,
  ): Promise<Reply<{ job: Job; delivery: Delivery; password: string | null }>>
  /**
   * Returns the sends to a practitioner at the user's locations, newest first, one page at a time. Failures:
   * `not-found`, `offline`.
   */
  readHistory(input: Accepted<typeof releaseCommands.readHistory>): Promise<Reply<PractitionerHistory>>
  /**
   * Records that a disc was burnt or could not be burnt, or takes that record back. Failures: `act-not-allowed`,
   * `offline`.
   */
  confirmDisc(input: Accepted<typeof releaseCommands.confirmDisc>): Promise<Reply<Delivery>>
}
