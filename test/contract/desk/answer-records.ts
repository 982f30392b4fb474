import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { accountSchema } from '#domain/accounts/account.ts'
import { machineTimeSchema } from '#domain/booking/machine-time.ts'
import { administeredPromoSchema, administeredSkuSchema } from '#domain/catalogue/administered-catalogue.ts'
import { promoCodeSchema, skuSchema } from '#domain/catalogue/sku.ts'
import { crmOpportunitySchema, crmPersonSchema } from '#domain/crm/crm.ts'
import { studyDocumentSchema } from '#domain/documents/document.ts'
import { cashUpSchema } from '#domain/finance/cash-up.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { administeredClosureSchema } from '#domain/locations/location-draft.ts'
import { memberSchema } from '#domain/members/member.ts'
import { invoiceSchema } from '#domain/payments/invoice.ts'
import { paymentAttemptSchema } from '#domain/payments/payment-attempt.ts'
import { studyPaymentsSchema } from '#domain/payments/payment-view.ts'
import { transactionSchema } from '#domain/payments/transaction.ts'
import { administeredPractitionerSchema } from '#domain/people/administered-practitioner.ts'
import { administeredPharmacySchema, directoryPharmacySchema } from '#domain/people/pharmacy.ts'
import { practitionerSchema } from '#domain/people/practitioner.ts'
import { deliverySchema } from '#domain/release/delivery.ts'
import { safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { staffUserSchema } from '#domain/session/staff-user.ts'
import { logEntrySchema, studySchema } from '#domain/study/study.ts'

/** The practitioner in the answer to a change of the directory. */
const changedPractitionerSchema = practitionerSchema.extend({ isProposed: z.boolean() })

/** The kinds of records in answers. `marks` are two fields that no other kind has together. */
const records: Readonly<Record<string, { readonly marks: readonly [string, string]; readonly schema: z.ZodType }>> = {
  study: { marks: ['slotSelectionType', 'sedative'], schema: studySchema },
  member: { marks: ['patientID', 'salesforceAccountId'], schema: memberSchema },
  location: { marks: ['locationID', 'catalog'], schema: locationSchema },
  sku: { marks: ['skuID', 'technique'], schema: z.union([administeredSkuSchema, skuSchema]) },
  promo: { marks: ['promoID', 'validFrom'], schema: z.union([administeredPromoSchema, promoCodeSchema]) },
  payments: { marks: ['totalBalance', 'transactions'], schema: studyPaymentsSchema },
  transaction: { marks: ['transactionID', 'transactionTime'], schema: transactionSchema },
  attempt: { marks: ['attemptID', 'begunAt'], schema: paymentAttemptSchema },
  invoice: { marks: ['invoiceNumber', 'totals'], schema: invoiceSchema },
  'machine time': { marks: ['eventID', 'owner'], schema: machineTimeSchema },
  'safety record': { marks: ['SafetyQuestions', 'revisions'], schema: safetyRecordSchema },
  'log entry': { marks: ['content', 'time'], schema: logEntrySchema },
  user: { marks: ['user_id', 'allowedLocations'], schema: staffUserSchema },
  practitioner: {
    marks: ['salutation', 'contact'],
    schema: z.union([changedPractitionerSchema, administeredPractitionerSchema, practitionerSchema]),
  },
  pharmacy: {
    marks: ['pharmacyID', 'fax_number'],
    schema: z.union([administeredPharmacySchema, directoryPharmacySchema]),
  },
  account: { marks: ['userID', 'lockedUntil'], schema: accountSchema },
  closure: { marks: ['closureID', 'conflicts'], schema: administeredClosureSchema },
  delivery: { marks: ['deliveryID', 'handedOverAt'], schema: deliverySchema },
  document: { marks: ['uuid', 'fileType'], schema: studyDocumentSchema },
  'CRM person': { marks: ['personID', 'atriumID'], schema: crmPersonSchema },
  'CRM opportunity': { marks: ['opportunityID', 'personID'], schema: crmOpportunitySchema },
  'cash-up': { marks: ['block', 'closed'], schema: cashUpSchema },
}

const faultsOf = (name: string, value: object, schema: z.ZodType): readonly string[] => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => `${name}.${issue.path.map(String).join('.')}: ${issue.message}`)
  }
  // The parsed data differs if the answer has fields that the schema lacks, or lacks fields that the schema fills in.
  return isDeepStrictEqual(parsed.data, value) ? [] : [`${name}: its fields differ from those of its schema`]
}

const findRecordFaults = (answer: unknown): readonly string[] => {
  if (typeof answer !== 'object' || answer === null) return []
  if (Array.isArray(answer)) return answer.flatMap(findRecordFaults)
  const own = Object.entries(records).flatMap(([name, { marks, schema }]) =>
    marks.every((mark) => mark in answer) ? faultsOf(name, answer, schema) : [],
  )
  return [...own, ...Object.values(answer).flatMap(findRecordFaults)]
}

/** Returns the answer. Throws if a record in the answer does not match the record's schema. */
export const checkRecords = <Answer>(command: string, answer: Answer): Answer => {
  const faults = findRecordFaults(answer)
  if (faults.length > 0) throw new Error(`${command} returned invalid records: ${faults.slice(0, 5).join('; ')}`)
  return answer
}
