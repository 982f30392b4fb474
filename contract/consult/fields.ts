import { z } from 'zod'
import { schedulerIDPattern } from '#domain/consult/scheduling-url.ts'
import { consultActs } from '#domain/study/study-acts.ts'

/** How the scheduling service names its events and invitees. */
export const schedulerID = z.string().regex(schedulerIDPattern)

/** An event of the scheduling service that a study's consult is. */
export const consultEventFields = { eventID: schedulerID, inviteeID: schedulerID, isPreferred: z.boolean() }

export const consultActFields = { act: z.enum(consultActs) }
