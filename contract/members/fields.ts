import { memberChangesSchema } from '#domain/members/member.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

/** A change of a member, and the location it is made at: of the booking, or the one the desk works at. */
export const memberChangeFields = { changes: memberChangesSchema, locationID: locationIDSchema.optional() }
