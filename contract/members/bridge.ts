import { z } from 'zod'
import type { DuplicateReason } from '#domain/members/duplicates.ts'
import { type Member, memberDraftSchema, memberIDSchema } from '#domain/members/member.ts'
import {
  type MemberMerge,
  type MemberMerges,
  type MergePreview,
  type MergeUndoPreview,
  mergeIDSchema,
} from '#domain/members/member-merge.ts'
import type { Study } from '#domain/study/study.ts'
import { type Accepted, idempotencyKey, searchText, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'
import { memberChangeFields, memberMergeFields, memberMergeUndoFields } from './fields.ts'

/** A member who might already be the person who is being created, and the reasons. */
export type MemberMatch = { readonly member: Member; readonly reasons: readonly DuplicateReason[] }

const ofMerge = { keptID: memberIDSchema, mergeID: mergeIDSchema }

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
  previewMerge: staffCommand(z.strictObject({ keptID: memberIDSchema, mergedID: memberIDSchema })),
  merge: staffCommand(z.strictObject({ keptID: memberIDSchema, ...memberMergeFields, idempotencyKey })),
  listMerges: staffCommand(z.strictObject({ memberID: memberIDSchema.optional() })),
  previewMergeUndo: staffCommand(z.strictObject(ofMerge)),
  undoMerge: staffCommand(z.strictObject({ ...ofMerge, ...memberMergeUndoFields, idempotencyKey })),
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
  /**
   * Returns two members side by side, and why they cannot be merged. This command and the commands below are for
   * administrators: `insufficient-permissions` for all others. Failures: `not-found`, `offline`.
   */
  previewMerge(input: Accepted<typeof membersCommands.previewMerge>): Promise<Reply<MergePreview>>
  /**
   * Merges `mergedID` into `keptID`, and returns the kept member. Repeated calls with the same key merge only once.
   * Failures: `stale`, `member-merged`, `invalid-input`, `not-found`, `offline`.
   */
  merge(input: Accepted<typeof membersCommands.merge>): Promise<Reply<{ merge: MemberMerge; member: Member }>>
  /** Returns the merges of all members or of one member, newest first. */
  listMerges(input: Accepted<typeof membersCommands.listMerges>): Promise<Reply<MemberMerges>>
  previewMergeUndo(input: Accepted<typeof membersCommands.previewMergeUndo>): Promise<Reply<MergeUndoPreview>>
  /** Undoes a merge. Failures: `merge-not-undone` with the reason, `not-found`, `offline`. */
  undoMerge(
    input: Accepted<typeof membersCommands.undoMerge>,
  ): Promise<Reply<{ merge: MemberMerge; kept: Member; merged: Member }>>
}
