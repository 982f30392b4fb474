import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { countWorklists, readWorklist } from './worklists.ts'

/** The handlers of the worklists. */
export const worklistsHandlers = {
  readWorklist: ({ params, body }, context) => readWorklist(params.list, body, context),
  countWorklists: (_input, context) => countWorklists(context),
} satisfies Partial<Handlers<RouteName>>
