import { memberChangesSchema } from '#domain/members/member.ts'
import { memberMergeInput, memberMergeUndoInput } from '#domain/members/member-merge.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

/** A change of a member, with the location where it is made: the booking's, or the workstation's own. */
export const memberChangeFields = { changes: memberChangesSchema, locationID: locationIDSchema.optional() }

/** A merge of two members, and the undo of a merge. */
export const memberMergeFields = memberMergeInput
export const memberMergeUndoFields = memberMergeUndoInput
