import type { CollectOutcome, InquiryOutcome, TerminalFailure } from './card-terminal.ts'
import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'

type Final = Exclude<CollectOutcome, { outcome: 'unknown' | 'not-started' }>

const words = (answer: EcrAnswer): string => (answer.words === '' ? `reason ${answer.reason}` : answer.words)

/** What a transaction that is over came to (ecr-protocol.md, Answer); null while it is not, or where the pad keeps none. */
const toFinal = (answer: EcrAnswer): Final | null => {
  if (answer.result === 'done')
    return {
      outcome: 'approved',
      referenceID: answer.number,
      card: {
        cardType: answer.scheme === '' ? null : answer.scheme.toLowerCase(),
        cardLastFour: answer.lastFour,
        isInterac: answer.scheme.toUpperCase() === 'INTERAC',
      },
    }
  if (answer.result !== 'not-done') return null
  const { reason } = answer
  if (reason < 100) return { outcome: 'declined', step: 'process', code: String(reason), reason: words(answer) }
  if (reason < 200) return { outcome: 'declined', step: 'payment-method', code: String(reason), reason: words(answer) }
  return reason < 205 ? { outcome: 'cancelled' } : null
}

/** Whether an answer tells of what was asked; a frame can be wrong in two bytes and look right. */
export const isAbout = (answer: EcrAnswer, request: Extract<EcrRequest, { type: 'payment' | 'refund' }>): boolean =>
  answer.kind === request.type && answer.amount === request.amount && answer.currency === request.currency

const unknown = (reason: string): CollectOutcome => ({ outcome: 'unknown', reason })
const refusal = (code: TerminalFailure['code'], reason: string): CollectOutcome => ({
  outcome: 'not-started',
  failure: { code, reason },
})

/**
 * How a payment ended by an answer about its reference; null while it goes on. `wasBegun`: it was asked before, so that a
 * refusal now says nothing of the money.
 */
export const toCollectOutcome = (
  answer: EcrAnswer,
  request: Extract<EcrRequest, { type: 'payment' | 'refund' }>,
  wasBegun: boolean,
): CollectOutcome | null => {
  if (answer.result === 'under-way') return null
  if (answer.result === 'not-known') return unknown('the PIN pad does not know the payment')
  if (answer.reason > 300) {
    // 301 and 303 say that the reference is not known at all; 302 says that it is, as something else.
    if (answer.reason === 302)
      return wasBegun ? unknown(words(answer)) : refusal('unavailable', 'the PIN pad has used this reference before')
    return answer.reason === 301
      ? refusal('busy', 'the PIN pad is busy with another payment')
      : refusal('unavailable', words(answer))
  }
  if (!isAbout(answer, request)) return unknown('the PIN pad answered about another payment')
  return toFinal(answer) ?? unknown(words(answer))
}

/** What the pad remembers, by its answer to a repeat. */
export const toInquiryOutcome = (answer: EcrAnswer): InquiryOutcome => {
  if (answer.result === 'not-known') return { outcome: 'not-found' }
  if (answer.result === 'under-way') return { outcome: 'in-progress' }
  return toFinal(answer) ?? { outcome: 'cannot-say', reason: words(answer) }
}
