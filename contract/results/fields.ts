import { z } from 'zod'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { type RefusalEnd, refusalEnds } from '#domain/results/refused-delivery.ts'
import { lineOfText, optionalLineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'

/** The most characters of a reason. */
export const mostReasonChars = 300

/** What attaching a result and rejecting it need. The commands and the routes have the same fields. */
export const attachFields = {
  studyID: studyIDSchema,
  memberDetails: memberDetailsSchema,
  reason: optionalLineOfText(mostReasonChars),
}
export const rejectFields = { reason: lineOfText(mostReasonChars) }

/** What closing a refused message needs: whether its sender was told, and a note. */
export const closeFields = { end: z.enum(refusalEnds), note: optionalLineOfText(mostReasonChars) }
/** A message that is dismissed needs a note; the sender's own answer explains one that was told. */
export const hasNeededNote = ({ end, note }: { readonly end: RefusalEnd; readonly note: string }): boolean =>
  end !== 'dismissed' || note !== ''
