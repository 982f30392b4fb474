import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readHealth } from '../session/health.ts'

/** How this back office is, with the clocks of its locations (decisions §4 Health). */
export const locationsHandlers = {
  health: (_input, context) => readHealth(context),
} satisfies Partial<Handlers<RouteName>>
