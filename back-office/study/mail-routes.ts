import type { Handlers } from '../kernel/handler.ts'
import { confirmMemberEmail } from '../members/emails.ts'
import { resendConfirmation, sendFeedbackAmplification, sendFeedbackReminder } from './mail.ts'

type StudyMailRoutes =
  | 'resendConfirmation'
  | 'sendFeedbackReminder'
  | 'sendFeedbackAmplification'
  | 'confirmMemberEmail'

/** Messages to the member that the desk sends again (study spec §7), and the confirmation of the address they go to. */
export const studyMailHandlers: Handlers<StudyMailRoutes> = {
  resendConfirmation: ({ params }, context) => resendConfirmation(params.studyId, context),
  sendFeedbackReminder: ({ params }, context) => sendFeedbackReminder(params.studyId, context),
  sendFeedbackAmplification: ({ params }, context) => sendFeedbackAmplification(params.studyId, context),
  confirmMemberEmail: ({ params, body }, context) => confirmMemberEmail(params.studyId, body, context),
}
