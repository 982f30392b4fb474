import { isOutcomeUnknown, meaningOf } from '#contract/failures.ts'
import { fail, type Reply } from '#contract/reply.ts'

const unknownOutcomeMessage =
  'The connection broke before the back office answered. Please try again: nothing is done twice under the same form.'

/**
 * Makes a call that acts once however often it is made, under a key or by its nature. An answer that was lost is asked for once
 * more, since the second often tells what the first could not. `unknownMessage` is what `outcome-unknown` says where no answer
 * came to either; an answer that makes no sense stays `unexpected`.
 */
export const settleCall = async <Value>(
  call: () => Promise<Reply<Value>>,
  unknownMessage = unknownOutcomeMessage,
): Promise<Reply<Value>> => {
  const first = await call()
  if (first.ok || !isOutcomeUnknown('rest', first.failure)) return first
  const second = await call()
  // That the second call was not made does not say whether the first arrived.
  const isAnswered =
    second.ok || meaningOf('rest', second.failure) === 'refused' || second.failure.code === 'unexpected'
  return isAnswered ? second : fail('outcome-unknown', unknownMessage)
}
