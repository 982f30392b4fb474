import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { backOfficeSchema } from '#contract/back-office-schema.ts'
import type { Route } from '#contract/route.ts'

const memberDetails = { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', sex: 'female' }
const practitioner = { practitionerID: 'pr-1', locationID: 'pl-1' }

/**
 * The calls of the study-page specification (§7), written by hand from it: method and path, with the names that
 * decisions §4 gives the variable segments; then a payload and fields of the answer where the specification shows them.
 */
const calls: readonly (readonly [call: string, payload?: object, answer?: readonly string[]])[] = [
  ['GET /api/v1/prescription/{studyId}/prescriptionTaken', {}, ['prescriptionTaken']],
  ['PATCH /api/v1/prescription/{studyId}/prescriptionTaken', { prescriptionTaken: true, atriumID: 'm-000001' }],
  ['GET /api/v1/userV2/current', {}, ['roles', 'atriumID', 'fullname']],
  ['GET /api/v1/userV2/{id}', {}, ['user_id', 'firstname', 'lastname']],
  ['GET /api/v1/userV2/?user_id=m-000001,m-000002'],
  ['PATCH /api/v1/userV2/{userId}', { phn: '9999999998' }],
  ['POST /payment/study/{studyId}/price', { skuID: 300, price: 2495 }, ['price', 'totalBalance']],
  ['GET /payment/study/{studyId}', {}, ['totalPrice', 'totalBalance', 'transactions']],
  ['GET /payment/study/{studyId}/online-booking', {}, ['totalPrice', 'totalBalance', 'transactions']],
  [
    'POST /payment/study/{studyId}',
    { payment: { paymentType: 'cash', amount: 10 }, locationID: 'ca-bc-1' },
    ['redirect', 'paidStatus', 'paidTime', 'proactiveBooking'],
  ],
  ['POST /payment/study/{studyId}/update/{transactionID}'],
  ['POST /payment/study/{studyId}/refund/{id}'],
  ['GET /study/{studyId}', {}, ['studyID']],
  ['POST /study/{studyId}/status', { feedbackAmplificationDone: true }],
  ['POST /study/{studyId}/status', { feedbackAmplificationDenied: true }],
  ['GET /admin/study/{studyId}/resend-confirmation'],
  ['GET /study/{studyId}/feedback/reminder'],
  ['GET /study/{studyId}/feedback/amplification'],
  ['GET /calendly/{eventID}/time', {}, ['startTime', 'status']],
  ['GET /api/v1/salesforce/opportunity/{id}', {}, ['Study_ID__c']],
  [
    'POST /api/v1/study/{studyId}/pdf/preview',
    { memberDetails, shouldEncryptPdf: true, shouldHideHIContent: true },
    ['pdf'],
  ],
  ['POST /api/v1/study/{studyId}/fax/send', { practitioner, memberDetails, loggedinUser: { user_id: 'u-1' } }],
  ['POST /api/v1/study/{studyId}/email_report/send'],
  ['POST /api/v1/admin/{patient}'],
  ['POST /api/v1/dicom/{studyId}', { firstname: 'Ana', lastname: 'Silva', dob: '19800203' }],
  ['POST /admin/study/{id}/reasonForScan?json=true', { reasonForScan: 'Family history' }],
  ['POST /admin/refCode'],
  ['GET /api/v1/study/{id}/atrium-scan-videos'],
]

/** The PDF sources of the same section. */
const sources = [
  'GET /admin/study/{id}/medical_referral',
  'GET /admin/study/{id}/referral-page',
  'GET /admin/study/{id}/invoice/embed',
  'GET /admin/study/{id}/latest-pdf-report',
  'GET /radiologist/study/{id}/latest-pdf-report',
  'GET /radiologist/study/{id}/latest-pdf-report-with-addendum',
  'GET /user/pdf/{id}/readingPublished-1',
  'GET /api/user/pdf/{id}/traditional_report',
  'GET /admin/study/{id}/study-info/pdf-rendered',
  'GET /admin/study/{id}/consent/pdf-rendered',
  'GET /api/v1/consent/{id}/download',
]

/** Removes the names of the variable segments, because the specification and the contract use different names. */
const plain = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '*')
const routes: ReadonlyMap<string, Route> = new Map(
  Object.values(backOfficeRoutes).map((route: Route) => [`${route.method} ${plain(route.path)}`, route]),
)
const routeOf = (call: string): Route => {
  const route = routes.get(plain(call.split('?')[0] ?? ''))
  if (route === undefined) throw new Error(`The contract has no ${call}`)
  return route
}
const fieldsOf = (schema: z.ZodType): readonly string[] =>
  Object.keys(z.toJSONSchema(schema, { unrepresentable: 'any' }).properties ?? {})

describe('the contract for the study page', () => {
  const cases = calls.map(([call, payload, answer]) => [call, { payload, answer: answer ?? [] }] as const)
  it.each(cases)('has %s with the specified payload and answer: %j', (call, { payload, answer }) => {
    const { query, body, answer: answered } = routeOf(call)
    const given = Object.fromEntries(new URLSearchParams(call.split('?')[1] ?? ''))
    expect(query.parse(given)).toMatchObject(given)
    if (payload !== undefined) expect(Object.keys(body.parse(payload) as object)).toEqual(Object.keys(payload))
    expect(fieldsOf(answered)).toEqual(expect.arrayContaining([...answer]))
  })

  it.each(sources)('has %s as a PDF source', (call) => expect(routeOf(call).isPdf).toBe(true))

  it('has the specified GraphQL mutations', () => {
    const mutations = buildSchema(backOfficeSchema).getMutationType()?.getFields() ?? {}
    expect(Object.keys(mutations)).toEqual(
      expect.arrayContaining(['confirmBodyCompQC', 'createDocument', 'updateDocumentStatus', 'deactivateDocument']),
    )
    const { confirmBodyCompQC } = mutations
    expect(confirmBodyCompQC?.args.map(({ name }) => name)).toEqual(['studyId'])
    expect(`${confirmBodyCompQC?.type}`).toBe('Confirmation!')
  })
})
