import type { PaperName } from '#domain/study/papers.ts'
import type { HandlerContext, Handlers } from '../kernel/handler.ts'
import type { MadePaper } from './recipe.ts'
import { readPaper, readScanVideos } from './study-papers.ts'

type PaperRoutes =
  | 'readPhysicianReport'
  | 'readTraditionalReport'
  | 'readRadiologistReport'
  | 'readReportWithAddendum'
  | 'readFirstReading'
  | 'readMedicalHistory'
  | 'readConsent'
  | 'readConsentForm'
  | 'readPrescription'
  | 'readMedicalReferral'
  | 'readReferralPage'
  | 'readInvoicePaper'
  | 'readStudyInfo'
  | 'readScanVideos'

const paperOf =
  (paper: PaperName) =>
  ({ params }: { readonly params: { readonly studyId: string } }, context: HandlerContext): Promise<MadePaper> =>
    readPaper(paper, params.studyId, context)

/** A study's papers and videos (study spec §2, §7 PDF sources). */
export const paperHandlers: Handlers<PaperRoutes> = {
  readPhysicianReport: paperOf('physician-report'),
  readTraditionalReport: paperOf('traditional-report'),
  readRadiologistReport: paperOf('radiologist-report'),
  readReportWithAddendum: paperOf('report-with-addendum'),
  readFirstReading: paperOf('first-reading'),
  readMedicalHistory: paperOf('medical-history'),
  readConsent: paperOf('consent'),
  readConsentForm: paperOf('consent-form'),
  readPrescription: paperOf('prescription'),
  readMedicalReferral: paperOf('medical-referral'),
  readReferralPage: paperOf('referral-page'),
  readInvoicePaper: paperOf('invoice'),
  readStudyInfo: paperOf('study-info'),
  readScanVideos: ({ params }, context) => readScanVideos(params.studyId, context),
}
