import type { Handlers } from '../rest/handler.ts'
import { notThereYet } from './not-there-yet.ts'

/** What the scheduling service says and books (study spec §7). */
export const consultHandlers: Handlers<'syncConsult' | 'readSchedulerEvent'> = {
  syncConsult: notThereYet,
  readSchedulerEvent: notThereYet,
}
