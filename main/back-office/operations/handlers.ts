import type { RouteName } from '#domain/contract/back-office.ts'
import type { Handlers } from '../rest/handler.ts'
import type { Replays } from '../rest/rest-server.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import { bookingHandlers } from './booking-handlers.ts'
import { calendarHandlers } from './calendar-handlers.ts'
import { catalogueHandlers } from './catalogue-handlers.ts'
import { crmHandlers } from './crm-handlers.ts'
import { emailInvoice, readInvoicePdf, readSentMail } from './invoice-mail.ts'
import { memberHandlers, renewSignUp } from './member-handlers.ts'
import { paymentHandlers } from './payments-handlers.ts'
import { safetyHandlers } from './safety-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { renewTerminalPayment, terminalHandlers } from './terminal-handlers.ts'

/** Calls whose operations are on their way: each is refused until its own stands below. */
const coming = ['readCashUp', 'countCashUp', 'signOffCashUp', 'exportCashUp'] as const satisfies readonly RouteName[]
const comingHandlers = Object.fromEntries(
  coming.map((name) => [
    name,
    async () => {
      throw new RouteFailure(503, 'processor-unavailable', 'This is not to be had yet.')
    },
  ]),
) as unknown as Handlers<(typeof coming)[number]>

/** Every route's operation. A route without one does not compile. */
export const handlers: Handlers<RouteName> = {
  ...comingHandlers,
  ...sessionHandlers,
  ...memberHandlers,
  ...crmHandlers,
  ...catalogueHandlers,
  ...calendarHandlers,
  ...bookingHandlers,
  ...safetyHandlers,
  ...paymentHandlers,
  ...terminalHandlers,
  readInvoicePdf: ({ params }, context) => readInvoicePdf(params.studyId, context),
  emailInvoice: ({ params }, context) => emailInvoice(params.studyId, context),
  readSentMail: (_input, context) => readSentMail(context),
}

/** Answers that carried a secret, made whole for whoever asks again with the same key and body. */
export const replays: Replays = { createMember: renewSignUp, createTerminalPayment: renewTerminalPayment }
