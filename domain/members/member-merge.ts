import { z } from 'zod'
import { zoneIdSchema } from '../locations/location.ts'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { memberIDSchema, memberSchema } from './member.ts'
import { type MergePart, mergePartNames } from './merge-members.ts'

export const mergeIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a merge')
  .brand<'MergeID'>()

const partSchema = z.enum(mergePartNames as readonly [MergePart, ...MergePart[]])

/** A merge as an administrator sends it: the versions of both records, the chosen parts and the reasons. */
export const memberMergeInput = {
  /** The version of the kept member's record. */
  version: z.number().int().min(1).max(2_147_483_647),
  /** The member who is merged into the kept one. */
  mergedID: memberIDSchema,
  mergedVersion: z.number().int().min(1).max(2_147_483_647),
  choices: z.partialRecord(partSchema, z.enum(['kept', 'merged'])),
  reason: lineOfText(300),
  birthDateReason: optionalLineOfText(300).default(''),
}

export const memberMergeUndoInput = { reason: lineOfText(300) }

/** One of the two members, as the merge page shows them side by side. */
const mergeSideSchema = z.object({
  member: memberSchema,
  studies: z.number().int(),
  /** The next booked scan; null if none is booked. */
  nextBooking: z
    .object({ studyID: z.string(), utcStart: instantSchema, timezone: zoneIdSchema, locationName: z.string() })
    .nullable(),
})
export type MergeSide = z.infer<typeof mergeSideSchema>

/** Both members of a possible merge, and why the merge is not possible; null if it is possible. */
export const mergePreviewSchema = z.object({
  kept: mergeSideSchema,
  merged: mergeSideSchema,
  obstacle: z.string().nullable(),
})
export type MergePreview = z.infer<typeof mergePreviewSchema>

const personSchema = z.object({ memberID: memberIDSchema, name: z.string(), dob: plainDateSchema })

/** A merge of two members, as the list of merges shows it. Names and birth dates are the ones before the merge. */
export const memberMergeSchema = z.object({
  mergeID: mergeIDSchema,
  kept: personSchema,
  merged: personSchema,
  reason: z.string(),
  by: z.string(),
  at: instantSchema,
  undone: z.object({ by: z.string(), at: instantSchema, reason: z.string() }).nullable(),
})
export type MemberMerge = z.infer<typeof memberMergeSchema>

/** The kinds of records that a merge moves, as the preview of an undo counts them. */
export const movedKinds = ['studies', 'documents', 'answers', 'shares', 'crm', 'imported', 'emails', 'other'] as const
export type MovedKind = (typeof movedKinds)[number]
const countsSchema = z.partialRecord(z.enum(movedKinds), z.number().int())
export type MovedCounts = z.infer<typeof countsSchema>

/**
 * The records that the undo of a merge returns to the merged member, and the records that stay with the kept member.
 */
export const mergeUndoPreviewSchema = z.object({
  merge: memberMergeSchema,
  back: countsSchema,
  /** The records that the merge moved and the kept member no longer has. */
  gone: countsSchema,
  /** Studies of the kept member that were created after the merge. */
  newStudies: z.number().int(),
  partsBack: z.array(partSchema),
  partsStay: z.array(partSchema),
  /** Why the merge cannot be undone, as a sentence; null if it can. */
  obstacle: z.string().nullable(),
})
export type MergeUndoPreview = z.infer<typeof mergeUndoPreviewSchema>

export const memberMergesSchema = z.object({ merges: z.array(memberMergeSchema), isCut: z.boolean() })
export type MemberMerges = z.infer<typeof memberMergesSchema>
