import type { RouteName } from '#domain/contract/back-office.ts'
import type { Handlers } from '../rest/handler.ts'
import { bookingHandlers } from './booking-handlers.ts'
import { calendarHandlers } from './calendar-handlers.ts'
import { catalogueHandlers } from './catalogue-handlers.ts'
import { crmHandlers } from './crm-handlers.ts'
import { memberHandlers } from './member-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'

/** Every route's operation. A route without one does not compile. */
export const handlers: Handlers<RouteName> = {
  ...sessionHandlers,
  ...memberHandlers,
  ...crmHandlers,
  ...catalogueHandlers,
  ...calendarHandlers,
  ...bookingHandlers,
}
