import type { z } from 'zod'
import { accountsRoutes } from './accounts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { consultRoutes } from './consult/routes.ts'
import { crmRoutes } from './crm/routes.ts'
import { documentsRoutes } from './documents/routes.ts'
import { financeRoutes } from './finance/routes.ts'
import { importRoutes } from './import/routes.ts'
import { locationsRoutes } from './locations/routes.ts'
import { membersRoutes } from './members/routes.ts'
import { messagesRoutes } from './messages/routes.ts'
import { paymentsRoutes } from './payments/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { releaseRoutes } from './release/routes.ts'
import { resultsRoutes } from './results/routes.ts'
import { safetyRoutes } from './safety/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { studyRoutes } from './study/routes.ts'
import { updateRoutes } from './update/routes.ts'
import { worklistsRoutes } from './worklists/routes.ts'

/**
 * Every REST call of the back office. The server refuses to start if a route listed here has no handler. Each route
 * defines who may call it, where its location comes from, and its name in the audit log.
 */
export const backOfficeRoutes = {
  ...accountsRoutes,
  ...auditRoutes,
  ...bookingRoutes,
  ...catalogueRoutes,
  ...consultRoutes,
  ...crmRoutes,
  ...documentsRoutes,
  ...financeRoutes,
  ...importRoutes,
  ...locationsRoutes,
  ...membersRoutes,
  ...messagesRoutes,
  ...paymentsRoutes,
  ...peopleRoutes,
  ...releaseRoutes,
  ...resultsRoutes,
  ...safetyRoutes,
  ...sessionRoutes,
  ...settingsRoutes,
  ...studyRoutes,
  ...updateRoutes,
  ...worklistsRoutes,
}

export type BackOfficeRoutes = typeof backOfficeRoutes
export type RouteName = keyof BackOfficeRoutes
export type RouteInput<Name extends RouteName> = {
  readonly params: z.input<BackOfficeRoutes[Name]['params']>
  readonly query: z.input<BackOfficeRoutes[Name]['query']>
  readonly body: z.input<BackOfficeRoutes[Name]['body']>
}
export type RouteAnswer<Name extends RouteName> = z.output<BackOfficeRoutes[Name]['answer']>
