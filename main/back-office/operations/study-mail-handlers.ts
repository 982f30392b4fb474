import type { Handlers } from '../rest/handler.ts'
import { notThereYet } from './not-there-yet.ts'

/** Messages to the member that the desk sends again (study spec §7). */
export const studyMailHandlers: Handlers<'resendConfirmation' | 'sendFeedbackReminder' | 'sendFeedbackAmplification'> =
  {
    resendConfirmation: notThereYet,
    sendFeedbackReminder: notThereYet,
    sendFeedbackAmplification: notThereYet,
  }
