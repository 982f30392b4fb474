import { z } from 'zod'
import { currencies } from '#domain/values/money.ts'

const id = z.string().max(120)
const amount = z.number().int().positive()
const at = z.number().int()

/**
 * The requests to the simulated processor, as stored in its event book (event-book.ts): ids, amounts and names of test
 * cards, but never a card number.
 */
export const simulatedEventSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create'),
    attemptID: id,
    secret: id,
    amount,
    currency: z.enum(currencies),
    kind: z.enum(['card_present', 'card']),
    /** Absent in events of earlier versions. */
    studyID: id.optional(),
    locationID: id.optional(),
    at,
  }),
  z.object({ op: z.literal('confirm'), requestID: id, id, paymentMethod: z.string().regex(/^pm_\w{2,60}$/), at }),
  z.object({ op: z.literal('cancel'), id, at }),
  z.object({ op: z.literal('refund'), requestID: id, attemptID: id, intentID: id, amount, at }),
  z.object({ op: z.literal('prepare-refund'), attemptID: id, secret: id, intentID: id, amount, at }),
])
export type SimulatedEvent = z.infer<typeof simulatedEventSchema>
