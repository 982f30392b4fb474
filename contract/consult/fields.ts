import { z } from 'zod'
import { consultActs } from '#domain/consult/consult-acts.ts'
import { schedulerIDPattern } from '#domain/consult/scheduling-url.ts'

/** How the scheduling service names its events and invitees. */
export const schedulerID = z.string().regex(schedulerIDPattern)

/** An event of the scheduling service that a study's consult is. */
export const consultEventFields = { eventID: schedulerID, inviteeID: schedulerID, isPreferred: z.boolean() }

export const consultActFields = { act: z.enum(consultActs) }
