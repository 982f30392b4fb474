import { z } from 'zod'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { type RefusalEnd, refusalEnds } from '#domain/results/refused-delivery.ts'
import { lineOfText, optionalLineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'

/** The maximum length of a reason, in characters. */
export const maxReasonChars = 300

/** The fields for attaching and rejecting a result. The commands and the routes have the same fields. */
export const attachFields = {
  studyID: studyIDSchema,
  memberDetails: memberDetailsSchema,
  reason: optionalLineOfText(maxReasonChars),
}
export const rejectFields = { reason: lineOfText(maxReasonChars) }

/** The fields for closing a refused message: whether the sender was informed, and a note. */
export const closeFields = { end: z.enum(refusalEnds), note: optionalLineOfText(maxReasonChars) }
/** Returns whether a refused message can be closed with this note. Only a dismissed message needs a note. */
export const hasNeededNote = ({ end, note }: { readonly end: RefusalEnd; readonly note: string }): boolean =>
  end !== 'dismissed' || note !== ''
