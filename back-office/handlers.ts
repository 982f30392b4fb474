import type { RouteName } from '#contract/back-office.ts'
import { accountsHandlers } from './accounts/routes.ts'
import { auditHandlers } from './audit/routes.ts'
import { bookingHandlers } from './booking/routes.ts'
import { catalogueHandlers } from './catalogue/routes.ts'
import { consultHandlers } from './consult/routes.ts'
import { crmHandlers } from './crm/routes.ts'
import { documentsHandlers } from './documents/routes.ts'
import { financeHandlers } from './finance/routes.ts'
import { importHandlers } from './import/routes.ts'
import type { Handlers } from './kernel/handler.ts'
import type { Replays } from './kernel/http/rest-server.ts'
import { locationsHandlers } from './locations/routes.ts'
import { renewSignUp } from './members/create-member.ts'
import { membersHandlers } from './members/routes.ts'
import { messagesHandlers } from './messages/routes.ts'
import { paymentsHandlers } from './payments/routes.ts'
import { renewTerminalPayment } from './payments/terminal-payment.ts'
import { peopleHandlers } from './people/routes.ts'
import { printingHandlers } from './printing/routes.ts'
import { renewTicket } from './release/deliveries-register.ts'
import { renewSent } from './release/deliveries-send.ts'
import { releaseHandlers } from './release/routes.ts'
import { resultsHandlers } from './results/routes.ts'
import { safetyHandlers } from './safety/routes.ts'
import { sessionHandlers } from './session/routes.ts'
import { settingsHandlers } from './settings/routes.ts'
import { studyHandlers } from './study/routes.ts'
import { updateHandlers } from './update/routes.ts'
import { worklistsHandlers } from './worklists/routes.ts'

/** The handlers of all routes. If a route has no handler, this file does not compile. */
export const handlers: Handlers<RouteName> = {
  ...accountsHandlers,
  ...auditHandlers,
  ...bookingHandlers,
  ...catalogueHandlers,
  ...consultHandlers,
  ...crmHandlers,
  ...documentsHandlers,
  ...financeHandlers,
  ...importHandlers,
  ...locationsHandlers,
  ...membersHandlers,
  ...messagesHandlers,
  ...paymentsHandlers,
  ...peopleHandlers,
  ...printingHandlers,
  ...releaseHandlers,
  ...resultsHandlers,
  ...safetyHandlers,
  ...sessionHandlers,
  ...settingsHandlers,
  ...studyHandlers,
  ...updateHandlers,
  ...worklistsHandlers,
}

/** Adds the secrets to a stored answer when the same key and body are sent again, because secrets are never stored. */
export const replays: Replays = {
  createMember: renewSignUp,
  createTerminalPayment: renewTerminalPayment,
  registerDelivery: renewTicket,
  sendFax: renewSent,
  sendReportEmail: renewSent,
}
