import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readBookingCatalogue } from './catalogue.ts'

/** The handlers of the catalogue: scans and locations (booking spec §7). */
export const catalogueHandlers = {
  readBookingCatalogue: ({ query }, context) => readBookingCatalogue(query, context),
} satisfies Partial<Handlers<RouteName>>
