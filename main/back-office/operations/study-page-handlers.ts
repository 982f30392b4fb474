import { searchPractitioners } from '../repositories/catalogue-repository.ts'
import type { Handlers } from '../rest/handler.ts'
import { notThereYet } from './not-there-yet.ts'

type StudyPageRoutes =
  | 'markConsult'
  | 'readPrescriptionTaken'
  | 'setPrescriptionTaken'
  | 'setReasonForScan'
  | 'readReferralCode'
  | 'readPractitioners'
  | 'changePractitioner'

/** The calls of study spec §7 about a study's own record and the directory, each behind its operation. */
export const studyPageHandlers: Handlers<StudyPageRoutes> = {
  markConsult: notThereYet,
  readPrescriptionTaken: notThereYet,
  setPrescriptionTaken: notThereYet,
  setReasonForScan: notThereYet,
  readReferralCode: notThereYet,
  readPractitioners: ({ query }, context) => searchPractitioners(context.db, query.text),
  changePractitioner: notThereYet,
}
