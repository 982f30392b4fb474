import type { Handlers } from '../rest/handler.ts'
import { resendConfirmation, sendFeedbackAmplification, sendFeedbackReminder } from './study-mail.ts'

/** Messages to the member that the desk sends again (study spec §7). */
export const studyMailHandlers: Handlers<'resendConfirmation' | 'sendFeedbackReminder' | 'sendFeedbackAmplification'> =
  {
    resendConfirmation: ({ params }, context) => resendConfirmation(params.studyId, context),
    sendFeedbackReminder: ({ params }, context) => sendFeedbackReminder(params.studyId, context),
    sendFeedbackAmplification: ({ params }, context) => sendFeedbackAmplification(params.studyId, context),
  }
