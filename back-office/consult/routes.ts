import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readSchedulerEvent } from './ask-scheduler.ts'
import { markConsult } from './mark-consult.ts'
import { syncConsult } from './sync-consult.ts'

/** The handlers of consults and of the scheduling service's events (study spec §7). */
export const consultHandlers = {
  markConsult: ({ params, body }, context) => markConsult(params.studyId, body.act, context),
  syncConsult: ({ params, body }, context) => syncConsult(params.studyId, body, context),
  readSchedulerEvent: ({ params }, context) => readSchedulerEvent(params.eventID, context),
} satisfies Partial<Handlers<RouteName>>
