import { z } from 'zod'
import {
  appointmentSchema,
  memberTypes,
  overlapOverrideSchema,
  referralTypes,
  sedativeOptions,
  settleReasonSchema,
} from '#domain/booking/booking-request.ts'
import { cancellationSchema } from '#domain/booking/cancellation.ts'
import { slotHoldSchema } from '#domain/booking/machine-time.ts'
import { studyIDSchema } from '#domain/booking/study-id.ts'
import { crmIDSchema } from '#domain/crm/crm.ts'
import {
  documentIDSchema,
  documentNameSchema,
  documentStatuses,
  documentTypeIDSchema,
  mostDocumentBytes,
} from '#domain/documents/document.ts'
import { jobKinds, settlements } from '#domain/jobs/job.ts'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '#domain/locations/location-id.ts'
import { promoCategories } from '#domain/locations/sku.ts'
import { emailSchema, memberChangesSchema, memberDraftSchema, memberIDSchema } from '#domain/members/member.ts'
import { decimalAmountSchema } from '#domain/money/money.ts'
import { cashUpTables } from '#domain/payments/cash-up.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import { attemptIDSchema, stepPaymentMethods, transactionIDSchema } from '#domain/payments/transaction.ts'
import { mostCopies, printKinds, printSettingsSchema } from '#domain/printing/printing.ts'
import { bookingSafetyDraftIDSchema } from '#domain/questionnaire/booking-safety-draft.ts'
import { deliveryChannels, deliveryModes } from '#domain/release/delivery.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { releaseItemSchema } from '#domain/release/release-item.ts'
import { directoryChangeIDSchema } from '#domain/study/directory-change.ts'
import { papers } from '#domain/study/papers.ts'
import {
  practitionerContactChangesSchema,
  practitionerIDSchema,
  studyPractitionersSchema,
} from '#domain/study/practitioner.ts'
import { confirmedSchema } from '#domain/study/scan-questions.ts'
import { schedulerIDPattern, schedulerPurposes } from '#domain/study/scheduler.ts'
import { sedativeStatuses } from '#domain/study/sedative.ts'
import { consultActs, studyActs } from '#domain/study/study-acts.ts'
import { reasonForScanMaxLength } from '#domain/study/study-details.ts'
import { lineOfText, linesOfText, optionalLineOfText } from '#domain/text/plain-text.ts'
import { instantSchema, plainDateSchema } from '#domain/time/time-schemas.ts'
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
const ofStudy = z.strictObject({ studyID: studyIDSchema })
const schedulerID = z.string().regex(schedulerIDPattern)
const jobID = z.string().regex(/^[A-Za-z0-9-]{1,80}$/)
const folderPath = lineOfText(1000)
const printItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('study'), studyID: studyIDSchema, item: releaseItemSchema }),
  z.strictObject({ kind: z.literal('safety-form'), studyID: studyIDSchema }),
  z.strictObject({ kind: z.literal('cash-up'), locationID: locationIDSchema, date: plainDateSchema }),
])
/** Base64 of the largest file, with the data URL's head. */
const mostDataUrl = Math.ceil(mostDocumentBytes / 3) * 4 + 200

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
const firstFreeInput = { locationID: locationIDSchema, skuID: skuIDSchema }
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
  workstation: { read: staff(nothing), deleteCache: staff(nothing), readSentMail: staff(nothing) },
  locations: { list: anyone(z.strictObject({ purpose: z.enum(['assisted', 'self-service']) })), skus: anyone(nothing) },
  members: {
    search: staff(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })),
    read: staff(z.strictObject({ memberID: memberIDSchema })),
    readStudies: staff(z.strictObject({ memberID: memberIDSchema })),
    readAppointments: staff(z.strictObject({ memberID: memberIDSchema })),
    findDuplicates: staff(z.strictObject({ draft: memberDraftSchema })),
    create: staff(z.strictObject({ draft: memberDraftSchema, idempotencyKey })),
    change: staff(
      z.strictObject({
        memberID: memberIDSchema,
        changes: memberChangesSchema,
        version: z.number().int().min(0),
        locationID: locationIDSchema.optional(),
      }),
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
    findFirstFree: staff(z.strictObject({ ...firstFreeInput, from: plainDateSchema.optional() })),
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
        safetyDraft: answers.nullable().optional(),
        settleReason: settleReasonSchema.nullable(),
        idempotencyKey,
        draftID,
      }),
    ),
    reschedule: staff(
      appointmentInput.extend({
        studyID: studyIDSchema,
        version: z.number().int().min(0),
        override: overlapOverrideSchema.nullable(),
        settleReason: settleReasonSchema.nullable(),
        idempotencyKey,
        draftID,
      }),
    ),
    cancel: staff(cancellationSchema.extend({ studyID: studyIDSchema, idempotencyKey })),
    convertTemporaryHold: staff(
      z.strictObject({ studyID: studyIDSchema, idempotencyKey, settleReason: settleReasonSchema.nullable() }),
    ),
    setSedative: staff(
      z.strictObject({
        studyID: studyIDSchema,
        version: z.number().int().min(0),
        sedativeTaken: z.enum(sedativeOptions).nullable(),
      }),
    ),
    readStudy: staff(z.strictObject({ studyID: studyIDSchema })),
    settled: staff(nothing),
    acknowledgeSettled: staff(z.strictObject({ idempotencyKey })),
  },
  study: {
    read: staff(ofStudy),
    readLog: staff(ofStudy),
    addNote: staff(ofStudy.extend({ category: lineOfText(60), content: linesOfText(4000), idempotencyKey })),
    mark: staff(
      ofStudy
        .extend({
          act: z.enum(studyActs),
          value: z.boolean(),
          idempotencyKey,
          confirmed: confirmedSchema.optional(),
          settleReason: settleReasonSchema.optional(),
        })
        .refine(
          ({ act, value, confirmed }) => confirmed === undefined || (act === 'scanned' && value),
          'only a scan is confirmed',
        ),
    ),
    waiting: staff(nothing),
    dismissWaiting: staff(z.strictObject({ idempotencyKey })),
    markConsult: staff(ofStudy.extend({ act: z.enum(consultActs), idempotencyKey })),
    openScheduler: staff(ofStudy.extend({ purpose: z.enum(schedulerPurposes) })),
    syncConsult: staff(
      ofStudy.extend({ eventID: schedulerID, inviteeID: schedulerID, isPreferred: z.boolean(), idempotencyKey }),
    ),
    setPrescriptionTaken: staff(ofStudy.extend({ prescriptionTaken: z.boolean() })),
    changePractitioners: staff(
      ofStudy.extend({ version: z.number().int().min(0), practitioners: studyPractitionersSchema }),
    ),
    searchPractitioners: staff(z.strictObject({ text: optionalLineOfText(200) })),
    changePractitioner: staff(
      z.strictObject({
        practitionerID: practitionerIDSchema,
        version: z.number().int().min(0),
        contact: practitionerContactChangesSchema,
        locationID: locationIDSchema.optional(),
      }),
    ),
    setReasonForScan: staff(
      ofStudy.extend({ version: z.number().int().min(0), reasonForScan: z.string().max(reasonForScanMaxLength) }),
    ),
    readOpportunity: staff(ofStudy),
    lookUpOpportunity: staff(ofStudy.extend({ opportunityID: crmIDSchema })),
    changeOpportunity: staff(
      ofStudy.extend({
        expected: z.strictObject({ Type: z.string().max(60), LeadSource: z.string().max(100) }),
        changes: z.strictObject({
          Type: optionalLineOfText(60).optional(),
          LeadSource: optionalLineOfText(100).optional(),
        }),
      }),
    ),
    linkOpportunity: staff(
      ofStudy.extend({ opportunityID: crmIDSchema, isConfirmed: z.boolean().optional(), idempotencyKey }),
    ),
    resendConfirmation: staff(ofStudy.extend({ idempotencyKey })),
    resendFeedback: staff(ofStudy.extend({ message: z.enum(['reminder', 'amplification']), idempotencyKey })),
    confirmMemberEmail: staff(ofStudy.extend({ email: emailSchema })),
    readReferralCode: staff(ofStudy),
    readPaper: staff(ofStudy.extend({ paper: z.enum(papers) })),
    readSocialVideos: staff(ofStudy),
    confirmBodyCompositionQC: staff(ofStudy),
  },
  directory: {
    readChanges: staff(z.strictObject({ locationID: locationIDSchema })),
    decide: staff(z.strictObject({ changeID: directoryChangeIDSchema, isConfirmed: z.boolean(), idempotencyKey })),
    see: staff(z.strictObject({ changeID: directoryChangeIDSchema, locationID: locationIDSchema })),
  },
  documents: {
    list: staff(ofStudy),
    read: staff(z.strictObject({ studyID: studyIDSchema, typeId: documentTypeIDSchema })),
    upload: staff(
      z.strictObject({
        studyID: studyIDSchema,
        typeId: documentTypeIDSchema,
        name: documentNameSchema,
        dataUrl: z.string().max(mostDataUrl),
        idempotencyKey,
      }),
    ),
    setStatus: staff(
      z.strictObject({ studyID: studyIDSchema, uuid: documentIDSchema, status: z.enum(documentStatuses) }),
    ),
    remove: staff(z.strictObject({ studyID: studyIDSchema, typeId: documentTypeIDSchema, newest: documentIDSchema })),
  },
  sharing: {
    list: staff(ofStudy),
    revoke: staff(z.strictObject({ studyID: studyIDSchema, platformId: memberIDSchema, idempotencyKey })),
  },
  release: {
    read: staff(ofStudy),
    preview: staff(
      z.strictObject({
        studyID: studyIDSchema,
        item: releaseItemSchema.nullable(),
        memberDetails: memberDetailsSchema,
        shouldEncryptPdf: z.boolean(),
        shouldHideHIContent: z.boolean(),
      }),
    ),
    readTargets: staff(nothing),
    send: staff(
      z.strictObject({
        studyID: studyIDSchema,
        channel: z.enum(deliveryChannels),
        mode: z.enum(deliveryModes),
        item: releaseItemSchema.nullable(),
        title: z.string().max(300).nullable(),
        practitionerID: practitionerIDSchema,
        practiceLocationID: z.string().max(64).nullable(),
        address: z.string().max(254),
        retyped: z.string().max(254).nullable(),
        memberDetails: memberDetailsSchema,
        shouldEncryptPdf: z.boolean(),
        shouldHideHIContent: z.boolean(),
        isConfirmed: z.literal(true),
        target: folderPath.nullable(),
        idempotencyKey,
      }),
    ),
  },
  jobs: {
    list: staff(nothing),
    pause: staff(z.strictObject({ kind: z.enum(jobKinds), isPaused: z.boolean() })),
    cancel: staff(z.strictObject({ jobID })),
    retry: staff(z.strictObject({ jobID })),
    settle: staff(z.strictObject({ jobID, settlement: z.enum(settlements) })),
    dismiss: staff(z.strictObject({ jobID })),
  },
  printing: {
    read: staff(nothing),
    saveSettings: staff(z.strictObject({ kind: z.enum(printKinds), settings: printSettingsSchema })),
    printTestPage: staff(z.strictObject({ printer: z.string().min(1).max(200) })),
    print: staff(
      z.strictObject({
        item: printItem,
        copies: z.number().int().min(1).max(mostCopies).nullable(),
        idempotencyKey,
      }),
    ),
  },
  downloads: {
    read: staff(nothing),
    setFolder: staff(z.strictObject({ folder: folderPath.nullable() })),
    chooseFolder: staff(nothing),
    save: staff(z.strictObject({ item: printItem })),
  },
  safety: {
    read: staff(z.strictObject({ studyID: studyIDSchema })),
    save: staff(
      z.strictObject({
        studyID: studyIDSchema,
        answers,
        version: z.number().int().min(0),
        draftVersion: z.number().int().nullable().optional(),
      }),
    ),
    discardDraft: staff(z.strictObject({ studyID: studyIDSchema })),
    readBookingDrafts: staff(z.strictObject({ memberID: memberIDSchema, draftID: draftID.nullable() })),
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
  payments: {
    read: staff(z.strictObject({ studyID: studyIDSchema })),
    readKept: staff(z.strictObject({ studyID: studyIDSchema })),
    readTransaction: staff(z.strictObject({ transactionID: transactionIDSchema })),
    applyPromo: staff(
      z.strictObject({
        studyID: studyIDSchema,
        promoID: z.string().min(1).max(40),
        promoCategory: z.enum(promoCategories),
        promoReason: optionalLineOfText(200),
        promoAmount: decimalAmountSchema.nullable(),
        idempotencyKey,
      }),
    ),
    applyReferral: staff(z.strictObject({ studyID: studyIDSchema, code: optionalLineOfText(60), idempotencyKey })),
    record: staff(
      z.strictObject({
        studyID: studyIDSchema,
        paymentType: z.enum(paymentTypes),
        amount: decimalAmountSchema,
        referenceID: optionalLineOfText(60),
        giftCardNumber: optionalLineOfText(40),
        invoicePayer: z.string().max(64).nullable(),
        isInvoiceTotal: z.boolean(),
        idempotencyKey,
      }),
    ),
    waiting: staff(nothing),
    dismissProvisional: staff(z.strictObject({ idempotencyKey })),
    updateTransaction: staff(
      z.strictObject({
        studyID: studyIDSchema,
        transactionID: transactionIDSchema,
        status: z.enum(['issued', 'notIssued', 'deposited', 'notDeposited', 'paid', 'notPaid']),
        amount: decimalAmountSchema.nullable(),
        paymentMethod: z.enum(stepPaymentMethods).nullable(),
        referenceID: optionalLineOfText(60),
        idempotencyKey,
      }),
    ),
    refund: staff(
      z.strictObject({
        studyID: studyIDSchema,
        transactionID: transactionIDSchema,
        amount: decimalAmountSchema,
        memo: optionalLineOfText(200),
        externalRefund: z.boolean(),
        idempotencyKey,
      }),
    ),
    reconcile: staff(
      z.strictObject({
        studyID: studyIDSchema,
        amount: decimalAmountSchema,
        classification: z.enum(reconciliationClassifications),
        reason: optionalLineOfText(300),
        idempotencyKey,
      }),
    ),
    changePrice: staff(
      z.strictObject({ studyID: studyIDSchema, skuID: skuIDSchema, price: decimalAmountSchema, idempotencyKey }),
    ),
    readPractitioners: staff(z.strictObject({ text: optionalLineOfText(200) })),
    readGiftCard: staff(z.strictObject({ studyID: studyIDSchema, giftCardNumber: z.string().min(1).max(40) })),
    setSuppression: staff(
      z.strictObject({
        studyID: studyIDSchema,
        version: z.number().int().min(0),
        customerEmailAvailable: z.boolean(),
        invoiceAvailable: z.boolean(),
      }),
    ),
    readInvoice: staff(z.strictObject({ studyID: studyIDSchema })),
    makeInvoicePdf: staff(z.strictObject({ studyID: studyIDSchema })),
    emailInvoice: staff(z.strictObject({ studyID: studyIDSchema, idempotencyKey })),
    startAttempt: staff(
      z.strictObject({
        attemptID: attemptIDSchema,
        studyID: studyIDSchema,
        amount: decimalAmountSchema,
        through: z.enum(['terminal', 'card-fields']),
      }),
    ),
    startRefund: staff(
      z.strictObject({
        attemptID: attemptIDSchema,
        studyID: studyIDSchema,
        transactionID: transactionIDSchema,
        amount: decimalAmountSchema,
        memo: optionalLineOfText(200),
      }),
    ),
    cardFieldsDone: staff(
      z.strictObject({
        attemptID: attemptIDSchema,
        testPaymentMethod: z.string().regex(/^pm_[A-Za-z0-9_]{2,60}$/),
      }),
    ),
    cancelAttempt: staff(z.strictObject({ attemptID: attemptIDSchema })),
    checkAttempt: staff(z.strictObject({ attemptID: attemptIDSchema })),
    checkOpenAttempt: staff(z.strictObject({ studyID: studyIDSchema, attemptID: attemptIDSchema })),
    openAttempts: staff(nothing),
    acknowledgeAttempt: staff(z.strictObject({ attemptID: attemptIDSchema })),
    resolveAttempt: staff(
      z.strictObject({
        studyID: studyIDSchema,
        attemptID: attemptIDSchema,
        outcome: z.enum(['succeeded', 'cancelled']),
        referenceID: optionalLineOfText(60),
        reason: lineOfText(300),
        idempotencyKey,
      }),
    ),
  },
  terminal: {
    read: staff(nothing),
    discover: staff(z.strictObject({ locationID: locationIDSchema })),
    connect: staff(z.strictObject({ locationID: locationIDSchema, readerID: z.string().min(1).max(200) })),
    disconnect: staff(nothing),
    test: staff(nothing),
    setSimulatedOutcome: staff(z.strictObject({ outcome: z.string().max(60) })),
  },
  finance: {
    readCashUp: staff(z.strictObject({ locationID: locationIDSchema, date: plainDateSchema })),
    count: staff(
      z.strictObject({
        locationID: locationIDSchema,
        date: plainDateSchema,
        userID: z.string().max(64),
        paymentType: z.enum(paymentTypes),
        counted: decimalAmountSchema,
        note: optionalLineOfText(300),
        block: z.number().int().min(0),
        idempotencyKey,
      }),
    ),
    signOff: staff(
      z.strictObject({
        locationID: locationIDSchema,
        date: plainDateSchema,
        note: optionalLineOfText(300),
        reason: optionalLineOfText(300),
        block: z.number().int().min(0),
        idempotencyKey,
      }),
    ),
    reopen: staff(
      z.strictObject({
        locationID: locationIDSchema,
        date: plainDateSchema,
        reason: optionalLineOfText(300),
        idempotencyKey,
      }),
    ),
    exportDay: staff(
      z.strictObject({
        locationID: locationIDSchema,
        date: plainDateSchema,
        format: z.enum(['csv', 'pdf']),
        table: z.enum(cashUpTables).optional(),
      }),
    ),
  },
  drafts: {
    save: staff(z.strictObject({ draftID, content: z.unknown() })),
    read: staff(z.strictObject({ draftID })),
    discard: staff(z.strictObject({ draftID })),
  },
  search: { find: staff(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })) },
  selfService: {
    readWeek: anyone(z.strictObject(weekInput)),
    findFirstFree: anyone(z.strictObject(firstFreeInput)),
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
        referral: z
          .strictObject({
            referrer: optionalLineOfText(200),
            safetyAnswers: answers.nullable(),
            safetyDraft: answers.optional(),
          })
          .optional(),
        safetyDraftID: bookingSafetyDraftIDSchema.optional(),
        idempotencyKey,
      }),
    ),
    readStudy: anyone(z.strictObject({ studyID: studyIDSchema })),
    shareAnswers: anyone(
      z.strictObject({
        draft: memberDraftSchema,
        locationID: locationIDSchema,
        answers,
        safetyDraftID: bookingSafetyDraftIDSchema,
      }),
    ),
    readSafety: anyone(z.strictObject({ studyID: studyIDSchema })),
    shareSafety: anyone(z.strictObject({ studyID: studyIDSchema, answers, base: answers })),
    saveSafety: anyone(z.strictObject({ studyID: studyIDSchema, answers, version: z.number().int().min(0) })),
  },
}
