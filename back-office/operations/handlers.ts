import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../rest/handler.ts'
import type { Replays } from '../rest/rest-server.ts'
import { bookingHandlers } from './booking-handlers.ts'
import { calendarHandlers } from './calendar-handlers.ts'
import { catalogueHandlers } from './catalogue-handlers.ts'
import { consultHandlers } from './consult-handlers.ts'
import { crmHandlers } from './crm-handlers.ts'
import { crmStudyHandlers } from './crm-study-handlers.ts'
import { renewTicket } from './deliveries-register.ts'
import { renewSent } from './deliveries-send.ts'
import { financeHandlers } from './finance-handlers.ts'
import { memberHandlers, renewSignUp } from './member-handlers.ts'
import { paperHandlers } from './paper-handlers.ts'
import { paymentHandlers } from './payments-handlers.ts'
import { releaseHandlers } from './release-handlers.ts'
import { safetyHandlers } from './safety-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { shareHandlers } from './shares.ts'
import { studyMailHandlers } from './study-mail-handlers.ts'
import { studyPageHandlers } from './study-page-handlers.ts'
import { renewTerminalPayment, terminalHandlers } from './terminal-handlers.ts'

/** Every route's operation. A route without one does not compile. */
export const handlers: Handlers<RouteName> = {
  ...sessionHandlers,
  ...memberHandlers,
  ...crmHandlers,
  ...catalogueHandlers,
  ...calendarHandlers,
  ...bookingHandlers,
  ...safetyHandlers,
  ...paymentHandlers,
  ...terminalHandlers,
  ...financeHandlers,
  ...studyPageHandlers,
  ...consultHandlers,
  ...crmStudyHandlers,
  ...studyMailHandlers,
  ...paperHandlers,
  ...shareHandlers,
  ...releaseHandlers,
}

/** Answers that carried a secret, made whole for whoever asks again with the same key and body. */
export const replays: Replays = {
  createMember: renewSignUp,
  createTerminalPayment: renewTerminalPayment,
  registerDelivery: renewTicket,
  sendFax: renewSent,
  sendReportEmail: renewSent,
}
