import { isOutcomeUnknown, meaningOf } from '#contract/failures.ts'
import { fail, type Reply } from '#contract/reply.ts'

const unknownOutcomeMessage =
  'The connection broke before the back office answered. Please try again: nothing is done twice under the same form.'

/** An answer, and whether the call before it may have acted without one. */
type AskedAgain<Value> = { readonly reply: Reply<Value>; readonly wasUnknown: boolean }

/**
 * Makes an idempotent call. Repeats it once when the answer was lost, because the second answer often has the outcome.
 */
export const askAgain = async <Value>(call: () => Promise<Reply<Value>>): Promise<AskedAgain<Value>> => {
  const reply = await call()
  if (reply.ok || !isOutcomeUnknown('rest', reply.failure)) return { reply, wasUnknown: false }
  return { reply: await call(), wasUnknown: true }
}

/**
 * As {@link askAgain}, with `outcome-unknown` in `unknownMessage` where no answer came to either call; an answer that makes no
 * sense stays `unexpected`.
 */
export const settleCall = async <Value>(
  call: () => Promise<Reply<Value>>,
  unknownMessage = unknownOutcomeMessage,
): Promise<Reply<Value>> => {
  const { reply, wasUnknown } = await askAgain(call)
  // That the second call was not made does not say whether the first arrived.
  const isAnswered = reply.ok || meaningOf('rest', reply.failure) === 'refused' || reply.failure.code === 'unexpected'
  return isAnswered || !wasUnknown ? reply : fail('outcome-unknown', unknownMessage)
}
