import type { CollectOutcome, InquiryOutcome, TerminalFailure } from './card-terminal.ts'
import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'

type Final = Exclude<CollectOutcome, { outcome: 'unknown' | 'not-started' }>

const words = (answer: EcrAnswer): string => (answer.words === '' ? `reason ${answer.reason}` : answer.words)

/** Returns the outcome of a finished transaction (ecr-protocol.md, Answer); null when the answer reports none. */
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

/**
 * Returns whether an answer describes the requested transaction. A frame can be wrong in two bytes and still have a
 * valid LRC.
 */
export const isAbout = (answer: EcrAnswer, request: Extract<EcrRequest, { type: 'payment' | 'refund' }>): boolean =>
  answer.kind === request.type && answer.amount === request.amount && answer.currency === request.currency

const unknown = (reason: string): CollectOutcome => ({ outcome: 'unknown', reason })
const refusal = (code: TerminalFailure['code'], reason: string): CollectOutcome => ({
  outcome: 'not-started',
  failure: { code, reason },
})

/**
 * Returns how a payment ended, from an answer about its reference; null while the payment runs. With `wasBegun` the
 * payment was requested before, so a refusal of the reference as already used does not show whether the money moved.
 */
export const toCollectOutcome = (
  answer: EcrAnswer,
  request: Extract<EcrRequest, { type: 'payment' | 'refund' }>,
  wasBegun: boolean,
): CollectOutcome | null => {
  if (answer.result === 'under-way') return null
  if (answer.result === 'not-known') return unknown('the PIN pad has no record of the payment')
  if (answer.reason > 300) {
    // With 301 and 303 the pad has no record of the reference; with 302 it has used the reference for another
    // transaction.
    if (answer.reason === 302)
      return wasBegun ? unknown(words(answer)) : refusal('unavailable', 'the PIN pad has used this reference before')
    return answer.reason === 301
      ? refusal('busy', 'the PIN pad is busy with another payment')
      : refusal('unavailable', words(answer))
  }
  if (!isAbout(answer, request)) return unknown('the PIN pad answered about another payment')
  return toFinal(answer) ?? unknown(words(answer))
}

/** Returns what the pad remembers of an attempt, from its answer to a `repeat` request. */
export const toInquiryOutcome = (answer: EcrAnswer): InquiryOutcome => {
  if (answer.result === 'not-known') return { outcome: 'not-found' }
  if (answer.result === 'under-way') return { outcome: 'in-progress' }
  return toFinal(answer) ?? { outcome: 'cannot-say', reason: words(answer) }
}
