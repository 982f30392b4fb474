import { isOutcomeUnknown } from '#contract/failures.ts'
import type { CollectOutcome } from '../devices/card-terminal/card-terminal.ts'
import type { AttemptOffice } from './attempt-ports.ts'

/**
 * Sends the test payment method that was chosen in the stand-in's card fields to the simulated processor. Returns the
 * processor's answer as the outcome that a card reader would report. Whatever this returns, the back office then asks
 * the processor for the result.
 */
export const confirmStandIn = async (
  office: Pick<AttemptOffice, 'confirmSimulated'>,
  clientSecret: string,
  testPaymentMethod: string,
): Promise<CollectOutcome> => {
  const reply = await office.confirmSimulated(clientSecret, testPaymentMethod).catch(() => null)
  if (reply === null) return { outcome: 'unknown', reason: 'The connection was lost.' }
  if (!reply.ok) {
    const { code, message } = reply.failure
    return isOutcomeUnknown('rest', code)
      ? { outcome: 'unknown', reason: message }
      : { outcome: 'not-started', failure: { code: 'unavailable', reason: message } }
  }
  const { status, error } = reply.value
  if (error !== null) return { outcome: 'declined', step: 'process', code: error.code, reason: error.message }
  return status === 'succeeded' || status === 'requires_capture'
    ? { outcome: 'approved', referenceID: '', card: { cardType: null, cardLastFour: null, isInterac: false } }
    : { outcome: 'unknown', reason: status }
}
