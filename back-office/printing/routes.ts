import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readDaySheet } from './day-sheet.ts'
import { readPaper, readScanVideos } from './study-papers.ts'

/** Maps the routes of a study's papers and videos (study spec §2, §7 PDF sources). */
export const printingHandlers = {
  readPhysicianReport: ({ params }, context) => readPaper('physician-report', params.studyId, context),
  readTraditionalReport: ({ params }, context) => readPaper('traditional-report', params.studyId, context),
  readRadiologistReport: ({ params }, context) => readPaper('radiologist-report', params.studyId, context),
  readReportWithAddendum: ({ params }, context) => readPaper('report-with-addendum', params.studyId, context),
  readFirstReading: ({ params }, context) => readPaper('first-reading', params.studyId, context),
  readMedicalHistory: ({ params }, context) => readPaper('medical-history', params.studyId, context),
  readConsent: ({ params }, context) => readPaper('consent', params.studyId, context),
  readConsentForm: ({ params }, context) => readPaper('consent-form', params.studyId, context),
  readPrescription: ({ params }, context) => readPaper('prescription', params.studyId, context),
  readMedicalReferral: ({ params }, context) => readPaper('medical-referral', params.studyId, context),
  readReferralPage: ({ params }, context) => readPaper('referral-page', params.studyId, context),
  readInvoicePaper: ({ params }, context) => readPaper('invoice', params.studyId, context),
  readStudyInfo: ({ params }, context) => readPaper('study-info', params.studyId, context),
  readDaySheet: ({ params, query }, context) => readDaySheet(params.locationID, query.date, context),
  readScanVideos: ({ params }, context) => readScanVideos(params.studyId, context),
} satisfies Partial<Handlers<RouteName>>
