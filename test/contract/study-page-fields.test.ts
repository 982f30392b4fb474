import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { crmOpportunitySchema } from '#domain/crm/crm.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { transactionSchema } from '#domain/payments/transaction.ts'
import { practitionerSchema } from '#domain/people/practitioner.ts'
import { statusFlags } from '#domain/study/status-flags.ts'
import { logEntrySchema, studySchema } from '#domain/study/study.ts'

type Json = { readonly properties?: Record<string, Json>; readonly items?: Json; readonly anyOf?: readonly Json[] }

/** The paths of every field of a record; `[]` is an element of a list. */
const pathsOf = (json: Json, before = ''): readonly string[] => [
  ...Object.entries(json.properties ?? {}).flatMap(([name, field]) => {
    const path = before === '' ? name : `${before}.${name}`
    return [path, ...pathsOf(field, path)]
  }),
  ...(json.items === undefined ? [] : pathsOf(json.items, `${before}[]`)),
  ...(json.anyOf ?? []).flatMap((one) => pathsOf(one, before)),
]
const fieldsOf = (schema: z.ZodType): readonly string[] =>
  pathsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json)

/**
 * The fields of the study-page specification (§3), written by hand from it. Where Atrium has another name, a decision
 * names both, and this list has Atrium's name.
 */
const records: readonly (readonly [string, z.ZodType, readonly string[]])[] = [
  [
    'a study',
    studySchema,
    ['studyID', 'patientID', 'locationID', 'skuID', 'status', 'sedativeTaken', 'temporaryHold', 'opportunityID'],
  ],
  ['the booking of a study', studySchema, ['booking.utcStart', 'booking.machineID', 'config.proactiveBooking']],
  [
    'the reports and consents of a study',
    studySchema,
    [
      'details.readingPublished[].reportType',
      'details.readingPublished[].version',
      'details.traditionalReportAvailable',
      'details.memberConsentSigned',
      'details.technologistConsentSigned',
    ],
  ],
  [
    'a location',
    locationSchema,
    [
      'locationID',
      'type',
      'timezone',
      'address.name',
      'address.country',
      'machines[].machineID',
      'machines[].name',
      'calendlyUrl',
      'referralRequired',
      'catalog.primary[].skuID',
      'catalog.primary[].name',
      'catalog.primary[].price',
    ],
  ],
  [
    'the practitioners of a study',
    studySchema,
    [
      'details.practitioners.primary.practitionerID',
      'details.practitioners.primary.locationID',
      'details.practitioners.referring.practitionerID',
      'details.practitioners.additional[].practitionerID',
      'details.practitioners.additional[].locationID',
    ],
  ],
  [
    'the consult of a study',
    studySchema,
    [
      'details.consulting.requestedStatus',
      'details.consulting.scheduledStatus',
      'details.consulting.eventID',
      'details.consulting.inviteeID',
      'details.consulting.consultTime',
      'details.consulting.requestedAt',
      'details.consulting.requestedBy',
      'details.consulting.scheduledAt',
      'details.consulting.completedTime',
    ],
  ],
  [
    'the sedative of a study',
    studySchema,
    [
      'sedative.status',
      'sedative.prescribedDate',
      'sedative.details.pickupDate',
      'sedative.sentDate',
      'sedative.preferredPharmacy.name',
      'sedative.preferredPharmacy.address',
      'sedative.preferredPharmacy.address2',
      'sedative.preferredPharmacy.city',
      'sedative.preferredPharmacy.state',
      'sedative.preferredPharmacy.country',
      'sedative.preferredPharmacy.postalCode',
      'sedative.preferredPharmacy.phone_number',
      'sedative.preferredPharmacy.fax_number',
    ],
  ],
  [
    'an opportunity',
    crmOpportunitySchema,
    ['CreatedDate', 'Scan_Type__c', 'LeadSource', 'Type', 'Campaign__c', 'OwnerId', 'Study_ID__c'],
  ],
  [
    'the feedback of a member',
    studySchema,
    ['prescan', 'checkin', 'mri', 'radiology', 'experience', 'recommend', 'feedback'].map(
      (name) => `details.feedback.${name}`,
    ),
  ],
  ['a line of the log', logEntrySchema, ['category', 'time', 'content']],
  [
    'the invoice summary',
    backOfficeRoutes.readPayments.answer,
    [
      'paid',
      'totalPrice',
      'discountPromo',
      'discountReferral',
      'discountReferralCredit',
      'serviceCreditUse',
      'referralCreditUse',
      'reconciliationAdjust',
      'totalBalance',
      'availableCredits',
      'transactions[].transactionID',
      'transactions[].paymentType',
    ],
  ],
  ['the steps of a transaction', transactionSchema, ['steps.issued']],
  [
    'a user',
    backOfficeRoutes.readMember.answer,
    ['firstname', 'lastname', 'email', 'user_id', 'roles', 'atriumID', 'dob', 'gender', 'phone_number', 'phn'],
  ],
  ['the place of a user', backOfficeRoutes.readMember.answer, ['city', 'state']],
  [
    'a practitioner',
    practitionerSchema,
    [
      'id',
      'firstName',
      'lastName',
      'profession',
      'salutation',
      'contact.emailAddress',
      'contact.faxNumber',
      'contact.address',
      'contact.address2',
      'locations[].id',
      'locations[].locationName',
      'locations[].practice.practiceName',
      'locations[].practitionerContact.faxNumber',
    ],
  ],
]

/** The flags of the same section that are true or false, each with a Time and a By field. */
const flags = [
  'booked',
  'bookedOnline',
  'bookedOffline',
  'reminded',
  'reminderEmailSent',
  'reminderSMSSent',
  'bookingConfirmationEmailSent',
  'checkin',
  'paid',
  'scanned',
  'read',
  'published',
  'reportQADone',
  'releasedToPatient',
  'releasedToDoctor',
  'patientReportNotification',
  'providerReportNotification',
  'providerAdded',
  'referred',
  'medicalHistory',
  'consent',
  'transcribed',
  'prioritized',
  'urgent',
  'sensitive',
  'researchConsent',
  'researchFollowUp',
  'feedbackReceived',
  'feedbackRequestSent',
  'feedbackAmplificationDone',
  'feedbackAmplificationDenied',
  'reminderMedicalHistoryEmailSent',
  'reminderMedicalHistorySMSSent',
  'tagR&D',
  'tagPHYS1ST',
]

describe('the contract for the study page', () => {
  it.each(records)('has every specified field of %s', (_name, schema, fields) => {
    const known = new Set(fieldsOf(schema))
    expect(fields.filter((field) => !known.has(field))).toEqual([])
  })

  it.each(flags)('has the flag %s', (flag) => {
    expect(statusFlags).toContain(flag)
  })

  it('has the flags of suppression in every study', () => {
    expect(fieldsOf(studySchema)).toEqual(
      expect.arrayContaining(['status.customerEmailAvailable', 'status.invoiceAvailable']),
    )
  })
})
