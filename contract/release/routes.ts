import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import { practitionerIDSchema } from '#domain/people/practitioner.ts'
import { deliveryIDSchema, deliverySchema, usedAddressSchema } from '#domain/release/delivery.ts'
import { imageBirthDateSchema } from '#domain/release/image-request.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { practitionerHistorySchema } from '#domain/release/practitioner-history.ts'
import { releaseItemSchema } from '#domain/release/release-item.ts'
import { lineOfText, optionalLineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { bare, noFields, type Route, type RouteAccess, staffAnywhere, staffAtStudy, studyPath } from '../route.ts'
import { deliveryFields, discFields, stampFields, titleField } from './fields.ts'

const ticketAtStudy: RouteAccess = { ...staffAtStudy, ticket: 'acts' }

const ticketReadsAtStudy: RouteAccess = { ...staffAtStudy, ticket: 'reads' }

/**
 * The body of every sending call (study spec §7): recipient, member, sender, and the delivery that the call carries
 * out.
 */
const sendBody = z.strictObject({
  practitioner: z.strictObject({
    practitionerID: practitionerIDSchema,
    locationID: z.string().max(64).nullable().optional(),
    faxNumber: z.string().max(64).optional(),
    emailAddress: z.string().max(254).optional(),
  }),
  memberDetails: memberDetailsSchema,
  /** The sender according to the window. The session or ticket decides; a different sender is refused. */
  loggedinUser: z.looseObject({ user_id: z.string().max(64).optional() }).optional(),
  /** A registered delivery; without it the call registers one and sends the study's own report. */
  deliveryID: deliveryIDSchema.optional(),
})

const deliveryAnswer = z.object({ delivery: deliverySchema })

const deliveryPath = studyPath.extend({ deliveryID: deliveryIDSchema })

/** One file of a disc or stick. */
const mediumFileSchema = z.object({
  /** A relative path with `/` between folders. Only a report's path contains a person's name (study spec §9). */
  path: z.string(),
  contentType: z.string(),
  base64: z.string(),
  sha256: z.string(),
})

export type MediumFile = z.infer<typeof mediumFileSchema>

/** `password` opens the file of a delivery that this call itself registered; absent if the call named a delivery. */
const sendAnswer = deliveryAnswer.extend({ password: z.string().nullable().optional() })

const sendRoute = <Path extends string>(path: Path, audit: string) =>
  ({
    method: 'POST',
    path,
    access: ticketReadsAtStudy,
    idempotent: 'outside',
    audit,
    params: studyPath,
    query: noFields,
    body: sendBody,
    answer: sendAnswer,
  }) as const

/** Release of reports (study spec §2 Report follow-up, Sent-report modal; decisions §5 Delivery). */
export const releaseRoutes = {
  /**
   * A PDF of the study stamped with these member details; without an `item` the study's own report. 409
   * `report-missing`, or `stale` if the details are not the member's; 422 `pdf-refused`. An item other than the report
   * requires the permission `send-report-manually`.
   */
  previewPdf: {
    ...bare,
    method: 'POST',
    path: '/api/v1/study/:studyId/pdf/preview',
    access: staffAtStudy,
    audit: 'report.previewed',
    params: studyPath,
    body: z.strictObject({
      ...stampFields,
      item: releaseItemSchema.optional(),
    }),
    /** `password` opens the file and differs for each preview; null if the file is not encrypted. */
    answer: z.object({
      pdf: z.string(),
      fileName: z.string(),
      pages: z.number().int(),
      title: z.string(),
      password: z.string().nullable(),
    }),
  },
  /**
   * The study's deliveries, newest first, and the time at which each address of the study's practitioners was last used
   * for any study.
   */
  readRelease: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/release',
    access: staffAtStudy,
    audit: 'release.viewed',
    params: studyPath,
    answer: z.object({ deliveries: z.array(deliverySchema), usedAddresses: z.array(usedAddressSchema) }),
  },
  /**
   * Checks and stores one delivery: sender, item and recipient (study spec §5, §6). Returns the ticket with which the
   * workstation sends it, also after another person has signed in.
   *
   * - 409 `act-not-allowed` while the report is not published.
   * - 409 `act-not-allowed` also while the same item is on its way to the same address, or less than 10 minutes after
   *   its hand-over.
   * - 409 `stale` if the member's record or the directory differs from the request, or if the item now has another
   *   title than `title`.
   * - 409 `recipient-unconfirmed` for an address to which nothing was delivered yet, unless `retyped` repeats it.
   * - 409 `act-not-allowed` for a resend while the earlier delivery can still arrive, or if its unknown result is not
   *   accepted; 409 `stale` for a resend with another document or recipient; 404 for a delivery of another study.
   * - 409 `report-missing`; 400 `recipient-not-valid`.
   */
  registerDelivery: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/deliveries',
    access: staffAtStudy,
    idempotent: true,
    audit: 'delivery.registered',
    params: studyPath,
    body: z.strictObject({
      ...deliveryFields,
      item: releaseItemSchema.optional(),
      /** The title of the version to send. If absent, the newest version is sent. */
      title: titleField.optional(),
    }),
    answer: z.object({ delivery: deliverySchema, ticket: z.string(), password: z.string().nullable() }),
  },
  /** The state of a delivery; the back office asks the carrier first if the state may have changed. */
  readDelivery: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/deliveries/:deliveryID',
    access: ticketReadsAtStudy,
    audit: null,
    params: deliveryPath,
    answer: deliveryAnswer,
  },
  /** The transmission report of a delivery (decision 295): a PDF about one delivery and its attempts. */
  readTransmissionReport: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/deliveries/:deliveryID/transmission-report',
    access: staffAtStudy,
    audit: 'delivery.report-viewed',
    params: deliveryPath,
    answer: z.object({ fileName: z.string(), base64: z.string(), pages: z.number().int() }),
    isPdf: true,
  },
  /**
   * Records an outcome that only the workstation or a person knows: a disc was written, a stick failed, a delivery was
   * cancelled before it was sent, or staff found out how an uncertain delivery ended. 409 `act-not-allowed` if the
   * delivery already has another outcome.
   */
  settleDelivery: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/deliveries/:deliveryID/outcome',
    access: ticketAtStudy,
    // The server may have to ask the carrier to stop.
    idempotent: 'outside',
    audit: 'delivery.settled',
    params: deliveryPath,
    body: z.strictObject({
      state: z.enum(['delivered', 'failed', 'cancelled', 'uncertain', 'registered']),
      reason: optionalLineOfText(300),
      /**
       * Whether staff found out the outcome of an uncertain delivery; required to set `registered`, which resends it.
       */
      isFoundOut: z.boolean(),
    }),
    answer: deliveryAnswer,
  },
  /**
   * Records that a disc was burnt from its written disc image, or that it could not be burnt; or takes that record back
   * (decision 294). 409 `act-not-allowed` with the reason.
   */
  confirmDisc: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/deliveries/:deliveryID/disc',
    access: staffAtStudy,
    idempotent: true,
    audit: 'delivery.disc-confirmed',
    params: deliveryPath,
    body: z.strictObject(discFields),
    answer: deliveryAnswer,
  },
  /**
   * Faxes the report. For a delivery that is on its way, delivered, cancelled or uncertain, the call sends nothing and
   * returns the state. A failed delivery is sent again. 503 `delivery-unavailable` if nothing was sent and a retry is
   * possible, or if the carrier cannot be asked about an interrupted sending.
   */
  sendFax: sendRoute('/api/v1/study/:studyId/fax/send', 'report.faxed'),
  /** Emails the report. Fails as {@link sendFax} does. */
  sendReportEmail: sendRoute('/api/v1/study/:studyId/email_report/send', 'report.emailed'),
  /**
   * The content of a CD or stick for a practitioner: reports, images if they were requested, an index and a viewer
   * note.
   */
  exportForMedium: {
    ...bare,
    method: 'POST',
    path: '/api/v1/admin/:patient',
    access: ticketAtStudy,
    audit: 'report.exported',
    params: z.object({ patient: memberIDSchema }),
    body: z.strictObject({
      studyID: studyIDSchema,
      channel: z.enum(['cd', 'usb']),
      practitioner: z.strictObject({
        practitionerID: practitionerIDSchema,
        locationID: z.string().max(64).nullable().optional(),
      }),
      memberDetails: memberDetailsSchema,
      deliveryID: deliveryIDSchema,
    }),
    answer: z.object({ delivery: deliverySchema, files: z.array(mediumFileSchema) }),
  },
  /**
   * Requests the study's images from the image archive. 409 `stale` if name or birth date are not the member's,
   * `act-not-allowed` outside the USA or before the report is published; 503 `delivery-unavailable` if no archive is
   * connected.
   */
  requestImages: {
    ...bare,
    method: 'POST',
    path: '/api/v1/dicom/:studyId',
    access: ticketAtStudy,
    idempotent: true,
    audit: 'images.requested',
    params: studyPath,
    body: z.strictObject({
      firstname: lineOfText(100),
      lastname: lineOfText(100),
      dob: imageBirthDateSchema,
    }),
    answer: z.object({ requested: z.literal(true), images: z.number().int() }),
  },
  /**
   * The sends to a practitioner, newest first, of studies at the caller's locations. `before` is `next` of the previous
   * page. 404 for an unknown practitioner.
   */
  readPractitionerHistory: {
    ...bare,
    method: 'GET',
    path: '/api/v1/practitioners/:practitionerID/deliveries',
    access: staffAnywhere,
    audit: 'practitioner.deliveries-viewed',
    params: z.object({ practitionerID: practitionerIDSchema }),
    query: z.object({ before: deliveryIDSchema.optional() }),
    answer: practitionerHistorySchema,
  },
  /** The faxes that the demo's fax machine sent, newest first; 404 `not-found` with a real carrier. */
  readSentFaxes: {
    ...bare,
    isPublicInterface: true,
    method: 'GET',
    path: '/api/v1/sent-faxes',
    access: staffAnywhere,
    audit: 'faxes.viewed',
    answer: z.array(
      z.object({ faxID: z.string(), at: instantSchema, to: z.string(), pages: z.number().int(), state: z.string() }),
    ),
  },
} as const satisfies Record<string, Route>
