import { z } from 'zod'
import { type DirectoryChanges, directoryChangeIDSchema } from '#domain/people/directory-change.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { type Accepted, idempotencyKey, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import { decisionFields } from './fields.ts'

export const directoryCommands = {
  readChanges: staffCommand(z.strictObject({ locationID: locationIDSchema })),
  decide: staffCommand(z.strictObject({ changeID: directoryChangeIDSchema, ...decisionFields, idempotencyKey })),
  see: staffCommand(z.strictObject({ changeID: directoryChangeIDSchema, locationID: locationIDSchema })),
}

/**
 * Proposed changes of the practitioner directory, and changes announced to a location (decisions section 6 Directory).
 */
export interface DirectoryBridge {
  /** Failures: `location-forbidden`, `offline`. */
  readChanges(input: Accepted<typeof directoryCommands.readChanges>): Promise<Reply<DirectoryChanges>>
  /**
   * Confirms or declines a proposal. The same key decides once. Failures: `stale` with a reason if another person
   * decided first or the entry has changed, `insufficient-permissions`, `not-found`.
   */
  decide(input: Accepted<typeof directoryCommands.decide>): Promise<Reply<Nothing>>
  /** Records that a person at a location saw a change announced there. A repetition changes nothing. */
  see(input: Accepted<typeof directoryCommands.see>): Promise<Reply<Nothing>>
}
