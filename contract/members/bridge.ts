import { z } from 'zod'
import { type LocationID, locationIDSchema } from '#domain/locations/location-id.ts'
import type { DuplicateReason } from '#domain/members/duplicates.ts'
import {
  type Member,
  type MemberChanges,
  type MemberDraft,
  type MemberID,
  memberChangesSchema,
  memberDraftSchema,
  memberIDSchema,
} from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import { idempotencyKey, searchText, staff } from '../command.ts'
import type { Reply } from '../reply.ts'

/** A member who may be the person being created, and why. */
export type MemberMatch = { readonly member: Member; readonly reasons: readonly DuplicateReason[] }

export const membersCommands = {
  search: staff(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })),
  read: staff(z.strictObject({ memberID: memberIDSchema })),
  readStudies: staff(z.strictObject({ memberID: memberIDSchema })),
  readAppointments: staff(z.strictObject({ memberID: memberIDSchema })),
  findDuplicates: staff(z.strictObject({ draft: memberDraftSchema })),
  create: staff(z.strictObject({ draft: memberDraftSchema, idempotencyKey })),
  change: staff(
    z.strictObject({
      memberID: memberIDSchema,
      changes: memberChangesSchema,
      version: z.number().int().min(0),
      locationID: locationIDSchema.optional(),
    }),
  ),
}

export interface MembersBridge {
  /** Finds members by name, phone, birth date or e-mail; from the cache when offline (`source` says so). */
  search(input: {
    text: string
    limit: number
  }): Promise<Reply<{ members: readonly Member[]; source: 'cache' | 'back-office' }>>
  /** Failures: `not-found`. */
  read(input: { memberID: MemberID }): Promise<Reply<Member>>
  readStudies(input: { memberID: MemberID }): Promise<Reply<readonly Study[]>>
  /** The same, and where it comes from: from the cache other appointments may be missing. */
  readAppointments(input: {
    memberID: MemberID
  }): Promise<Reply<{ studies: readonly Study[]; source: 'cache' | 'back-office' }>>
  /** Members who may be this person already (research: exact e-mail plus fuzzy name, birth date, phone). */
  findDuplicates(input: { draft: MemberDraft }): Promise<Reply<readonly MemberMatch[]>>
  /** Failures: `member-exists` (e-mail taken), `invalid-input` with `details.fields`, `offline`. The same key creates one member. */
  create(input: { draft: MemberDraft; idempotencyKey: string }): Promise<Reply<Member>>
  /**
   * `locationID`: the location of the booking, or the one the desk works at; a changed e-mail address is confirmed at every other.
   * Failures: `stale`, `member-exists`, `invalid-input`, `not-found`, `offline`.
   */
  change(input: {
    memberID: MemberID
    changes: MemberChanges
    version: number
    locationID?: LocationID | undefined
  }): Promise<Reply<Member>>
}
