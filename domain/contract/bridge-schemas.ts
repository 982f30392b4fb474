import { z } from 'zod'
import {
  appointmentSchema,
  memberTypes,
  overlapOverrideSchema,
  referralTypes,
  sedativeOptions,
} from '../booking/booking-request.ts'
import { cancellationSchema } from '../booking/cancellation.ts'
import { slotHoldSchema } from '../booking/machine-time.ts'
import { studyIDSchema } from '../booking/study-id.ts'
import { crmIDSchema } from '../crm/crm.ts'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '../locations/location-id.ts'
import { memberChangesSchema, memberDraftSchema, memberIDSchema } from '../members/member.ts'
import { sedativeStatuses } from '../study/sedative.ts'
import { linesOfText, optionalLineOfText } from '../text/plain-text.ts'
import { instantSchema, plainDateSchema } from '../time/time-schemas.ts'
import type { InputOf, MethodOf, Subject } from './bridge.ts'

/** Who may call: `anyone`; `holder`, signed in but perhaps locked; `staff`, signed in and unlocked. */
export type SessionNeed = 'anyone' | 'holder' | 'staff'

type CommandEntry<Input> = { readonly session: SessionNeed; readonly input: z.ZodType<Input> }
type BridgeSchemas = {
  readonly [S in Subject]: { readonly [M in MethodOf<S>]: CommandEntry<InputOf<S, M>> }
}

const anyone = <Schema extends z.ZodType>(input: Schema) => ({ session: 'anyone' as const, input })
const holder = <Schema extends z.ZodType>(input: Schema) => ({ session: 'holder' as const, input })
const staff = <Schema extends z.ZodType>(input: Schema) => ({ session: 'staff' as const, input })

const nothing = z.strictObject({}) as z.ZodType<Readonly<Record<string, never>>>
const idempotencyKey = z.string().regex(/^[A-Za-z0-9-]{8,80}$/)
const draftID = z.string().regex(/^[A-Za-z0-9:-]{1,80}$/)
const password = z.string().max(1024)
const searchText = optionalLineOfText(200)

/** Any answers of the right outward shape, however long: what is wrong with them, the questionnaire says field by field. */
const answers = z.record(
  z.string().min(1).max(200),
  z.union([z.string().max(500_000), z.array(z.string().max(200)).max(50)]),
)

const holdInput = z.strictObject({
  locationID: locationIDSchema,
  skuID: skuIDSchema,
  utcStart: instantSchema,
  candidates: z.array(machineIDSchema).min(1).max(10),
  previousHold: slotHoldSchema.nullable(),
})
const weekInput = { locationID: locationIDSchema, skuID: skuIDSchema, monday: plainDateSchema }
const appointmentInput = appointmentSchema.omit({ holdEventID: true }).extend({ hold: slotHoldSchema.nullable() })

/**
 * One table: command to input schema and who may call it. It is also the allow-list: what is not here does not exist. Its
 * type ties it to the interfaces both ways: a method without a schema does not compile, nor does a schema without one.
 */
