import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { listReleases, steerRelease } from './releases.ts'
import { readUpdatePlan } from './update-plan.ts'
import { reportUpdate } from './update-report.ts'

/** Maps the routes of the release rings. */
export const updateHandlers = {
  readUpdatePlan: ({ query }, context) => readUpdatePlan(query.version, context),
  reportUpdate: ({ body }, context) => reportUpdate(body, context),
  listReleases: (_input, context) => listReleases(context),
  steerRelease: ({ params, body }, context) => steerRelease(params.version, body, context),
} satisfies Partial<Handlers<RouteName>>
