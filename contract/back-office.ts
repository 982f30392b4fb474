import { z } from 'zod'
import {
  appointmentChangeSchema,
  bookingRequestSchema,
  memberTypes,
  sedativeOptions,
  settleReasonSchema,
} from '#domain/booking/booking-request.ts'
import { cancellationSchema } from '#domain/booking/cancellation.ts'
import { eventIDSchema, machineTimeSchema, slotHoldSchema } from '#domain/booking/machine-time.ts'
import { studyIDSchema } from '#domain/booking/study-id.ts'
import {
  crmIDSchema,
  crmOpportunityChangesSchema,
  crmOpportunitySchema,
  crmPersonChangesSchema,
  crmPersonSchema,
  opportunityCandidateSchema,
} from '#domain/crm/crm.ts'
import { shareSchema } from '#domain/documents/share.ts'
import { environmentSchema } from '#domain/environment/environment.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { calendarIDSchema, locationIDSchema, machineIDSchema, skuIDSchema } from '#domain/locations/location-id.ts'
import { promoCategories, promoCodeSchema, skuSchema } from '#domain/locations/sku.ts'
import { emailToConfirmSchema } from '#domain/members/email-confirmation.ts'
import {
  emailSchema,
  memberChangesSchema,
  memberDraftSchema,
  memberIDSchema,
  memberSchema,
} from '#domain/members/member.ts'
import { decimalAmountSchema } from '#domain/money/money.ts'
import { cashUpSchema, cashUpTables } from '#domain/payments/cash-up.ts'
import { invoiceSchema } from '#domain/payments/invoice.ts'
import { attemptStates, cardRoutes } from '#domain/payments/payment-attempt.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { studyPaymentsSchema } from '#domain/payments/payment-view.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import {
  attemptIDSchema,
  stepPaymentMethods,
  transactionIDSchema,
  transactionSchema,
  transactionTypes,
} from '#domain/payments/transaction.ts'
import { bookingSafetyDraftIDSchema, bookingSafetyDraftSchema } from '#domain/questionnaire/booking-safety-draft.ts'
import { safetyRecordSchema } from '#domain/questionnaire/safety-record.ts'
import {
  deliveryChannels,
  deliveryIDSchema,
  deliveryModes,
  deliverySchema,
  usedAddressSchema,
} from '#domain/release/delivery.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { releaseItemSchema } from '#domain/release/release-item.ts'
import { cashierRoles } from '#domain/session/cashier-roles.ts'
import { financeRoles } from '#domain/session/finance-roles.ts'
import type { Role } from '#domain/session/role.ts'
import { safetySignOffRoles } from '#domain/session/safety-permissions.ts'
import { staffUserSchema } from '#domain/session/staff-user.ts'
import { directoryChangeIDSchema, directoryChangesSchema, directoryKeepers } from '#domain/study/directory-change.ts'
import {
  practitionerContactChangesSchema,
  practitionerIDSchema,
  practitionerSchema,
  studyPractitionersSchema,
} from '#domain/study/practitioner.ts'
import { confirmedSchema } from '#domain/study/scan-questions.ts'
import { schedulerIDPattern } from '#domain/study/scheduler.ts'
import { sedativeStatuses } from '#domain/study/sedative.ts'
import { logEntrySchema, studySchema } from '#domain/study/study.ts'
import { consultActs, studyActs } from '#domain/study/study-acts.ts'
import { reasonForScanMaxLength } from '#domain/study/study-details.ts'
import { lineOfText, linesOfText, optionalLineOfText } from '#domain/text/plain-text.ts'
import { instantSchema, plainDateSchema } from '#domain/time/time-schemas.ts'

/**
 * Who may make a call. `open`: no session needed (decisions §2). `member`: a signed-up member or staff. `staff`: any role
 * but `user`; with `roles`, one of these.
 */
export type RouteAccess = {
  readonly session: 'open' | 'member' | 'staff'
  readonly roles?: readonly Role[]
  /**
   * Where the location that the caller must be allowed comes from: nowhere, a named input field, the study the path or
   * body names, or the machine calendar it names. Refused as `location-forbidden`.
   */
  readonly location: 'none' | 'locationID' | 'study' | 'calendar'
  /**
   * Also open to a delivery's ticket (`Authorization: Bearer` with the ticket that {@link backOfficeRoutes.registerDelivery}
   * gave): it acts as the person who registered that delivery, on that delivery alone, also once they have signed out, for 30
   * days. `acts`: in the roles and at the locations that they have now. `tells`: how the delivery stands is told whatever their
   * rights are by now; a call that would have it leave asks for them itself.
   */
  readonly ticket?: 'acts' | 'tells'
}

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With `:name` parameters. */
  readonly path: string
  readonly access: RouteAccess
  /**
   * Whether the call takes an `Idempotency-Key` header: required for staff, optional for self-service. With `outside` the
   * operation also acts outside the database (processor, mail): it runs in no transaction, is given the key, and must come to
   * the same end when it is run again under it. `outside-optional` is the same, and staff may leave the key out.
   */
  readonly idempotent: boolean | 'outside' | 'outside-optional'
  /** What the audit log calls this call; null where no health data is viewed or changed. */
  readonly audit: string | null
  /** Bytes of its body at most, where it takes more than a form: safety answers are long texts. */
  readonly bodyBytes?: number
  /** A PDF source (study spec §7): answers the PDF itself, or this JSON to who asks for `application/json`. */
  readonly isPdf?: true
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
  readonly answer: z.ZodType
}

const nothing = z.object({})
/** Bytes of a body with safety answers. */
const answersBodyBytes = 1_048_576
const open: RouteAccess = { session: 'open', location: 'none' }
const staff: RouteAccess = { session: 'staff', location: 'none' }
const staffAtStudy: RouteAccess = { session: 'staff', location: 'study' }

/** The version of a record that was read; as large as the database's whole numbers. */
const versionSchema = z.number().int().min(0).max(2_147_483_647)

const queryNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
const querySku = queryNumber.pipe(skuIDSchema)
const acknowledged = z.object({ ok: z.literal(true) })

const cashierAtStudy: RouteAccess = { ...staffAtStudy, roles: cashierRoles }
const financeAtStudy: RouteAccess = { ...staffAtStudy, roles: ['admin'] }
const cashierAtLocation: RouteAccess = { session: 'staff', location: 'locationID', roles: cashierRoles }
/** Those who take money, and finance (decisions section 6). */
const takingsAtLocation: RouteAccess = {
  session: 'staff',
  location: 'locationID',
  roles: [...cashierRoles, ...financeRoles],
}
const financeAtLocation: RouteAccess = { session: 'staff', location: 'locationID', roles: financeRoles }
/** Above 0, at most 2 decimals. */
const paidAmountSchema = decimalAmountSchema.refine((amount) => amount > 0, 'must be above 0')

/** What every call that moves money answers: `code` is 200 for success (booking spec §7). */
const moneyMoved = z.object({
  code: z.literal(200),
  transaction: transactionSchema,
  payments: studyPaymentsSchema,
  study: studySchema,
  /** The temporary-hold booking became a real one in the same write (booking spec §4). */
  temporaryHoldConverted: z.boolean(),
  paidStatus: z.boolean(),
  /** Unix seconds; null while something is owed. */
  paidTime: z.number().int().nullable(),
})
export type MoneyMoved = z.infer<typeof moneyMoved>

/** How an attempt stands at the back office, after it has asked the processor where that may know more. */
const attemptStanding = z.object({
  attemptID: attemptIDSchema,
  /** `processing` covers all that is not final: the processor has the intent and has not ended it. */
  state: z.enum(attemptStates),
  intentID: z.string().nullable(),
  /** Why it did not succeed, in words for the desk; null otherwise. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Set with `succeeded`: exactly one transaction, whoever asks how often. */
  moved: moneyMoved.nullable(),
})
export type AttemptStanding = z.infer<typeof attemptStanding>

/** A slot as the calendar offers it (booking spec §3 Slot): times of the location's clock, machines that are free. */
export const offeredSlotSchema = z.object({
  hour: z.number().int(),
  min: z.number().int(),
  partOfDay: z.enum(['morning', 'afternoon', 'evening']),
  utcStart: instantSchema,
  utcEnd: instantSchema,
  machines: z.array(z.object({ machineID: machineIDSchema, calendarID: calendarIDSchema })),
})
export type OfferedSlot = z.infer<typeof offeredSlotSchema>

const holdRequestSchema = z.object({ calendarId: calendarIDSchema, utcStart: instantSchema, utcEnd: instantSchema })
/** Body of the two calls that give a study without a time its appointment. */
const calendarEventSchema = holdRequestSchema.extend({
  studyId: studyIDSchema,
  holdEventId: eventIDSchema.nullable().optional(),
  /** As a booking's own. */
  settleReason: settleReasonSchema.nullable().optional(),
})
const memberPath = z.object({ id: memberIDSchema })
const studyPath = z.object({ studyId: studyIDSchema })
const opportunityPath = z.object({ id: crmIDSchema })

/** A member's search result; enough to tell two people of one name apart. */
export const memberSearchSchema = z
  .object({
    email: optionalLineOfText(254).optional(),
    exactMatch: z.boolean().optional(),
    /** Name, phone, birth date or e-mail, in any order of words. */
    text: optionalLineOfText(200).optional(),
    limit: z.number().int().min(1).max(50).optional(),
  })
  .refine((input) => (input.email ?? '') !== '' || (input.text ?? '') !== '', 'needs an e-mail address or a text')

