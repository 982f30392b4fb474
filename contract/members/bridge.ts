import { z } from 'zod'
import type { DuplicateReason } from '#domain/members/duplicates.ts'
import { type Member, memberDraftSchema, memberIDSchema } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import { type Accepted, idempotencyKey, searchText, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'
import { memberChangeFields } from './fields.ts'

/** A member who might already be the person who is being created, and the reasons. */
export type MemberMatch = { readonly member: Member; readonly reasons: readonly DuplicateReason[] }

export const membersCommands = {
  search: staffCommand(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })),
  read: staffCommand(z.strictObject({ memberID: memberIDSchema })),
  readStudies: staffCommand(z.strictObject({ memberID: memberIDSchema })),
  readAppointments: staffCommand(z.strictObject({ memberID: memberIDSchema })),
  findDuplicates: staffCommand(z.strictObject({ draft: memberDraftSchema })),
  create: staffCommand(z.strictObject({ draft: memberDraftSchema, idempotencyKey })),
  change: staffCommand(
    z.strictObject({ ...memberChangeFields, memberID: memberIDSchema, version: z.number().int().min(0) }),
  ),
}

export interface MembersBridge {
  /**
   * Finds members by name, phone, birth date or email; searches the cache when offline. `source` is where the members
   * were found.
   */
  search(
    input: Accepted<typeof membersCommands.search>,
  ): Promise<Reply<{ members: readonly Member[]; source: 'cache' | 'back-office' }>>
  /** Failures: `not-found`. */
  read(input: Accepted<typeof membersCommands.read>): Promise<Reply<Member>>
  readStudies(input: Accepted<typeof membersCommands.readStudies>): Promise<Reply<readonly Study[]>>
  /** Returns the member's appointments and their source; the cache may lack some of them. */
  readAppointments(
    input: Accepted<typeof membersCommands.readAppointments>,
  ): Promise<Reply<{ studies: readonly Study[]; source: 'cache' | 'back-office' }>>
  /**
   * Returns members who might already be this person: they have the same email address, or they have a similar name
   * and either a similar birth date or the same phone number.
   */
  findDuplicates(input: Accepted<typeof membersCommands.findDuplicates>): Promise<Reply<readonly MemberMatch[]>>
  /**
   * Creates a member; repeated calls with the same key create only one. Failures: `member-exists` (email taken),
   * `invalid-input` with `details.fields`, `offline`.
   */
  create(input: Accepted<typeof membersCommands.create>): Promise<Reply<Member>>
  /**
   * Changes a member. `locationID` is the booking's location, or the workstation's own. At every location other than
   * `locationID`, staff must confirm a changed email address. Failures: `stale`, `member-exists`, `invalid-input`,
   * `not-found`, `offline`.
   */
  change(input: Accepted<typeof membersCommands.change>): Promise<Reply<Member>>
}
