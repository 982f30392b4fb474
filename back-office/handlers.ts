import type { RouteName } from '#contract/back-office.ts'
import { calendarHandlers } from './booking/calendar-routes.ts'
import { bookingHandlers } from './booking/routes.ts'
import { catalogueHandlers } from './catalogue/routes.ts'
import { consultHandlers } from './consult/routes.ts'
import { crmHandlers } from './crm/routes.ts'
import { crmStudyHandlers } from './crm/study-routes.ts'
import { shareHandlers } from './documents/shares.ts'
import { financeHandlers } from './finance/routes.ts'
import type { Handlers } from './kernel/handler.ts'
import type { Replays } from './kernel/http/rest-server.ts'
import { memberHandlers, renewSignUp } from './members/routes.ts'
import { paymentHandlers } from './payments/routes.ts'
import { renewTerminalPayment, terminalHandlers } from './payments/terminal-routes.ts'
import { paperHandlers } from './printing/routes.ts'
import { renewTicket } from './release/deliveries-register.ts'
import { renewSent } from './release/deliveries-send.ts'
import { releaseHandlers } from './release/routes.ts'
import { safetyHandlers } from './safety/routes.ts'
import { sessionHandlers } from './session/routes.ts'
import { studyMailHandlers } from './study/mail-routes.ts'
import { studyPageHandlers } from './study/routes.ts'

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