/** A record that changed, for the workstation's cache; `value` is null when it is gone. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('machine-time'), id: z.string(), value: machineTimeSchema.nullable() }),
  z.object({
    kind: z.literal('study'),
    id: z.string(),
    value: studySchema.nullable(),
    /**
     * The study's safety answers with their latest revisions, 20 at most, without those of an earlier visit; null where
     * nothing was saved yet, absent where nothing is said of them.
     */
    safety: safetyRecordSchema.nullable().optional(),
    /** Something that hangs on the study and is no part of it has changed: its activity log, or its record in the CRM. */
    isAround: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('member'), id: z.string(), value: memberSchema.nullable() }),
  z.object({ kind: z.literal('location'), id: z.string(), value: locationSchema.nullable() }),
])
export type Change = z.infer<typeof changeSchema>

/** A message the demo's mail sink received. */
export const sentMailSchema = z.object({
  mailID: z.string(),
  at: instantSchema,
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), sizeBytes: z.number().int() })),
})
export type SentMail = z.infer<typeof sentMailSchema>

/** Transition times of every clinic zone, for the comparison at start (decisions §5 location clock). */
export const zoneFingerprintSchema = z.record(z.string(), z.string())

const wrappedMemberChanges = z.object({
  changes: memberChangesSchema,
  version: versionSchema.optional(),
  /** Where the change is made: the location of the booking, or the one the desk works at. 403 for one that is not allowed. */
  locationID: locationIDSchema.optional(),
})

const memberRoute = (method: 'PATCH' | 'PUT') =>
  ({
    method,
    path: '/api/v1/userV2/:id',
    access: staff,
    idempotent: false,
    audit: 'member.changed',
    params: memberPath,
    query: nothing,
    body: wrappedMemberChanges.or(memberChangesSchema),
    answer: memberSchema,
  }) as const

const putUserRoute = (method: 'PATCH' | 'PUT') =>
  ({
    method,
    path: '/api/v1/users/putUser',
    access: staff,
    idempotent: false,
    audit: 'member.changed',
    params: nothing,
    query: nothing,
    body: wrappedMemberChanges.extend({ user_id: memberIDSchema }),
    answer: memberSchema,
  }) as const

const opportunityRoute = (method: 'POST' | 'PATCH', keyedBy: 'opportunity' | 'member') =>
  ({
    method,
    path:
      keyedBy === 'opportunity' ? '/api/v1/salesforce/opportunity/:id' : '/api/v1/salesforce/opportunity/atriumID/:id',
    access: staff,
    idempotent: false,
    audit: 'crm.opportunity-changed',
    params: keyedBy === 'opportunity' ? opportunityPath : memberPath,
    query: nothing,
    body: crmOpportunityChangesSchema,
    answer: crmOpportunitySchema,
  }) as const

/** A study's side of the CRM: the record, the names behind its ids, where it can be looked at. */
const studyOpportunity = z.object({
  /** Null where the study names none, or one the CRM does not know. */
  opportunity: crmOpportunitySchema.nullable(),
  /** What the study names, also when the CRM does not know it. */
  opportunityID: z.string().nullable(),
  salesperson: z.string().nullable(),
  referringMember: z.string().nullable(),
  /** The record's page in the CRM; null where no CRM address is configured. */
  crmUrl: z.string().nullable(),
})

const paperSchema = z.object({ fileName: z.string(), base64: z.string(), pages: z.number().int() })

const ticketAtStudy: RouteAccess = { ...staffAtStudy, ticket: 'acts' }
const ticketTellsAtStudy: RouteAccess = { ...staffAtStudy, ticket: 'tells' }
/** What every sending call says (study spec §7): to whom, about whom, and by whom; the delivery it carries out. */
const sendBody = z.strictObject({
  practitioner: z.strictObject({
    practitionerID: practitionerIDSchema,
    locationID: z.string().max(64).nullable().optional(),
    faxNumber: z.string().max(64).optional(),
    emailAddress: z.string().max(254).optional(),
  }),
  memberDetails: memberDetailsSchema,
  /** Who sends it, as the window knows; the session or ticket decides, and another than its own is refused. */
  loggedinUser: z.looseObject({ user_id: z.string().max(64).optional() }).optional(),
  /** One that was registered; without it the call registers and sends the study's own report. */
  deliveryID: deliveryIDSchema.optional(),
})
const deliveryAnswer = z.object({ delivery: deliverySchema })
const deliveryPath = studyPath.extend({ deliveryID: deliveryIDSchema })
/** Papers and documents of one disc or stick. */
const mediumFileSchema = z.object({
  /** Relative, `/` between folders; names of nobody but the report's own (study spec §9). */
  path: z.string(),
  contentType: z.string(),
  base64: z.string(),
  sha256: z.string(),
})
export type MediumFile = z.infer<typeof mediumFileSchema>

/** `password`: of a file that this call registered itself; told once. */
const sendAnswer = deliveryAnswer.extend({ password: z.string().nullable().optional() })
const sendRoute = <Path extends string>(path: Path, audit: string) =>
  ({
    method: 'POST',
    path,
    access: ticketTellsAtStudy,
    idempotent: 'outside',
    audit,
    params: studyPath,
    query: nothing,
    body: sendBody,
    answer: sendAnswer,
  }) as const

const paperRoute = <Path extends string>(path: Path, audit: string) =>
  ({
    method: 'GET',
    path,
    access: staffAtStudy,
    idempotent: false,
    audit,
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: paperSchema,
    isPdf: true,
  }) as const

/** A message to the member, named by the spec as a GET; the same key sends once. */
const mailRoute = <Path extends string>(path: Path, audit: string) =>
  ({
    method: 'GET',
    path,
    access: staffAtStudy,
    idempotent: 'outside-optional',
    audit,
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({ ok: z.literal(true), email: z.string() }),
  }) as const

/**
 * Every REST call of the back office in the order of the specs' call tables (booking spec §7, decisions §2 and §4). A route
 * that is not in this table cannot start; who may call it, from which location and under which audit name stands here too.
 */
