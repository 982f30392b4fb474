import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readBookingCatalogue } from './catalogue.ts'

/** What is sold, and where (booking spec §7). */
export const catalogueHandlers = {
  readBookingCatalogue: ({ query }, context) => readBookingCatalogue(query, context),
} satisfies Partial<Handlers<RouteName>>
