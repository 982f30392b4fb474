import { z } from 'zod'
import { consultActs } from '#domain/consult/consult-acts.ts'
import { schedulerIDPattern } from '#domain/consult/scheduling-url.ts'

/** Format of the scheduling service's event and invitee ids. */
export const schedulerID = z.string().regex(schedulerIDPattern)

/** The scheduling service's event of a study's consult. */
export const consultEventFields = { eventID: schedulerID, inviteeID: schedulerID, isPreferred: z.boolean() }

export const consultActFields = { act: z.enum(consultActs) }
