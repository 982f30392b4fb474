import type { Handlers } from '../rest/handler.ts'
import { notThereYet } from './not-there-yet.ts'

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
  readPhysicianReport: notThereYet,
  readTraditionalReport: notThereYet,
  readMedicalHistory: notThereYet,
  readConsent: notThereYet,
  readPrescription: notThereYet,
  readMedicalReferral: notThereYet,
  readScanVideos: notThereYet,
}