export const backOfficeRoutes = {
  health: {
    method: 'GET',
    path: '/health',
    access: open,
    idempotent: false,
    audit: null,
    params: nothing,
    query: nothing,
    body: nothing,
    answer: z.object({
      status: z.enum(['ok', 'starting', 'failing']),
      version: z.string(),
      database: z.enum(['sqlite', 'postgresql']),
      tzdata: z.string(),
      zones: zoneFingerprintSchema,
      environment: environmentSchema,
      /** The line quoted in safety notices; null where none is configured. */
      supportPhone: z.string().nullable().default(null),
      /** Who moves the cards' money: `simulated` takes test cards only. */
      cardProcessor: z.enum(['stripe', 'simulated', 'none']).default('none'),
    }),
  },
  signIn: {
    method: 'POST',
    path: '/login',
    access: open,
    idempotent: false,
    audit: 'session.signed-in',
    params: nothing,
    query: nothing,
    body: z.object({ email: z.string().max(254), password: z.string().max(1024) }),
    answer: z.object({ token: z.string(), user: staffUserSchema }),
  },
  signOut: {
    method: 'POST',
    path: '/logout',
    access: { session: 'member', location: 'none' },
    idempotent: false,
    audit: 'session.signed-out',
    params: nothing,
    query: nothing,
    body: nothing,
    answer: acknowledged,
  },

  // Members (booking spec §7)
  readCurrentUser: {
    method: 'GET',
    path: '/api/v1/userV2/current',
    access: { session: 'member', location: 'none' },
    idempotent: false,
    audit: null,
    params: nothing,
    query: nothing,
    body: nothing,
    answer: staffUserSchema,
  },
  readMember: {
    method: 'GET',
    path: '/api/v1/userV2/:id',
    access: staff,
    idempotent: false,
    audit: 'member.viewed',
    params: memberPath,
    query: nothing,
    body: nothing,
    answer: memberSchema,
  },
  readMembers: {
    method: 'GET',
    path: '/api/v1/userV2/',
    access: staff,
    idempotent: false,
    audit: 'member.viewed',
    params: nothing,
    query: z.object({ user_id: z.string().min(1).max(4000) }),
    body: nothing,
    answer: z.array(memberSchema),
  },
  /** Staff create a member; without a session it is a member's own sign-up, answered with a token for that member only. */
  createMember: {
    method: 'POST',
    path: '/api/v1/userV2/',
    access: open,
    idempotent: true,
    audit: 'member.created',
    params: nothing,
    query: nothing,
    body: memberDraftSchema,
    answer: z.object({ member: memberSchema, token: z.string().optional() }),
  },
  searchMembers: {
    method: 'POST',
    path: '/api/v1/userV2/search',
    access: staff,
    idempotent: false,
    audit: 'member.searched',
    params: nothing,
    query: nothing,
    body: memberSearchSchema,
    answer: z.array(memberSchema),
  },
  changeMember: memberRoute('PATCH'),
  replaceMember: memberRoute('PUT'),
  putUser: putUserRoute('PUT'),
  patchUser: putUserRoute('PATCH'),

  // CRM (booking spec §7)
  createOpportunity: opportunityRoute('POST', 'opportunity'),
  changeOpportunity: opportunityRoute('PATCH', 'opportunity'),
  createOpportunityOfMember: opportunityRoute('POST', 'member'),
  changeOpportunityOfMember: opportunityRoute('PATCH', 'member'),
  readCrmBooking: {
    method: 'GET',
    path: '/api/v1/salesforce/booking/person/:personId/opportunity/:opportunityId',
    access: staff,
    idempotent: false,
    audit: 'crm.viewed',
    params: z.object({ personId: crmIDSchema, opportunityId: crmIDSchema }),
    query: nothing,
    body: nothing,
    answer: z.object({ person: crmPersonSchema, opportunity: crmOpportunitySchema, member: memberSchema.nullable() }),
  },
  readOpportunity: {
    method: 'GET',
    path: '/api/v1/salesforce/opportunity/:id',
    access: staff,
    idempotent: false,
    audit: 'crm.viewed',
    params: opportunityPath,
    query: nothing,
    body: nothing,
    answer: crmOpportunitySchema,
  },
  changeCrmPerson: {
    method: 'PATCH',
    path: '/api/v1/salesforce/person/:id',
    access: staff,
    idempotent: false,
    audit: 'crm.person-changed',
    params: z.object({ id: crmIDSchema }),
    query: nothing,
    body: crmPersonChangesSchema,
    answer: crmPersonSchema,
  },
  createLead: {
    method: 'POST',
    path: '/api/v1/salesforce/lead/atriumID/:id',
    access: staff,
    idempotent: false,
    audit: 'crm.lead-created',
    params: memberPath,
    query: nothing,
    body: crmPersonChangesSchema,
    answer: crmPersonSchema,
  },

  // Calendar (booking spec §7)
  /**
   * A slot hold from the self-service pages. Without a staff session: only the length of a scan that members may buy on that
   * machine (400 `invalid-input`), inside opening hours (400 `outside-opening-hours`), six living ones a machine (400
   * `slot-taken` beyond), and half an hour of life however often renewed.
   */
  createHoldEvent: {
    method: 'POST',
    path: '/calendar/createHoldEvent',
    access: open,
    idempotent: false,
    audit: null,
    params: nothing,
    query: nothing,
    body: holdRequestSchema,
    answer: slotHoldSchema,
  },
  createHoldAssisted: {
    method: 'POST',
    path: '/calendar/createHoldAssisted',
    access: { session: 'staff', location: 'calendar' },
    idempotent: false,
    audit: null,
    params: nothing,
    query: nothing,
    /** `movingStudyId`: the hold may lie over that study's own time, which it is going to leave. */
    body: holdRequestSchema.extend({ movingStudyId: studyIDSchema.optional() }),
    answer: slotHoldSchema,
  },
  renewHold: {
    method: 'POST',
    path: '/api/v1/holds/:eventId/renew',
    access: open,
    idempotent: false,
    audit: null,
    params: z.object({ eventId: eventIDSchema }),
    query: nothing,
    body: nothing,
    answer: slotHoldSchema,
  },
  checkAvailableCalendarSlot: {
    method: 'GET',
    path: '/calendar/checkAvailableCalendarSlot',
    access: { session: 'staff', location: 'calendar' },
    idempotent: false,
    audit: null,
    params: nothing,
    query: holdRequestSchema.extend({ maxAllowedEvents: queryNumber.default(1) }),
    body: nothing,
    answer: z.object({ available: z.boolean(), events: z.number().int() }),
  },
  /** Removes a slot hold. Self-service holds have no owner: whoever knows the event id made it. */
  deleteCalendarEvent: {
    method: 'POST',
    path: '/calendar/:calendarId/event/:eventId/delete',
    access: open,
    idempotent: false,
    audit: null,
    params: z.object({ calendarId: calendarIDSchema, eventId: eventIDSchema }),
    query: nothing,
    body: nothing,
    answer: acknowledged,
  },
  addCalendarEvent: {
    method: 'POST',
    path: '/calendar/event/add',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.calendar-event-added',
    params: nothing,
    query: nothing,
    body: calendarEventSchema,
    answer: studySchema,
  },
  addTemporaryHoldEvent: {
    method: 'POST',
    path: '/calendar/event/add-temporary-hold',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.calendar-event-added',
    params: nothing,
    query: nothing,
    body: calendarEventSchema,
    answer: studySchema,
  },
  convertTemporaryHold: {
    method: 'POST',
    path: '/calendar/convert-temporary-hold',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.temporary-hold-converted',
    params: nothing,
    query: nothing,
    body: z.object({ studyId: studyIDSchema, settleReason: settleReasonSchema.nullable().optional() }),
    answer: studySchema,
  },
  readCalendar: {
    method: 'GET',
    path: '/api/v1/locations/:locationID/calendar',
    access: open,
    idempotent: false,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({
      skuID: querySku,
      startDate: plainDateSchema.optional(),
      /** Days, 1 to 42; 7 when absent. */
      span: queryNumber.pipe(z.number().int().min(1).max(42)).optional(),
      memberType: z.enum(memberTypes).optional(),
    }),
    body: nothing,
    answer: z.object({
      locationID: locationIDSchema,
      skuID: skuIDSchema,
      timezone: z.string(),
      days: z.array(z.object({ date: plainDateSchema, slots: z.array(offeredSlotSchema) })),
    }),
  },
  /** What is taken on a location's machines between two instants: for weeks outside the workstation's cache. */
  readMachineTimes: {
    method: 'GET',
    path: '/api/v1/locations/:locationID/machine-times',
    access: { session: 'staff', location: 'locationID' },
    idempotent: false,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({ from: instantSchema, to: instantSchema }),
    body: nothing,
    answer: z.object({ asOf: instantSchema, machineTimes: z.array(machineTimeSchema) }),
  },

  // Booking and study (booking spec §7)
  readBookingCatalogue: {
    method: 'GET',
    path: '/booking/',
    access: open,
    idempotent: false,
    audit: null,
    params: nothing,
    query: z.object({ locationID: locationIDSchema.optional(), skuID: querySku.optional() }),
    body: nothing,
    answer: z.object({
      skus: z.array(skuSchema),
      /** With a staff session every location the person may see; without one the self-service ones. */
      locations: z.array(locationSchema),
      cardProviderTokens: z.record(z.string(), z.string()),
      promocodes: z.array(promoCodeSchema),
    }),
  },
  readStudy: {
    method: 'GET',
    path: '/study/:studyId',
    access: { session: 'member', location: 'study' },
    idempotent: false,
    audit: 'study.viewed',
    params: studyPath,
    query: z.object({ booking: z.enum(['true', 'false']).optional() }),
    body: nothing,
    answer: studySchema,
  },
  readStudyDetailed: {
    method: 'POST',
    path: '/study/:studyId/detailed',
    access: staffAtStudy,
    idempotent: false,
    audit: 'study.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({
      study: studySchema,
      member: memberSchema,
      location: locationSchema,
      /** Those the study's details name, as far as the directory knows them. */
      practitioners: z.array(practitionerSchema),
      /** What a person at the study's location confirms before anything is sent to the member; null where nothing is. */
      emailToConfirm: emailToConfirmSchema.nullable().default(null),
    }),
  },
  /**
   * Stores that a person confirmed the member's e-mail address with the member, for the location of the study (decisions section 6
   * Directory). Again it changes nothing. 409 `stale` where the member has another address by now.
   */
  confirmMemberEmail: {
    method: 'POST',
    path: '/api/v1/study/:studyId/member-email/confirm',
    access: staffAtStudy,
    idempotent: false,
    audit: 'member.email-confirmed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({ email: emailSchema }),
    answer: acknowledged,
  },
  updateStudy: {
    method: 'POST',
    path: '/study/:studyId/updateObjRoot',
    access: staffAtStudy,
    idempotent: false,
    audit: 'study.changed',
    params: studyPath,
    query: nothing,
    body: z
      .object({
        version: versionSchema.optional(),
        sedativeTaken: z.enum(sedativeOptions).nullable().optional(),
        memberType: z.enum(memberTypes).nullable().optional(),
        referrer: optionalLineOfText(200).optional(),
        opportunityID: crmIDSchema.nullable().optional(),
        /** 400 `invalid-input` where the directory does not know one. */
        practitioners: studyPractitionersSchema.optional(),
        status: z
          .object({ customerEmailAvailable: z.boolean(), invoiceAvailable: z.boolean() })
          .partial()
          .strict()
          .optional(),
      })
      .strict(),
    answer: studySchema,
  },
  createBooking: {
    method: 'POST',
    path: '/booking/create',
    access: { session: 'member', location: 'locationID' },
    idempotent: true,
    audit: 'study.booked',
    params: nothing,
    query: nothing,
    bodyBytes: answersBodyBytes,
    body: bookingRequestSchema,
    answer: studySchema,
  },
  createTemporaryHoldBooking: {
    method: 'POST',
    path: '/booking/create/temporary-hold',
    access: { session: 'staff', location: 'locationID' },
    idempotent: true,
    audit: 'study.temporary-hold-booked',
    params: nothing,
    query: nothing,
    bodyBytes: answersBodyBytes,
    body: bookingRequestSchema,
    answer: studySchema,
  },
  changeAppointmentTime: {
    method: 'POST',
    path: '/booking/change/appointment-time',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.rescheduled',
    params: nothing,
    query: nothing,
    body: appointmentChangeSchema,
    answer: studySchema,
  },
  cancelBooking: {
    method: 'POST',
    path: '/booking/cancel/:studyId',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.cancelled',
    params: studyPath,
    query: nothing,
    body: cancellationSchema,
    answer: studySchema,
  },
  /**
   * Sets or takes back one flag (study spec §7), with its Time and By. `at`: when a check-in was done that is sent later; it
   * never lies in the future nor more than 7 days back. `utcStart`: the appointment that was on the screen of who checked in, null
   * for none; of another one the check-in says nothing. 409 `act-not-allowed` with the rule's reason, also for a check-in older
   * than its own taking back or of an appointment that has moved; `already-cancelled` and, for a check-in, `scan-prohibited`
   * while a notice stands that nobody may sign off. One that is so already changes nothing.
   * `confirmed`: what was open before a scan was marked and was confirmed by the person who marks it. 409 `scan-not-confirmed`
   * while anything else is open, with each kind and its text in `details.fields`.
   */
  updateStudyStatus: {
    method: 'POST',
    path: '/study/:studyId/status',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.status-changed',
    params: studyPath,
    query: nothing,
    body: z
      .strictObject({
        ...(Object.fromEntries(studyActs.map((act) => [act, z.boolean().optional()])) as Record<
          (typeof studyActs)[number],
          z.ZodOptional<z.ZodBoolean>
        >),
        at: instantSchema.optional(),
        utcStart: instantSchema.nullable().optional(),
        confirmed: confirmedSchema.optional(),
        settleReason: settleReasonSchema.optional(),
      })
      .refine((body) => studyActs.filter((act) => body[act] !== undefined).length === 1, 'must name one flag')
      .refine((body) => body.confirmed === undefined || body.scanned === true, 'only a scan is confirmed')
      .refine(
        (body) => body.settleReason === undefined || body.scanned === true || body.checkin === true,
        'only a scan or a check-in has a reason',
      ),
    answer: studySchema,
  },

  // The study's page (study spec §7)
  markConsult: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/consult',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.consult-changed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({ act: z.enum(consultActs) }),
    answer: studySchema,
  },
  /**
   * Asks the scheduling service how an event stands and writes it into the study. 404 where it knows no such event, 400 for one
   * that belongs to another study or another location's team, 409 `act-not-allowed` beside another one of the study that still
   * stands there, 503 `scheduler-unavailable`; 403 for a preferred consult by others than study spec §6 names.
   */
  syncConsult: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/consult/sync',
    access: staffAtStudy,
    idempotent: 'outside',
    audit: 'study.consult-changed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      eventID: z.string().regex(schedulerIDPattern),
      inviteeID: z.string().regex(schedulerIDPattern),
      isPreferred: z.boolean(),
    }),
    answer: studySchema,
  },
  /** What the scheduling service says of an event. 404; 503 `scheduler-unavailable`. */
  readSchedulerEvent: {
    method: 'GET',
    path: '/calendly/:eventID/time',
    access: staff,
    idempotent: false,
    audit: null,
    params: z.object({ eventID: z.string().regex(schedulerIDPattern) }),
    query: nothing,
    body: nothing,
    answer: z.object({ startTime: instantSchema, status: z.enum(['active', 'canceled']) }),
  },
  readPrescriptionTaken: {
    method: 'GET',
    path: '/api/v1/prescription/:studyId/prescriptionTaken',
    access: staffAtStudy,
    idempotent: false,
    audit: 'study.sedative-viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({ prescriptionTaken: z.boolean() }),
  },
  /** The same truth as the sedative choice of the booking. 400 where `atriumID` is not the study's member. */
  setPrescriptionTaken: {
    method: 'PATCH',
    path: '/api/v1/prescription/:studyId/prescriptionTaken',
    access: { ...staffAtStudy, roles: ['frontdesk'] },
    idempotent: false,
    audit: 'study.sedative-changed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({ prescriptionTaken: z.boolean(), atriumID: memberIDSchema }),
    answer: z.object({ prescriptionTaken: z.boolean(), study: studySchema }),
  },
  setReasonForScan: {
    method: 'POST',
    path: '/admin/study/:studyId/reasonForScan',
    access: staffAtStudy,
    idempotent: false,
    audit: 'study.changed',
    params: studyPath,
    query: z.object({ json: z.literal('true').optional() }),
    body: z.strictObject({
      reasonForScan: z.string().trim().max(reasonForScanMaxLength),
      version: versionSchema.optional(),
    }),
    answer: studySchema,
  },
  /** A member's own referral code, given now where there was none. 404 for an unknown member. */
  readReferralCode: {
    method: 'POST',
    path: '/admin/refCode',
    access: staff,
    idempotent: false,
    audit: 'member.viewed',
    params: nothing,
    query: nothing,
    body: z.strictObject({ user_id: memberIDSchema }),
    answer: z.object({ refCode: z.string() }),
  },
  /**
   * Sends the confirmation of the booking to the member again. 409 `act-not-allowed` while messages to the member are suppressed or nothing is booked; 503 `mail-failed`.
   */
  resendConfirmation: mailRoute('/admin/study/:studyId/resend-confirmation', 'study.confirmation-sent'),
  /** 409 `act-not-allowed` also before the scan. */
  sendFeedbackReminder: mailRoute('/study/:studyId/feedback/reminder', 'study.feedback-asked'),
  /** 409 `act-not-allowed` also before the member gave feedback, and once amplification was denied. */
  sendFeedbackAmplification: mailRoute('/study/:studyId/feedback/amplification', 'study.feedback-asked'),

  /** The study's opportunity with the names behind its ids. 503 `crm-unavailable`. */
  readStudyOpportunity: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/opportunity',
    access: staffAtStudy,
    idempotent: false,
    audit: 'crm.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: studyOpportunity,
  },
  /** Changes type and lead source over what the caller saw. 409 `stale` where the CRM has something else by now; 404 where none is linked. */
  changeStudyOpportunity: {
    method: 'PATCH',
    path: '/api/v1/studies/:studyId/opportunity',
    access: staffAtStudy,
    idempotent: false,
    audit: 'crm.opportunity-changed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      expected: z.strictObject({ Type: z.string().max(60), LeadSource: z.string().max(100) }),
      changes: z.strictObject({
        Type: optionalLineOfText(60).optional(),
        LeadSource: optionalLineOfText(100).optional(),
      }),
    }),
    answer: studyOpportunity,
  },
  /**
   * Ties a study and an opportunity together in both records. 404 `not-found` for no such opportunity; 409 `opportunity-mismatch` when it is another
   * member's, or another study's that still has its time, or, unless `isConfirmed`, of a person who is no member yet and neither
   * whose e-mail nor whose birth date is the member's (`isSomeoneElse`).
   */
  linkStudyOpportunity: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/opportunity/link',
    access: staffAtStudy,
    idempotent: true,
    audit: 'crm.opportunity-changed',
    params: studyPath,
    query: nothing,
    /** `isConfirmed`: somebody looked at the person's name and says that it is the member all the same. */
    body: z.strictObject({ opportunityID: crmIDSchema, isConfirmed: z.boolean().optional() }),
    answer: studyOpportunity,
  },
  /**
   * An opportunity that may be tied to a study, with the person it is of, to look at before linking. 404 for no such
   * opportunity; 503 `crm-unavailable`.
   */
  readOpportunityCandidate: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/opportunity/candidate/:opportunityID',
    access: staffAtStudy,
    idempotent: false,
    audit: 'crm.viewed',
    params: studyPath.extend({ opportunityID: crmIDSchema }),
    query: nothing,
    body: nothing,
    answer: opportunityCandidateSchema,
  },

  /** 409 `report-missing`; 403 for others than study spec §6 names. */
  readPhysicianReport: paperRoute('/admin/study/:studyId/latest-pdf-report', 'report.viewed'),
  readTraditionalReport: paperRoute('/api/user/pdf/:studyId/traditional_report', 'report.viewed'),
  readMedicalHistory: paperRoute('/api/v1/studies/:studyId/medical-history/pdf', 'medical-history.viewed'),
  readConsent: paperRoute('/api/v1/consent/:studyId/download', 'consent.viewed'),
  readPrescription: paperRoute('/api/v1/prescription/:studyId/pdf', 'prescription.viewed'),
  readMedicalReferral: paperRoute('/admin/study/:studyId/medical_referral', 'referral.viewed'),
  readReferralPage: paperRoute('/admin/study/:studyId/referral-page', 'referral.viewed'),
  readInvoicePaper: paperRoute('/admin/study/:studyId/invoice/embed', 'invoice.viewed'),
  readRadiologistReport: paperRoute('/radiologist/study/:studyId/latest-pdf-report', 'report.viewed'),
  readReportWithAddendum: paperRoute('/radiologist/study/:studyId/latest-pdf-report-with-addendum', 'report.viewed'),
  readFirstReading: paperRoute('/user/pdf/:studyId/readingPublished-1', 'report.viewed'),
  readStudyInfo: paperRoute('/admin/study/:studyId/study-info/pdf-rendered', 'study-info.viewed'),
  readConsentForm: paperRoute('/admin/study/:studyId/consent/pdf-rendered', 'consent.viewed'),

  // Shares (booking spec §7 Sharing; decisions §4)
  readShares: {
    method: 'GET',
    path: '/study/:studyId/admin_share',
    access: staffAtStudy,
    idempotent: false,
    audit: 'shares.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.array(shareSchema),
  },
  /** Gives the shares that are left; one that is gone already is fine. */
  removeShare: {
    method: 'POST',
    path: '/study/:studyId/admin_share/remove',
    access: staffAtStudy,
    idempotent: true,
    audit: 'share.revoked',
    params: studyPath,
    query: nothing,
    body: z.strictObject({ platformId: memberIDSchema }),
    answer: z.array(shareSchema),
  },

  // Release (study spec §2 Report follow-up, Sent-report modal; decisions §5 Delivery)
  /**
   * A PDF of the study stamped with these member details, the study's own report without an `item`. 409 `stale` where the
   * details are not the member's, `report-missing`, 422 `pdf-refused`; `send-report-manually` for another item than the report.
   */
  previewPdf: {
    method: 'POST',
    path: '/api/v1/study/:studyId/pdf/preview',
    access: staffAtStudy,
    idempotent: false,
    audit: 'report.previewed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      memberDetails: memberDetailsSchema,
      shouldEncryptPdf: z.boolean(),
      shouldHideHIContent: z.boolean(),
      item: releaseItemSchema.optional(),
    }),
    /** `password` opens the file, made anew for it; null where it is open. */
    answer: z.object({
      pdf: z.string(),
      fileName: z.string(),
      pages: z.number().int(),
      title: z.string(),
      password: z.string().nullable(),
    }),
  },
  /** What was sent of the study, newest first, and when each address of its practitioners was last used, for any study. */
  readRelease: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/release',
    access: staffAtStudy,
    idempotent: false,
    audit: 'release.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({ deliveries: z.array(deliverySchema), usedAddresses: z.array(usedAddressSchema) }),
  },
  /**
   * Allows one delivery and writes it down: who, what, to whom, all judged here (study spec §5, §6). Gives the ticket with which the
   * workstation carries it out, whoever is signed in by then. 409 `act-not-allowed` while the report is not published,
   * `stale` where the member's record or the directory say something else, `recipient-unconfirmed` for an address nothing
   * was ever sent to, unless `retyped` is the same; 400 `recipient-not-valid`; 409 `report-missing`. `stale` also where what is
   * to be sent is called otherwise by now than `title` says: a newer version has come; `act-not-allowed` also while the same is
   * on its way to the same place, or got there less than 10 minutes ago.
   */
  registerDelivery: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/deliveries',
    access: staffAtStudy,
    idempotent: true,
    audit: 'delivery.registered',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      channel: z.enum(deliveryChannels),
      mode: z.enum(deliveryModes),
      item: releaseItemSchema.optional(),
      /** What was looked at and confirmed, with its version; without it whatever is newest is sent. */
      title: z.string().max(300).optional(),
      practitionerID: practitionerIDSchema,
      practiceLocationID: z.string().max(64).nullable(),
      /** The fax number or e-mail address that was confirmed; empty for CD and USB. */
      address: z.string().max(254),
      retyped: z.string().max(254).nullable(),
      memberDetails: memberDetailsSchema,
      shouldEncryptPdf: z.boolean(),
      shouldHideHIContent: z.boolean(),
      /** The tick under the recipient (study spec §5). */
      isConfirmed: z.literal(true),
    }),
    answer: z.object({ delivery: deliverySchema, ticket: z.string(), password: z.string().nullable() }),
  },
  /** How a delivery stands, after the carrier was asked where that may know more. */
  readDelivery: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/deliveries/:deliveryID',
    access: ticketTellsAtStudy,
    idempotent: false,
    audit: null,
    params: deliveryPath,
    query: nothing,
    body: nothing,
    answer: deliveryAnswer,
  },
  /**
   * What only the workstation or a person knows of a delivery: a disc that was written, a stick that failed, one that was
   * cancelled before it left, or what staff found out of an uncertain one. 409 `act-not-allowed` where it has ended otherwise.
   */
  settleDelivery: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/deliveries/:deliveryID/outcome',
    access: ticketAtStudy,
    // A carrier may have to be told to stop.
    idempotent: 'outside',
    audit: 'delivery.settled',
    params: deliveryPath,
    query: nothing,
    body: z.strictObject({
      state: z.enum(['delivered', 'failed', 'cancelled', 'uncertain', 'registered']),
      reason: optionalLineOfText(300),
      /** Whether a person says so of an uncertain one, which alone may be registered again. */
      isFoundOut: z.boolean(),
    }),
    answer: deliveryAnswer,
  },
  /**
   * Faxes the report. A delivery that is on its way, there or uncertain is answered as it stands and never sent again; one that
   * failed is. 503 `delivery-unavailable` where nothing has left and it may be tried again.
   */
  sendFax: sendRoute('/api/v1/study/:studyId/fax/send', 'report.faxed'),
  /** E-mails the report; as {@link sendFax}. */
  sendReportEmail: sendRoute('/api/v1/study/:studyId/email_report/send', 'report.emailed'),
  /** What goes onto a CD or stick for a practitioner: reports, images where they were requested, an index and a viewer note. */
  exportForMedium: {
    method: 'POST',
    path: '/api/v1/admin/:patient',
    access: ticketAtStudy,
    idempotent: false,
    audit: 'report.exported',
    params: z.object({ patient: memberIDSchema }),
    query: nothing,
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
  /** Asks the image archive for the study's images under this name; locations in the USA only, else 409 `act-not-allowed`. */
  requestImages: {
    method: 'POST',
    path: '/api/v1/dicom/:studyId',
    access: ticketAtStudy,
    idempotent: true,
    audit: 'images.requested',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      firstname: lineOfText(100),
      lastname: lineOfText(100),
      dob: z.string().regex(/^\d{8}$/, 'must be YYYYMMDD'),
    }),
    answer: z.object({ requested: z.literal(true), images: z.number().int() }),
  },
  /** What the demo's fax machine sent, newest first; 404 `not-found` with a real carrier. */
  readSentFaxes: {
    method: 'GET',
    path: '/api/v1/sent-faxes',
    access: staff,
    idempotent: false,
    audit: 'faxes.viewed',
    params: nothing,
    query: nothing,
    body: nothing,
    answer: z.array(
      z.object({ faxID: z.string(), at: instantSchema, to: z.string(), pages: z.number().int(), state: z.string() }),
    ),
  },
  /** 409 `act-not-allowed` while the study is not read, `report-missing`. */
  readScanVideos: {
    method: 'GET',
    path: '/api/v1/study/:studyId/atrium-scan-videos',
    access: staffAtStudy,
    idempotent: false,
    audit: 'scan-videos.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }),
  },

  // Safety questions and prescription (booking spec §7)
  /** A study's safety answers with their history; a member reads their own. 404 for no such study. */
  readSafetyQuestions: {
    method: 'GET',
    path: '/api/booking/safety-questions',
    access: { session: 'member', location: 'study' },
    idempotent: false,
    audit: 'safety.viewed',
    params: nothing,
    query: z.object({ studyID: studyIDSchema }),
    body: nothing,
    answer: safetyRecordSchema,
  },
  /**
   * Keeps a study's safety answers over the `version` that was read (0 for the first; so counts one left out). Answers to
   * questions that are not asked are `cleared`; the same answers again change nothing. In the same write: revision, sedative
   * status, summary, sign-off withdrawn where its ground changed, a line of the log that names the fields; with a member's own
   * save also the health number it gives, which staff write with `changeMember`. 400 `invalid-input` with fields; 422
   * `missing-required-fields` with fields, unless proactive booking with nothing paid; 409 `stale`, `already-cancelled`.
   */
  saveSafetyQuestions: {
    method: 'POST',
    path: '/api/booking/safety-questions',
    access: { session: 'member', location: 'study' },
    idempotent: false,
    audit: 'safety.changed',
    params: nothing,
    query: nothing,
    bodyBytes: answersBodyBytes,
    body: z.object({
      studyID: studyIDSchema,
      SafetyQuestions: z.record(z.string().max(200), z.unknown()),
      version: versionSchema.min(0).optional(),
      /** Of the draft that was read, null for none. Another desk's later one is refused as `stale`; left out, none is. */
      draftVersion: versionSchema.nullable().optional(),
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema, cleared: z.array(z.string()) }),
  },
  /**
   * Keeps answers that are not completed, for every desk of the study. `base` is the answers that this desk had begun from: a
   * field that it changed is taken, a field that another desk changed stays. Where both changed one differently, the answer
   * of the other person stays and the field is one of `conflicts`; the same person's later answer counts. Values that cannot
   * be taken yet, such as half a date, are left out. Saving the answers removes the draft. 400 `invalid-input` for a field
   * that is no question; 409 `already-cancelled`, to a member `study-not-bookable` once scanned; 404. A member shares their
   * own answers so, and reads back only what they alone gave.
   */
  saveSafetyDraft: {
    method: 'POST',
    path: '/api/booking/safety-questions/draft',
    access: { session: 'member', location: 'study' },
    idempotent: false,
    audit: 'safety.draft-saved',
    params: nothing,
    query: nothing,
    bodyBytes: answersBodyBytes,
    body: z.object({
      studyID: studyIDSchema,
      SafetyQuestions: z.record(z.string().max(200), z.unknown()),
      base: z.record(z.string().max(200), z.unknown()),
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema, conflicts: z.array(z.string()) }),
  },
  /** Throws the draft of the answers away, for every desk; the saved answers stay. 409 `already-cancelled`; 404. */
  discardSafetyDraft: {
    method: 'POST',
    path: '/api/booking/safety-questions/draft/discard',
    access: staffAtStudy,
    idempotent: false,
    audit: 'safety.draft-discarded',
    params: nothing,
    query: nothing,
    body: z.object({ studyID: studyIDSchema }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema }),
  },
  /**
   * Keeps answers about a member that were given on a booking page, before there is a booking: one record for each booking
   * draft and member, written by its author alone. A workstation names its booking draft by `draftID`. The whole record is
   * replaced; without answers it is removed, and null is answered. Values that cannot be taken yet are left out. The same
   * answers again change nothing. A booking that names the draft moves the record to its study; 30 days after the last
   * answer it is deleted. 400 `invalid-input` for a field that is no question; 403 `insufficient-permissions` for the record
   * of another person and for a member who names another member; as a booking 409 `location-not-bookable`; 404.
   */
  saveBookingSafetyDraft: {
    method: 'POST',
    path: '/api/booking/safety-questions/booking-draft',
    access: { session: 'member', location: 'locationID' },
    idempotent: false,
    audit: 'safety.draft-saved',
    params: nothing,
    query: nothing,
    bodyBytes: answersBodyBytes,
    body: z.object({
      draftID: bookingSafetyDraftIDSchema,
      patientID: memberIDSchema,
      locationID: locationIDSchema,
      SafetyQuestions: z.record(z.string().max(200), z.unknown()),
    }),
    answer: z.object({ draft: bookingSafetyDraftSchema.nullable() }),
  },
  /** The answers about a member that were given before a booking, at the caller's locations, the latest first. 404. */
  readBookingSafetyDrafts: {
    method: 'GET',
    path: '/api/booking/safety-questions/booking-drafts',
    access: staff,
    idempotent: false,
    audit: 'safety.draft-viewed',
    params: nothing,
    query: z.object({ patientID: memberIDSchema }),
    body: nothing,
    answer: z.object({ drafts: z.array(bookingSafetyDraftSchema) }),
  },
  /** Removes a booking draft's answers about a member; one that is gone is answered the same. 403 as when it is saved. */
  discardBookingSafetyDraft: {
    method: 'POST',
    path: '/api/booking/safety-questions/booking-draft/discard',
    access: { session: 'member', location: 'none' },
    idempotent: false,
    audit: 'safety.draft-discarded',
    params: nothing,
    query: nothing,
    body: z.object({ draftID: bookingSafetyDraftIDSchema, patientID: memberIDSchema }),
    answer: acknowledged,
  },
  /**
   * A named sign-off on the red notices of one version; it replaces the one that stands. `utcStart` names the appointment they
   * were looked at against, null for none: signing says nothing of another one. Left out, whatever it is now counts. 409
   * `stale`, `nothing-to-sign-off` (also while required questions are open), `scan-prohibited`.
   */
  signOffSafety: {
    method: 'POST',
    path: '/api/booking/safety-questions/sign-off',
    access: { ...staffAtStudy, roles: safetySignOffRoles },
    idempotent: true,
    audit: 'safety.signed-off',
    params: nothing,
    query: nothing,
    body: z.object({
      studyID: studyIDSchema,
      version: versionSchema.min(1),
      utcStart: instantSchema.nullable().optional(),
      reason: linesOfText(500),
    }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema }),
  },
  /** Takes the standing sign-off back. 409 `nothing-to-sign-off` where none stands. */
  withdrawSafetySignOff: {
    method: 'POST',
    path: '/api/booking/safety-questions/sign-off/withdraw',
    access: { ...staffAtStudy, roles: safetySignOffRoles },
    idempotent: true,
    audit: 'safety.sign-off-withdrawn',
    params: nothing,
    query: nothing,
    body: z.object({ studyID: studyIDSchema, reason: linesOfText(500) }),
    answer: z.object({ record: safetyRecordSchema, study: studySchema }),
  },
  /** Says that a desk has a study's questions open, for half a minute or no more; answers who else has. */
  touchSafetyPresence: {
    method: 'POST',
    path: '/api/booking/safety-questions/presence',
    access: staffAtStudy,
    idempotent: false,
    audit: null,
    params: nothing,
    query: nothing,
    body: z.object({
      studyID: studyIDSchema,
      /** One per open form. */
      deskID: z.string().regex(/^[A-Za-z0-9-]{8,80}$/),
      isLeaving: z.boolean(),
    }),
    answer: z.object({ others: z.array(z.object({ name: z.string(), since: instantSchema })) }),
  },
  updatePrescriptionStatus: {
    method: 'POST',
    path: '/study/:studyId/prescriptionStatus',
    access: staffAtStudy,
    idempotent: false,
    audit: 'study.sedative-changed',
    params: studyPath,
    query: nothing,
    body: z.object({ sedative: z.enum(sedativeStatuses), version: versionSchema.optional() }),
    answer: studySchema,
  },
  readLog: {
    method: 'GET',
    path: '/study/:studyId/log',
    access: staffAtStudy,
    idempotent: false,
    audit: 'study.log-viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.array(logEntrySchema),
  },
  addLogEntry: {
    method: 'POST',
    path: '/study/:studyId/log',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.log-added',
    params: studyPath,
    query: nothing,
    /** `at`: when it was written, for one that is sent later; neither after now nor long before. */
    body: z.object({ category: lineOfText(60), content: linesOfText(4000), at: instantSchema.optional() }),
    answer: logEntrySchema,
  },

  // Payments (booking spec §7, study spec §7)
  readPayments: {
    method: 'GET',
    path: '/payment/study/:studyId',
    access: staffAtStudy,
    idempotent: false,
    audit: 'payments.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: studyPaymentsSchema,
  },
  /** The same for a member's own study. */
  readOnlineBookingPayments: {
    method: 'GET',
    path: '/payment/study/:studyId/online-booking',
    access: { session: 'member', location: 'study' },
    idempotent: false,
    audit: 'payments.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: studyPaymentsSchema,
  },
  /** A transaction's detail. 404 also for those of studies the caller may not see. */
  readTransaction: {
    method: 'GET',
    path: '/payment/:transactionID',
    access: staff,
    idempotent: false,
    audit: 'payments.viewed',
    params: z.object({ transactionID: transactionIDSchema }),
    query: nothing,
    body: nothing,
    answer: transactionSchema,
  },
  /** The latest transaction of a type, where no id is known. 404 where there is none. */
  readTransactionOfType: {
    method: 'GET',
    path: '/payment/study/:studyId/:transactionType',
    access: staffAtStudy,
    idempotent: false,
    audit: 'payments.viewed',
    params: studyPath.extend({ transactionType: z.enum(transactionTypes) }),
    query: nothing,
    body: nothing,
    answer: transactionSchema,
  },
  /**
   * Records what was paid by anything but a card: 409 `location-and-time-missing`, `amount-above-balance`,
   * `payment-in-progress`, `gift-card-not-valid`, `not-enough-credits`, `already-cancelled`; 400 `invalid-input` with fields
   * (`amount`, `referenceID`, `giftCardNumber`, `paymentType`). For `card` and `physicalTerminal` it takes the `paymentIntent` of an attempt and
   * answers as {@link settlePaymentAttempt} does once that has succeeded; 409 `payment-unknown` before.
   */
  recordPayment: {
    method: 'POST',
    path: '/payment/study/:studyId',
    access: cashierAtStudy,
    idempotent: 'outside',
    audit: 'payments.recorded',
    params: studyPath,
    query: nothing,
    body: z
      .object({
        payment: z.strictObject({
          paymentType: z.enum(paymentTypes),
          amount: paidAmountSchema,
          /** Cheque #, Confirmation Code, Cert # or Invoice #. */
          referenceID: optionalLineOfText(60).optional(),
          giftCardNumber: optionalLineOfText(40).optional(),
          /** The practitioner who pays an invoice. */
          invoicePayer: z.string().max(64).nullable().optional(),
          memo: optionalLineOfText(200).optional(),
          paymentIntent: z.string().max(100).optional(),
          /**
           * When cash was taken that is sent later: the transaction's time. Clocks differ, so one in the future counts as
           * now and one more than 7 days back as 7 days back. Nothing for other types.
           */
          takenAt: instantSchema.optional(),
          /** The invoice-total flag of the page's query (booking spec §5). */
          isInvoiceTotal: z.boolean().optional(),
        }),
        locationID: locationIDSchema.optional(),
      })
      .strict(),
    answer: moneyMoved.extend({
      redirect: z.string().nullable(),
      proactiveBooking: z.boolean(),
      /** An invoice that was issued in the same write (booking spec §4). */
      automaticallyIssued: z.boolean(),
    }),
  },
  /** An invoice over the whole balance, at whitelabel locations only (409 `step-not-allowed` elsewhere); issued at once. */
  recordWhitelabelPayment: {
    method: 'POST',
    path: '/payment/study/:studyId/whitelabel',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.recorded',
    params: studyPath,
    query: nothing,
    body: z.object({
      referenceID: optionalLineOfText(60).optional(),
      invoicePayer: z.string().max(64).nullable().optional(),
    }),
    answer: moneyMoved.extend({ automaticallyIssued: z.boolean() }),
  },
  /**
   * A promo discount. 409 `promo-not-valid` (unknown, another SKU, outside a window, of another category, open and not allowed, used already on this study) with
   * `errorMessage` as the message; 409 `location-and-time-missing`; 400 with fields `promoReason`, `promoAmount`.
   */
  applyPromo: {
    method: 'POST',
    path: '/payment/study/:studyId/promo/:promoID',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.promo-applied',
    params: studyPath.extend({ promoID: z.string().trim().min(1).max(40) }),
    query: nothing,
    body: z.object({
      promoReason: optionalLineOfText(200),
      promoAmount: decimalAmountSchema.nullable().optional(),
      promoCategory: z.enum(promoCategories),
    }),
    answer: moneyMoved.extend({ balance: decimalAmountSchema, errorMessage: z.string().nullable() }),
  },
  /**
   * A referral code. Spaces around it and its case do not matter. 409 `referral-not-valid` with the catalogue's words. Where it
   * takes nothing off (no whole-body scan) the transaction's amount is 0 and its memo says so.
   */
  applyReferral: {
    method: 'POST',
    path: '/payment/study/:studyId/referral/:code',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.referral-applied',
    params: studyPath.extend({ code: z.string().max(60) }),
    query: nothing,
    body: nothing,
    answer: moneyMoved.extend({ referralStatus: z.boolean(), errorMessage: z.string().nullable() }),
  },
  /**
   * Toggles a step of a cash, cheque, clinic, externalLender or invoice transaction. Saying what it is already changes nothing.
   * 409 `step-not-allowed` by the enabling rules (booking spec §4); 400 with fields `paymentMethod`, `referenceID`, `amount`.
   */
  updateTransaction: {
    method: 'POST',
    path: '/payment/study/:studyId/update/:transactionID',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.step-changed',
    params: studyPath.extend({ transactionID: transactionIDSchema }),
    query: nothing,
    body: z.strictObject({
      paymentType: z.enum(paymentTypes).optional(),
      amount: paidAmountSchema.nullable().optional(),
      details: z.strictObject({
        status: z.enum(['issued', 'notIssued', 'deposited', 'notDeposited', 'paid', 'notPaid']),
        paymentMethod: z.enum(stepPaymentMethods).nullable().optional(),
        referenceID: optionalLineOfText(60).optional(),
      }),
    }),
    answer: z.object({
      code: z.literal(200),
      transaction: transactionSchema,
      payments: studyPaymentsSchema,
      automaticallyIssued: z.boolean(),
    }),
  },
  /**
   * Gives money, credit or a discount back, to where it came from. 409 `amount-above-refundable`, `already-refunded` (All funds
   * refunded / removed), `interac-needs-card` for an Interac card without `interacTransaction`, `payment-in-progress`; 400 with
   * fields `amount`, `memo`; 503 `processor-unavailable`. `externalRefund`: given back outside Atrium, recorded only.
   * `interacTransaction`: the processor's id of the refund the reader made; it is asked for.
   */
  refundTransaction: {
    method: 'POST',
    path: '/payment/study/:studyId/refund/:id',
    access: cashierAtStudy,
    idempotent: 'outside',
    audit: 'payments.refunded',
    params: studyPath.extend({ id: transactionIDSchema }),
    query: nothing,
    body: z.strictObject({
      amount: paidAmountSchema,
      memo: optionalLineOfText(200),
      externalRefund: z.boolean().optional(),
      interacTransaction: z.string().max(100).nullable().optional(),
    }),
    answer: moneyMoved,
  },
  /** Finance Only: role admin, and the flag (403 `insufficient-permissions` without). 400 with fields amount, classification, reason. */
  reconcile: {
    method: 'POST',
    path: '/payment/study/:studyId/transaction/reconcile',
    access: financeAtStudy,
    idempotent: true,
    audit: 'payments.reconciled',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      amount: decimalAmountSchema,
      classification: z.enum(reconciliationClassifications),
      reason: optionalLineOfText(300),
    }),
    answer: moneyMoved,
  },
  /**
   * Gives the booked item the price at which its location sells it now: what `skuChanged` tells. Any other price, and another
   * SKU than the booked one, is refused as `invalid-input`.
   */
  changePrice: {
    method: 'POST',
    path: '/payment/study/:studyId/price',
    access: cashierAtStudy,
    idempotent: true,
    audit: 'payments.price-changed',
    params: studyPath,
    query: nothing,
    body: z.strictObject({
      skuID: skuIDSchema,
      price: decimalAmountSchema.refine((price) => price >= 0, 'must not be negative'),
    }),
    answer: z.object({ price: decimalAmountSchema, totalBalance: decimalAmountSchema, study: studySchema }),
  },
  /** A gift card's remaining balance at the study's currency; 409 `gift-card-not-valid`. */
  readGiftCard: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/gift-cards/:number',
    access: cashierAtStudy,
    idempotent: false,
    audit: 'payments.gift-card-viewed',
    params: studyPath.extend({ number: z.string().trim().min(1).max(40) }),
    query: nothing,
    body: nothing,
    answer: z.object({ giftCardNumber: z.string(), balance: decimalAmountSchema }),
  },
  readInvoice: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/invoice',
    access: staffAtStudy,
    idempotent: false,
    audit: 'invoice.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: invoiceSchema,
  },
  readInvoicePdf: {
    method: 'GET',
    path: '/api/v1/studies/:studyId/invoice/pdf',
    access: staffAtStudy,
    idempotent: false,
    audit: 'invoice.viewed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({ base64: z.string(), pages: z.number().int() }),
  },
  /**
   * Sends the invoice to the member, with the PDF. 409 `invoice-suppressed` while invoice or customer e-mail is suppressed; 503 `mail-failed` in the
   * catalogue's words. The same key sends once.
   */
  emailInvoice: {
    method: 'GET',
    path: '/study/:studyId/invoice/email',
    access: cashierAtStudy,
    idempotent: 'outside-optional',
    audit: 'invoice.emailed',
    params: studyPath,
    query: nothing,
    body: nothing,
    answer: z.object({ ok: z.literal(true), email: z.string() }),
  },

  // The card terminal (booking spec §7)
  /** A connection token for the location, asked for anew each time and never kept. 503 `processor-unavailable`. */
  readTerminalToken: {
    method: 'GET',
    path: '/payment/terminal/:locationID',
    access: cashierAtLocation,
    idempotent: false,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: nothing,
    body: nothing,
    answer: z.object({ location: z.string(), secret: z.string() }),
  },
  /**
   * Registers an attempt and makes its intent, or asks for its cancellation. Registering comes before anything is charged: 409
   * `payment-in-progress` while another attempt on the study has not ended (the processor is asked first), `amount-above-balance`,
   * `location-and-time-missing`; an attempt that was settled as never made answers 409 `payment-cancelled`. A serial pad needs no
   * intent: `client_secret` is empty. Refund attempts (Interac) name `refundOf`; their refundable amount is kept for them.
   */
  createTerminalPayment: {
    method: 'POST',
    path: '/payment/terminal/:locationID',
    access: cashierAtLocation,
    idempotent: 'outside-optional',
    audit: 'payments.attempted',
    params: z.object({ locationID: locationIDSchema }),
    query: nothing,
    body: z.union([
      z.strictObject({
        amount: paidAmountSchema,
        studyID: studyIDSchema,
        attemptID: attemptIDSchema,
        route: z.enum(cardRoutes),
        kind: z.enum(['payment', 'refund']),
        refundOf: transactionIDSchema.nullable(),
        memo: optionalLineOfText(200),
      }),
      z.strictObject({ paymentIntentId: z.string().max(100), cancel: z.literal(true) }),
    ]),
    answer: z.object({ client_secret: z.string(), id: z.string(), status: z.string() }),
  },
  /** What the reader needs to refund an Interac payment: the charge, cents and `cad`. 409 where it was no Interac payment. */
  readInteracRefund: {
    method: 'GET',
    path: '/payment/terminal/interac/:referenceID',
    access: { session: 'staff', location: 'none', roles: cashierRoles },
    idempotent: false,
    audit: 'payments.viewed',
    params: z.object({ referenceID: z.string().max(100) }),
    query: nothing,
    body: nothing,
    answer: z.object({
      chargeID: z.string(),
      /** What may still be refunded, times 100. */
      amount: z.number().int(),
      currency: z.literal('cad'),
      transactionID: transactionIDSchema,
    }),
  },
  /**
   * How an attempt ended: asks the processor, and records an approved one as exactly one transaction. `terminal`: what a serial
   * pad said, which no processor can be asked about. `isAbandoned`: nobody collects it any more, so an intent that waits for a card is cancelled. An attempt
   * nobody knows is written down as cancelled, so that a request that is late cannot begin it.
   */
  settlePaymentAttempt: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/payment-attempts/:attemptID/settle',
    access: cashierAtStudy,
    idempotent: 'outside-optional',
    audit: 'payments.settled',
    params: studyPath.extend({ attemptID: attemptIDSchema }),
    query: nothing,
    body: z.strictObject({
      isAbandoned: z.boolean(),
      terminal: z
        .strictObject({
          outcome: z.enum(['approved', 'declined', 'cancelled', 'not-found']),
          referenceID: z.string().max(100),
          cardType: z.string().max(40).nullable(),
          cardLastFour: z
            .string()
            .regex(/^\d{4}$/)
            .nullable(),
          message: z.string().max(300),
        })
        .nullable(),
    }),
    answer: attemptStanding,
  },
  /**
   * Ends an attempt nobody can settle any more, on the word of finance who has asked the acquirer. The processor is asked first,
   * and what it says counts: 503 `processor-unavailable` while it may still say so.
   */
  resolvePaymentAttempt: {
    method: 'POST',
    path: '/api/v1/studies/:studyId/payment-attempts/:attemptID/resolve',
    access: financeAtStudy,
    idempotent: 'outside',
    audit: 'payments.resolved',
    params: studyPath.extend({ attemptID: attemptIDSchema }),
    query: nothing,
    body: z.strictObject({
      outcome: z.enum(['succeeded', 'cancelled']),
      referenceID: optionalLineOfText(60),
      reason: lineOfText(300),
    }),
    answer: attemptStanding,
  },
  /** What a reader or card field says to the simulated processor; 404 with any other. Test payment methods only, never a number. */
  confirmSimulatedPayment: {
    method: 'POST',
    path: '/api/v1/simulated-processor/confirm',
    access: { session: 'staff', location: 'none', roles: cashierRoles },
    idempotent: false,
    audit: null,
    params: nothing,
    query: nothing,
    body: z.strictObject({
      client_secret: z.string().max(200),
      payment_method: z.string().regex(/^pm_[A-Za-z0-9_]{2,60}$/),
    }),
    answer: z.object({
      id: z.string(),
      status: z.string(),
      error: z.object({ code: z.string(), decline_code: z.string().nullable(), message: z.string() }).nullable(),
    }),
  },

  // Finance's day
  /** Every staff member with cash sees their own lines; finance and administrators see all. */
  readCashUp: {
    method: 'GET',
    path: '/api/v1/finance/:locationID/cash-up',
    access: takingsAtLocation,
    idempotent: false,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({ date: plainDateSchema }),
    body: nothing,
    answer: cashUpSchema,
  },
  /**
   * A blind count of one person's tender: their own, or any as finance or administrator. Every count is kept. 409 `day-signed-off` when the
   * day is closed and this person took none of this tender since, or when `block` is not the open block any more.
   */
  countCashUp: {
    method: 'POST',
    path: '/api/v1/finance/:locationID/cash-up/count',
    access: takingsAtLocation,
    idempotent: true,
    audit: 'finance.counted',
    params: z.object({ locationID: locationIDSchema }),
    query: nothing,
    body: z.strictObject({
      date: plainDateSchema,
      userID: z.string().max(64),
      paymentType: z.enum(paymentTypes),
      counted: decimalAmountSchema.refine((amount) => amount >= 0, 'must not be negative'),
      note: optionalLineOfText(300),
      /** The block that was shown. Absent: the open one. */
      block: z.number().int().min(0).optional(),
    }),
    answer: cashUpSchema,
  },
  /**
   * Closes the open block and freezes it: the day, or what came after an earlier close. 409 `day-signed-off` when nothing is
   * open, or when `block` is not the open block any more; 409 `step-not-allowed` while a counted tender is not counted, a
   * difference has no note, or an attempt is open; 400 with field `reason` when it is earlier than the end of the day's last
   * appointment and no reason is given.
   */
  signOffCashUp: {
    method: 'POST',
    path: '/api/v1/finance/:locationID/cash-up/sign-off',
    access: financeAtLocation,
    idempotent: true,
    audit: 'finance.signed-off',
    params: z.object({ locationID: locationIDSchema }),
    query: nothing,
    body: z.strictObject({
      date: plainDateSchema,
      note: optionalLineOfText(300),
      /** Why the day is closed before its last appointment ended. */
      reason: optionalLineOfText(300).optional(),
      /** The block that was shown. Absent: the open one. */
      block: z.number().int().min(0).optional(),
    }),
    answer: cashUpSchema,
  },
  /**
   * Opens a closed day again: all its money is one open block, to be counted again. What the closes froze is kept. 400 with
   * field `reason` without one; 409 `step-not-allowed` when no close is in force.
   */
  reopenCashUp: {
    method: 'POST',
    path: '/api/v1/finance/:locationID/cash-up/reopen',
    access: { session: 'staff', location: 'locationID', roles: ['admin'] },
    idempotent: true,
    audit: 'finance.reopened',
    params: z.object({ locationID: locationIDSchema }),
    query: nothing,
    body: z.strictObject({ date: plainDateSchema, reason: optionalLineOfText(300) }),
    answer: cashUpSchema,
  },
  /** The day as PDF, or one of its tables as CSV, for finance. Each CSV file has one kind of record. */
  exportCashUp: {
    method: 'GET',
    path: '/api/v1/finance/:locationID/cash-up/export',
    access: financeAtLocation,
    idempotent: false,
    audit: 'finance.exported',
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({
      date: plainDateSchema,
      format: z.enum(['csv', 'pdf']),
      /** Of a CSV file; `takings` when absent. */
      table: z.enum(cashUpTables).optional(),
    }),
    body: nothing,
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  },
  /** What the demo's own mail sink received, newest first; 404 where mail goes to a real server. */
  readSentMail: {
    method: 'GET',
    path: '/api/v1/sent-mail',
    access: staff,
    idempotent: false,
    audit: 'mail.viewed',
    params: nothing,
    query: nothing,
    body: nothing,
    answer: z.array(sentMailSchema),
  },

  // Under /api/v1/, as needed (decisions §4)
  readStudiesOfMember: {
    method: 'GET',
    path: '/api/v1/members/:id/studies',
    access: staff,
    idempotent: false,
    audit: 'member.studies-viewed',
    params: memberPath,
    query: nothing,
    body: nothing,
    answer: z.array(studySchema),
  },
  readPractitioners: {
    method: 'GET',
    path: '/api/v1/practitioners',
    access: staff,
    idempotent: false,
    audit: null,
    params: nothing,
    query: z.object({ text: z.string().max(200).optional() }),
    body: nothing,
    answer: z.array(practitionerSchema),
  },
  /**
   * Changes where the directory has a practitioner's reports sent. 409 `stale`; 400 with fields; 404. A change that does not count
   * at once (decisions section 6) is kept as a proposal: `isProposed`, and the entry as it is.
   */
  changePractitioner: {
    method: 'PATCH',
    path: '/api/v1/practitioners/:practitionerID',
    access: staff,
    idempotent: false,
    audit: 'practitioner.changed',
    params: z.object({ practitionerID: practitionerIDSchema }),
    query: nothing,
    body: z.strictObject({
      version: versionSchema,
      contact: practitionerContactChangesSchema,
      /** The location of the study from whose page it is changed. 403 for one that is not allowed. */
      locationID: locationIDSchema.optional(),
    }),
    answer: practitionerSchema.extend({ isProposed: z.boolean().default(false) }),
  },
  /**
   * Changes of the directory with their old values: proposals that wait for a decision and those decided lately (administrators and health
   * information see all, others their own), and what was announced to a location and no person there has seen yet.
   */
  readDirectoryChanges: {
    method: 'GET',
    path: '/api/v1/practitioner-changes',
    access: { session: 'staff', location: 'locationID' },
    idempotent: false,
    audit: null,
    params: nothing,
    query: z.object({ locationID: locationIDSchema }),
    body: nothing,
    answer: directoryChangesSchema,
  },
  /** Confirms or declines a proposal. 409 `stale` where it is decided already, or the entry says something else by now; 404. */
  decideDirectoryProposal: {
    method: 'POST',
    path: '/api/v1/practitioner-changes/:changeID/decision',
    access: { ...staff, roles: directoryKeepers },
    idempotent: true,
    audit: 'practitioner.proposal-decided',
    params: z.object({ changeID: directoryChangeIDSchema }),
    query: nothing,
    body: z.strictObject({ isConfirmed: z.boolean() }),
    answer: z.object({ practitioner: practitionerSchema }),
  },
  /** Says that a person at a location has seen a change that was announced to it. */
  seeDirectoryChange: {
    method: 'POST',
    path: '/api/v1/practitioner-changes/:changeID/seen',
    access: { session: 'staff', location: 'locationID' },
    idempotent: false,
    audit: 'practitioner.change-seen',
    params: z.object({ changeID: directoryChangeIDSchema }),
    query: nothing,
    body: z.strictObject({ locationID: locationIDSchema }),
    answer: acknowledged,
  },
  /** Every member with a study at a location at any time, in pages, for the copy of a workstation whose home it is. */
  readMembersOfLocation: {
    method: 'GET',
    path: '/api/v1/changes/members',
    access: { session: 'staff', location: 'locationID' },
    idempotent: false,
    audit: 'cache.members-read',
    params: nothing,
    query: z.object({ locationID: locationIDSchema, after: memberIDSchema.optional() }),
    body: nothing,
    answer: z.object({ members: z.array(memberSchema), next: memberIDSchema.nullable() }),
  },
  /**
   * What changed at a location since a cursor; the first call gives everything of the cache window (minus 7 to plus 60 days)
   * in pages: call again at once while `more`, with the cursor just given. A cursor is opaque and belongs to one database.
   * Where it cannot be followed (another or a restored database, older than 7 days) the feed starts again from the beginning.
   * `reset` is true on the first page of every start: a workstation deletes its copy of the location before it stores that
   * page. The records of a page are in an order in which they can be written (location, members, studies, machine times). The
   * same record may come more than once, and changes outside the window are given too. A hold that lapses by its `expiresAt` may
   * be given as null only after it was swept.
   */
  readChanges: {
    method: 'GET',
    path: '/api/v1/changes',
    access: { session: 'staff', location: 'locationID' },
    idempotent: false,
    audit: 'cache.changes-read',
    params: nothing,
    query: z.object({ locationID: locationIDSchema, cursor: z.string().max(200).optional() }),
    body: nothing,
    answer: z.object({
      cursor: z.string(),
      reset: z.boolean(),
      more: z.boolean(),
      asOf: instantSchema,
      changes: z.array(changeSchema),
    }),
  },
} as const satisfies Record<string, Route>

export type BackOfficeRoutes = typeof backOfficeRoutes
export type RouteName = keyof BackOfficeRoutes
export type RouteInput<Name extends RouteName> = {
  readonly params: z.input<BackOfficeRoutes[Name]['params']>
  readonly query: z.input<BackOfficeRoutes[Name]['query']>
  readonly body: z.input<BackOfficeRoutes[Name]['body']>
}
export type RouteAnswer<Name extends RouteName> = z.output<BackOfficeRoutes[Name]['answer']>