export const bridgeSchemas: BridgeSchemas = {
  session: {
    signIn: anyone(z.strictObject({ email: z.string().max(254), password })),
    signOut: holder(nothing),
    current: anyone(nothing),
    lock: holder(nothing),
    unlock: holder(z.strictObject({ password })),
  },
  connectivity: {
    read: anyone(nothing),
    retry: anyone(nothing),
    reportZones: anyone(z.strictObject({ zones: z.record(z.string().max(64), z.string().max(4000)) })),
  },
  workstation: { read: staff(nothing), deleteCache: staff(nothing) },
  locations: { list: anyone(z.strictObject({ purpose: z.enum(['assisted', 'self-service']) })), skus: anyone(nothing) },
  members: {
    search: staff(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })),
    read: staff(z.strictObject({ memberID: memberIDSchema })),
    readStudies: staff(z.strictObject({ memberID: memberIDSchema })),
    findDuplicates: staff(z.strictObject({ draft: memberDraftSchema })),
    create: staff(z.strictObject({ draft: memberDraftSchema, idempotencyKey })),
    change: staff(
      z.strictObject({ memberID: memberIDSchema, changes: memberChangesSchema, version: z.number().int().min(0) }),
    ),
  },
  crm: { readBooking: staff(z.strictObject({ personID: crmIDSchema, opportunityID: crmIDSchema })) },
  booking: {
    readWeek: staff(
      z.strictObject({
        ...weekInput,
        memberType: z.enum(memberTypes).nullable(),
        movingStudyID: studyIDSchema.optional(),
      }),
    ),
    readDay: staff(z.strictObject({ locationID: locationIDSchema, date: plainDateSchema })),
    holdSlot: staff(holdInput.extend({ movingStudyID: studyIDSchema.optional() })),
    releaseHold: staff(z.strictObject({ hold: slotHoldSchema })),
    renewHold: staff(z.strictObject({ hold: slotHoldSchema })),
    book: staff(
      appointmentInput.extend({
        patientID: memberIDSchema,
        memberType: z.enum(memberTypes).nullable(),
        referralType: z.enum(referralTypes),
        referrer: optionalLineOfText(200),
        sedativeTaken: z.enum(sedativeOptions).nullable(),
        opportunityID: crmIDSchema.nullable(),
        temporaryHold: z.boolean(),
        override: overlapOverrideSchema.nullable(),
        safetyAnswers: answers.nullable(),
        idempotencyKey,
        draftID,
      }),
    ),
    reschedule: staff(
      appointmentInput.extend({
        studyID: studyIDSchema,
        version: z.number().int().min(0),
        override: overlapOverrideSchema.nullable(),
        idempotencyKey,
        draftID,
      }),
    ),
    cancel: staff(cancellationSchema.extend({ studyID: studyIDSchema, idempotencyKey })),
    convertTemporaryHold: staff(z.strictObject({ studyID: studyIDSchema, idempotencyKey })),
    checkIn: staff(z.strictObject({ studyID: studyIDSchema, idempotencyKey })),
    setSedative: staff(
      z.strictObject({
        studyID: studyIDSchema,
        version: z.number().int().min(0),
        sedativeTaken: z.enum(sedativeOptions).nullable(),
      }),
    ),
    readStudy: staff(z.strictObject({ studyID: studyIDSchema })),
    readLog: staff(z.strictObject({ studyID: studyIDSchema })),
    settled: staff(nothing),
    acknowledgeSettled: staff(z.strictObject({ idempotencyKey })),
  },
  safety: {
    read: staff(z.strictObject({ studyID: studyIDSchema })),
    save: staff(z.strictObject({ studyID: studyIDSchema, answers, version: z.number().int().min(0) })),
    signOff: staff(
      z.strictObject({
        studyID: studyIDSchema,
        version: z.number().int().min(1),
        utcStart: instantSchema.nullable().optional(),
        reason: linesOfText(500),
        idempotencyKey,
      }),
    ),
    withdrawSignOff: staff(z.strictObject({ studyID: studyIDSchema, reason: linesOfText(500), idempotencyKey })),
    setSedativeStatus: staff(
      z.strictObject({ studyID: studyIDSchema, sedative: z.enum(sedativeStatuses), version: z.number().int().min(0) }),
    ),
    present: staff(z.strictObject({ studyID: studyIDSchema, isLeaving: z.boolean() })),
    makePdf: staff(z.strictObject({ studyID: studyIDSchema })),
  },
  drafts: {
    save: staff(z.strictObject({ draftID, content: z.unknown() })),
    read: staff(z.strictObject({ draftID })),
    discard: staff(z.strictObject({ draftID })),
  },
  search: { find: staff(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })) },
  selfService: {
    readWeek: anyone(z.strictObject(weekInput)),
    catalogue: anyone(nothing),
    holdSlot: anyone(holdInput),
    releaseHold: anyone(z.strictObject({ hold: slotHoldSchema })),
    renewHold: anyone(z.strictObject({ hold: slotHoldSchema })),
    signUpAndBook: anyone(
      z.strictObject({
        draft: memberDraftSchema,
        locationID: locationIDSchema,
        skuID: skuIDSchema,
        hold: slotHoldSchema,
        referral: z.strictObject({ referrer: optionalLineOfText(200), safetyAnswers: answers.nullable() }).optional(),
        idempotencyKey,
      }),
    ),
    readStudy: anyone(z.strictObject({ studyID: studyIDSchema })),
    readSafety: anyone(z.strictObject({ studyID: studyIDSchema })),
    saveSafety: anyone(z.strictObject({ studyID: studyIDSchema, answers, version: z.number().int().min(0) })),
  },
}
