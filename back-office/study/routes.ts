import { markConsult } from '../consult/mark.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readReferralCode } from '../members/referral-code.ts'
import { decideDirectoryProposal, readDirectoryChanges, seeDirectoryChange } from '../people/directory-changes.ts'
import { changePractitioner } from '../people/practitioners.ts'
import { searchPractitioners } from '../repositories/catalogue-repository.ts'
import { readPrescriptionTaken, setPrescriptionTaken } from '../safety/sedative.ts'
import { setReasonForScan } from './details.ts'
import { updateStudyStatus } from './status.ts'

type StudyPageRoutes =
  | 'updateStudyStatus'
  | 'markConsult'
  | 'readPrescriptionTaken'
  | 'setPrescriptionTaken'
  | 'setReasonForScan'
  | 'readReferralCode'
  | 'readPractitioners'
  | 'changePractitioner'
  | 'readDirectoryChanges'
  | 'decideDirectoryProposal'
  | 'seeDirectoryChange'

/** The calls of study spec §7 about a study's own record and the directory, each behind its operation. */
export const studyPageHandlers: Handlers<StudyPageRoutes> = {
  readDirectoryChanges: ({ query }, context) => readDirectoryChanges(query, context),
  decideDirectoryProposal: ({ params, body }, context) => decideDirectoryProposal(params.changeID, body, context),
  seeDirectoryChange: ({ params, body }, context) => seeDirectoryChange(params.changeID, body, context),
  updateStudyStatus: ({ params, body }, context) => updateStudyStatus(params.studyId, body, context),
  markConsult: ({ params, body }, context) => markConsult(params.studyId, body.act, context),
  readPrescriptionTaken: ({ params }, context) => readPrescriptionTaken(params.studyId, context),
  setPrescriptionTaken: ({ params, body }, context) => setPrescriptionTaken(params.studyId, body, context),
  setReasonForScan: ({ params, body }, context) => setReasonForScan(params.studyId, body, context),
  readReferralCode: ({ body }, context) => readReferralCode(body.user_id, context),
  readPractitioners: ({ query }, context) => searchPractitioners(context.db, query.text),
  changePractitioner: ({ params, body }, context) => changePractitioner(params.practitionerID, body, context),
}
