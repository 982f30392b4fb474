import { addConsultEventIndex } from '../repositories/consult-events.ts'
import type { Migration } from './migration.ts'

/** One event of the scheduling service is the consult of one study: no other can be given it, however it is named. */
export const consultEvents: Migration = { name: '008-consult-events', up: addConsultEventIndex }
