import { z } from 'zod'
import {
  emailSchema,
  memberChangesSchema,
  memberDraftSchema,
  memberIDSchema,
  memberSchema,
} from '#domain/members/member.ts'
import {
  memberMergeSchema,
  memberMergesSchema,
  mergeIDSchema,
  mergePreviewSchema,
  mergeUndoPreviewSchema,
} from '#domain/members/member-merge.ts'
import { studySchema } from '#domain/study/study.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import {
  acknowledged,
  administrators,
  bare,
  memberPath,
  noFields,
  open,
  type Route,
  staffAnywhere,
  staffAtStudy,
  studyPath,
  versionSchema,
} from '../route.ts'
import { dataDutiesRoutes } from './data-duties-routes.ts'
import { memberChangeFields, memberMergeFields, memberMergeUndoFields } from './fields.ts'

/** A search by email address or by a text. With `exactMatch` the whole email address must be equal. */
const memberSearchSchema = z
  .object({
    email: optionalLineOfText(254).optional(),
    exactMatch: z.boolean().optional(),
    /** Name, phone, birth date or email, with the words in any order. */
    text: optionalLineOfText(200).optional(),
    limit: z.number().int().min(1).max(50).optional(),
  })
  .refine((input) => (input.email ?? '') !== '' || (input.text ?? '') !== '', 'needs an email address or a text')

const wrappedMemberChanges = z.object({
  /** 403 for a location that the caller may not access. */
  ...memberChangeFields,
  version: versionSchema.optional(),
})

const mergePath = z.object({ id: memberIDSchema, mergeID: mergeIDSchema })

const memberRoute = (method: 'PATCH' | 'PUT') =>
  ({
    method,
    path: '/api/v1/userV2/:id',
    access: staffAnywhere,
    idempotent: false,
    audit: 'member.changed',
    params: memberPath,
    query: noFields,
    body: wrappedMemberChanges.or(memberChangesSchema),
    answer: memberSchema,
  }) as const

const putUserRoute = (method: 'PATCH' | 'PUT') =>
  ({
    method,
    path: '/api/v1/users/putUser',
    access: staffAnywhere,
    idempotent: false,
    audit: 'member.changed',
    params: noFields,
    query: noFields,
    body: wrappedMemberChanges.extend({ user_id: memberIDSchema }),
    answer: memberSchema,
    isPublicInterface: true,
  }) as const

/** Members (booking spec §7). */
export const membersRoutes = {
  ...dataDutiesRoutes,
  readMember: {
    ...bare,
    method: 'GET',
    path: '/api/v1/userV2/:id',
    access: staffAnywhere,
    audit: 'member.viewed',
    params: memberPath,
    answer: memberSchema,
  },
  readMembers: {
    ...bare,
    method: 'GET',
    path: '/api/v1/userV2/',
    access: staffAnywhere,
    audit: 'member.viewed',
    query: z.object({ user_id: z.string().min(1).max(4000) }),
    answer: z.array(memberSchema),
  },
  /**
   * Creates a member. Without a staff session the call is the member's own sign-up, and the answer has a token for that
   * member only.
   */
  createMember: {
    ...bare,
    method: 'POST',
    path: '/api/v1/userV2/',
    access: open,
    idempotent: true,
    audit: 'member.created',
    body: memberDraftSchema,
    answer: z.object({ member: memberSchema, token: z.string().optional() }),
  },
  searchMembers: {
    ...bare,
    method: 'POST',
    path: '/api/v1/userV2/search',
    access: staffAnywhere,
    audit: 'member.searched',
    body: memberSearchSchema,
    answer: z.array(memberSchema),
  },
  changeMember: memberRoute('PATCH'),
  replaceMember: { ...memberRoute('PUT'), isPublicInterface: true },
  putUser: putUserRoute('PUT'),
  patchUser: putUserRoute('PATCH'),
  /**
   * Records that staff confirmed the member's email address with the member, for the study's location (decisions
   * section 6 Directory). A repetition changes nothing. 409 `stale` if the member now has another address.
   */
  confirmMemberEmail: {
    ...bare,
    method: 'POST',
    path: '/api/v1/study/:studyId/member-email/confirm',
    access: staffAtStudy,
    audit: 'member.email-confirmed',
    params: studyPath,
    body: z.strictObject({ email: emailSchema }),
    answer: acknowledged,
  },
  /** A member's own referral code, created on the first call. 404 for an unknown member. */
  readReferralCode: {
    ...bare,
    method: 'POST',
    path: '/admin/refCode',
    access: staffAnywhere,
    audit: 'member.viewed',
    body: z.strictObject({ user_id: memberIDSchema }),
    answer: z.object({ refCode: z.string() }),
  },
  readStudiesOfMember: {
    ...bare,
    method: 'GET',
    path: '/api/v1/members/:id/studies',
    access: staffAnywhere,
    audit: 'member.studies-viewed',
    params: memberPath,
    answer: z.array(studySchema),
  },
  /**
   * Every member who ever had a study at a location, in pages. A workstation copies these members to its cache: those
   * of its user's home location or, if the user has none, those of the location on the screen.
   */
  readMembersOfLocation: {
    ...bare,
    method: 'GET',
    path: '/api/v1/changes/members',
    access: { session: 'staff', location: 'locationID' },
    audit: 'cache.members-read',
    query: z.object({ locationID: locationIDSchema, after: memberIDSchema.optional() }),
    answer: z.object({ members: z.array(memberSchema), next: memberIDSchema.nullable() }),
  },
  /** Returns two members side by side, and why they cannot be merged. 404 for an unknown member. */
  previewMemberMerge: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/members/:id/merge',
    access: administrators,
    audit: 'member.merge-viewed',
    params: memberPath,
    query: z.object({ mergedID: memberIDSchema }),
    answer: mergePreviewSchema,
  },
  /**
   * Merges the member `mergedID` into the member of the path. 409 `member-merged` if either was already merged, with
   * `details.keptID`; 409 `stale` if either has changed; 400 with the field of a missing reason; 404 if unknown.
   */
  mergeMembers: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/members/:id/merge',
    access: administrators,
    idempotent: true,
    audit: 'member.merged',
    params: memberPath,
    body: z.strictObject(memberMergeFields),
    answer: z.object({ merge: memberMergeSchema, member: memberSchema }),
  },
  /** Returns the merges of all members or of one member, newest first, at most 200. */
  readMemberMerges: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/member-merges',
    access: administrators,
    audit: 'member.merges-listed',
    query: z.object({ memberID: memberIDSchema.optional() }),
    answer: memberMergesSchema,
  },
  /**
   * Returns what the undo of a merge would restore, and what would stay. 404 for an unknown merge of the kept member.
   */
  previewMergeUndo: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/members/:id/merges/:mergeID',
    access: administrators,
    audit: 'member.merge-viewed',
    params: mergePath,
    answer: mergeUndoPreviewSchema,
  },
  /** Undoes a merge. 409 `merge-not-undone` with the reason; 404 for an unknown merge of the kept member. */
  undoMemberMerge: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/members/:id/merges/:mergeID/undo',
    access: administrators,
    idempotent: true,
    audit: 'member.merge-undone',
    params: mergePath,
    body: z.strictObject(memberMergeUndoFields),
    answer: z.object({ merge: memberMergeSchema, kept: memberSchema, merged: memberSchema }),
  },
} as const satisfies Record<string, Route>
