import { memberDetailsSchema } from '#domain/release/member-details.ts'
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
