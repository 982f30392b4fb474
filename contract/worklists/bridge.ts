import { z } from 'zod'
import type { WorklistCounts, WorklistView } from '#domain/worklists/worklist-row.ts'
import { type Accepted, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import { ofWorklist, rowsField, worklistFilterFields } from './fields.ts'

export const worklistsCommands = {
  read: staffCommand(z.strictObject({ ...ofWorklist, ...worklistFilterFields, rows: rowsField })),
  count: staffCommand(noInput),
}

/** The worklists of the roles. The workstation keeps no copy, because an outdated list would hide work. */
export interface WorklistsBridge {
  /** Failures: `insufficient-permissions`, `location-forbidden`, `offline`. */
  read(input: Accepted<typeof worklistsCommands.read>): Promise<Reply<WorklistView>>
  /** Counts the lists of the user's roles. Failures: `insufficient-permissions`, `offline`. */
  count(input: Nothing): Promise<Reply<WorklistCounts>>
}
