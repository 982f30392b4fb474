import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { assignStudy, readRadiologists } from './assignment.ts'
import { readOfferedConsentTexts } from './consent-text.ts'
import { setReasonForScan } from './details.ts'
import { recordFeedback } from './feedback.ts'
import { writeFrontDeskNote } from './front-desk-note.ts'
import { resendConfirmation, sendFeedbackAmplification, sendFeedbackReminder } from './mail.ts'
import { readStudiesOfMember, readStudy, readStudyDetailed } from './read-study.ts'
import { updateStudyStatus } from './status.ts'
import { addLogEntry, readLog } from './study-log.ts'
import { updateStudy } from './update-study.ts'

/**
 * Maps the routes of a study's record, its log, and the messages that staff send again (study spec §7; booking spec
 * §7).
 */
export const studyHandlers = {
  readStudy: ({ params }, context) => readStudy(params.studyId, context),
  readStudyDetailed: ({ params }, context) => readStudyDetailed(params.studyId, context),
  readStudiesOfMember: ({ params }, context) => readStudiesOfMember(params.id, context),
  updateStudy: ({ params, body }, context) => updateStudy(params.studyId, body, context),
  updateStudyStatus: ({ params, body }, context) => updateStudyStatus(params.studyId, body, context),
  setReasonForScan: ({ params, body }, context) => setReasonForScan(params.studyId, body, context),
  readOfferedConsentTexts: ({ params }, context) => readOfferedConsentTexts(params.studyId, context),
  writeFrontDeskNote: ({ params, body }, context) => writeFrontDeskNote(params.studyId, body, context),
  recordFeedback: ({ params, body }, context) => recordFeedback(params.studyId, body, context),
  assignStudy: ({ params, body }, context) => assignStudy(params.studyId, body, context),
  readRadiologists: ({ params }, context) => readRadiologists(params.studyId, context),
  readLog: ({ params }, context) => readLog(params.studyId, context),
  addLogEntry: ({ params, body }, context) => addLogEntry(params.studyId, body, context),
  resendConfirmation: ({ params }, context) => resendConfirmation(params.studyId, context),
  sendFeedbackReminder: ({ params }, context) => sendFeedbackReminder(params.studyId, context),
  sendFeedbackAmplification: ({ params }, context) => sendFeedbackAmplification(params.studyId, context),
} satisfies Partial<Handlers<RouteName>>
