import { readFileSync } from 'node:fs'
import { createDemoReport, createDemoTraditionalReport } from '#back-office/demo/papers/demo-reports.ts'
import type { StructuredReport } from '#back-office/outside/results/report-content.ts'
import type { Consent } from '#back-office/printing/draw-consent.ts'
import type { HealthInformation } from '#back-office/printing/draw-health-information.ts'
import type { MedicalHistory } from '#back-office/printing/draw-medical-history.ts'
import type { Prescription } from '#back-office/printing/draw-prescription.ts'
import type { Referral } from '#back-office/printing/draw-referral.ts'
import type { ReportEdition } from '#back-office/printing/draw-report.ts'
import type { StudyInfo } from '#back-office/printing/draw-study-info.ts'
import type { PaperHead } from '#back-office/printing/paper-head.ts'
import type { PaperRequest, StudyPaper } from '#back-office/printing/paper-maker.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import type { DaySheetRow } from '#domain/study/day-sheet.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

export const at = '2026-11-24T17:40:00Z' as Instant

export const letterhead: Letterhead = {
  brand: 'Atrium',
  logo: '',
  name: 'Vancouver',
  lines: ['1 Atrium Way'],
  phone: '+1 604 555 0100',
  email: 'vancouver@atrium.example',
  legal: [],
  pageSize: 'letter',
}

export const head: PaperHead = {
  memberName: 'Ana Maria Silva',
  dob: '1980-02-03' as PlainDate,
  sex: 'female',
  studyID: 's-000123',
  skuID: 300,
  appointment: at,
  scanName: 'Whole Body MRI',
  location: letterhead,
  timezone: 'America/Vancouver' as PaperHead['timezone'],
  madeAt: '2026-11-25T18:00:00Z' as Instant,
  madeBy: 'Robin Frost',
  isDemonstration: true,
}

export const reading = {
  studyID: 's-000123',
  skuID: 300,
  sex: 'female',
  scanName: 'Whole Body MRI',
  readBy: 'Dana Brook',
  readAt: at,
  reason: 'Back pain since the summer.',
} as const

export const agreement = {
  title: 'Our agreement',
  text: '# What a scan can and cannot show\nIt may miss a condition.\n\nNor replace advice.',
  version: 'Agreement: text version 3, of 12 Nov 2026 09:00am PST',
}
export const consent: Consent = {
  agreement,
  member: { by: 'Ana Maria Silva', at },
  technologist: { by: 'Toni Marlow', at },
}

export const history: MedicalHistory = {
  isComplete: true,
  completedAt: at,
  savedAt: at,
  savedBy: 'Robin Frost',
  sections: [{ title: 'Health', answers: [{ depth: 0, title: 'Takes no medications', answer: 'Takes medications' }] }],
}

export const prescription: Prescription = {
  status: 'Sent to Pharmacy',
  isCancelled: false,
  prescribedOn: '2026-11-18' as PlainDate,
  sentOn: '2026-11-20' as PlainDate,
  readyOn: null,
  medication: { name: 'Demosedan', directions: 'One before the scan', quantity: 'Two' },
  prescriber: 'Kit Lowell',
  pharmacy: null,
  taken: null,
}

export const referral: Referral = {
  isRequired: true,
  isDone: true,
  doneAt: at,
  doneBy: 'Robin Frost',
  referring: { name: 'Dr. Avery Ashgrove', profession: 'Internist', lines: ['Cedar Medical Group', 'Fax 15555551001'] },
  primary: null,
  reason: 'Back pain',
}

export const healthInformation: HealthInformation = {
  facts: [
    ['Report', 'Structured, version 2'],
    ['Report QA', '-'],
  ],
  recipients: [
    { role: 'Primary', practitioner: null },
    { role: 'Referring', practitioner: referral.referring },
  ],
}

export const appointment: StudyInfo['appointment'] = [
  ['Date and time', '24 Nov 2026 10:40am PDT'],
  ['Machine', 'Cedar'],
]

export const edition = (report: StructuredReport, addenda: ReportEdition['addenda'] = null): ReportEdition => ({
  title: 'Physician report',
  report,
  addenda,
  healthInformation,
})

export const info: StudyInfo = {
  isCancelled: false,
  appointment,
  steps: [
    { label: 'Booked', wording: 'Completed', isComplete: true, time: '20 Nov 2026 09:00am PST' },
    { label: 'Reading', wording: 'Incomplete', isComplete: false, time: '' },
  ],
  practitioners: [
    { role: 'Primary', practitioner: null },
    { role: 'Referring', practitioner: referral.referring },
    { role: 'Additional', practitioner: { name: 'Dr. Third', profession: 'Cardiologist', lines: [] } },
  ],
  reason: 'Back pain',
}

export const everyPaper = (of: PaperHead): readonly StudyPaper[] => [
  { kind: 'report', head: of, edition: edition(createDemoReport(reading, 2)) },
  { kind: 'traditional-report', head: of, report: createDemoTraditionalReport(reading, at), healthInformation },
  { kind: 'medical-history', head: of, history },
  { kind: 'consent', head: of, consent },
  { kind: 'prescription', head: of, prescription },
  { kind: 'medical-referral', head: of, referral },
  { kind: 'referral-page', head: of, enclosed: { referral, additional: [null], appointment } },
  { kind: 'consent-form', head: of, agreement },
  { kind: 'study-info', head: of, info },
]

/** An appointment of a day sheet with as many alerts as one often has. */
export const daySheetRow = (number: number): DaySheetRow => ({
  time: '08:00am – 08:55am',
  name: `Ana Wilhelmina Silva-Ortega ${number}`,
  born: '03 Feb 1980',
  phone: '+1 604 555 0123',
  scan: 'Whole Body MRI with Body Composition',
  alerts: ['2 stops', 'No consent', 'Balance CA$2,495.00', 'Sedative pending'],
  note: 'Arrives with a walker, interpreter booked',
})

type DaySheetRequest = Extract<PaperRequest, { kind: 'day-sheet' }>

/** The day of a location with one machine and three appointments. */
export const aDaySheet = (more: Partial<DaySheetRequest> = {}): DaySheetRequest => ({
  kind: 'day-sheet',
  locationID: 'ca-bc-1',
  date: '2026-11-24' as PlainDate,
  machines: [{ name: 'Cedar', rows: [1, 2, 3].map(daySheetRow) }],
  letterhead,
  timezone: head.timezone,
  zoneName: 'PST',
  madeAt: at,
  madeBy: 'Robin Frost',
  ...more,
})

const face = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`, import.meta.url))
/** The fonts of all papers. */
export const fonts = { regular: face('DejaVuSansCondensed'), bold: face('DejaVuSansCondensed-Bold') }

const sentAt = '2026-11-21T17:00:00Z' as Instant

/** A fax that was delivered. */
export const aDelivery: Delivery = {
  deliveryID: 'dl-7',
  studyID: 's-1' as Delivery['studyID'],
  channel: 'fax',
  mode: 'automated',
  item: { kind: 'paper', paper: 'physician-report' },
  title: 'Physician report, version 2',
  practitionerID: 'p-1',
  practiceLocationID: null,
  recipientName: 'Dr. Mia Chen',
  address: '16045550101',
  isEncrypted: false,
  state: 'delivered',
  reason: null,
  pages: 4,
  by: 'Robin Desk',
  at: sentAt,
  handedOverAt: sentAt,
  deliveredAt: sentAt,
  resendOf: 'dl-6',
}
