import type { Handlers } from '../rest/handler.ts'
import {
  readConsent,
  readMedicalHistory,
  readMedicalReferral,
  readPhysicianReport,
  readPrescription,
  readScanVideos,
  readTraditionalReport,
} from './study-papers.ts'

type PaperRoutes =
  | 'readPhysicianReport'
  | 'readTraditionalReport'
  | 'readMedicalHistory'
  | 'readConsent'
  | 'readPrescription'
  | 'readMedicalReferral'
  | 'readScanVideos'

/** A study's papers and videos (study spec §2, §7 PDF sources). */
export const paperHandlers: Handlers<PaperRoutes> = {
  readPhysicianReport: ({ params }, context) => readPhysicianReport(params.studyId, context),
  readTraditionalReport: ({ params }, context) => readTraditionalReport(params.studyId, context),
  readMedicalHistory: ({ params }, context) => readMedicalHistory(params.studyId, context),
  readConsent: ({ params }, context) => readConsent(params.studyId, context),
  readPrescription: ({ params }, context) => readPrescription(params.studyId, context),
  readMedicalReferral: ({ params }, context) => readMedicalReferral(params.studyId, context),
  readScanVideos: ({ params }, context) => readScanVideos(params.studyId, context),
}
