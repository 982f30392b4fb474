import { z } from 'zod'
import { messageDecisions } from '#domain/messages/message-view.ts'

export const messageIDSchema = z.string().regex(/^[A-Za-z0-9-]{8,80}$/)

/**
 * What staff decide about a message that failed or may have arrived. `attempts` is the number that the screen showed,
 * so that a decision about an earlier attempt is refused.
 */
export const messageDecisionFields = {
  decision: z.enum(messageDecisions),
  attempts: z.number().int().min(0).max(1_000_000),
}
