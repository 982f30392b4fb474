import { fail, type Reply } from '#domain/contract/reply.ts'
import { isOutcomeUnknown, isOutOfReach } from '../back-office-client/back-office-client.ts'

const unknownOutcomeMessage =
  'The connection broke before the back office answered. Please try again: nothing is done twice under the same form.'

/**
 * Makes a call under a key. An answer that was lost is asked for once more, since the second often tells what the first could
 * not. `offline` was certainly not made; with `disconnected` and `unexpected` nobody knows, and the same key finds out.
 */
export const settleCall = async <Value>(call: () => Promise<Reply<Value>>): Promise<Reply<Value>> => {
  const first = await call()
  if (first.ok || !isOutcomeUnknown(first.failure.code)) return first
  const second = await call()
  if (second.ok || !(isOutOfReach(second.failure.code) || second.failure.code === 'signed-out')) return second
  // That the second call was not made does not say whether the first arrived.
  return fail('disconnected', unknownOutcomeMessage)
}
