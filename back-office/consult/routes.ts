import type { Handlers } from '../kernel/handler.ts'
import { askScheduler } from './ask-scheduler.ts'
import { syncConsult } from './sync.ts'

/** What the scheduling service says and books (study spec §7). */
export const consultHandlers: Handlers<'syncConsult' | 'readSchedulerEvent'> = {
  syncConsult: ({ params, body }, context) => syncConsult(params.studyId, body, context),
  readSchedulerEvent: async ({ params }, context) => {
    const { startTime, status } = await askScheduler(params.eventID, null, context)
    return { startTime, status }
  },
}
