import { fail, type Reply } from '#contract/reply.ts'
import { decideKeyedCall, type KeyedCallDecision } from '../keyed-calls/decide-keyed-call.ts'
import { unwrittenPolicy } from '../keyed-calls/keyed-call-policies.ts'

const unknownOutcomeMessage =
  'The connection was lost before the server answered. Send the same form again: nothing will be done twice.'

/** The answer, whether an earlier unanswered call may have acted, and the decision that follows from both. */
type AskedAgain<Value> = {
  readonly reply: Reply<Value>
  readonly wasUnknown: boolean
  readonly decision: KeyedCallDecision
}

/**
 * Makes an idempotent call that no journal records. After a lost answer, repeats the call once, because the second
 * answer often has the outcome.
 */
export const askAgain = async <Value>(call: () => Promise<Reply<Value>>): Promise<AskedAgain<Value>> => {
  for (let calls = 1; ; calls += 1) {
    const reply = await call()
    const facts = { state: 'new', mayHaveActed: false, calls, isWatched: true } as const
    const decision = decideKeyedCall(facts, reply.ok ? 'answered' : reply.failure.code, unwrittenPolicy)
    if (decision !== 'ask-again') return { reply, wasUnknown: calls > 1, decision }
  }
}

/**
 * Makes a call as {@link askAgain} does. Fails with `outcome-unknown` and `unknownMessage` when the repeated call does
 * not show the outcome either. An answer that does not match the contract stays `unexpected`.
 */
export const completeCall = async <Value>(
  call: () => Promise<Reply<Value>>,
  unknownMessage = unknownOutcomeMessage,
): Promise<Reply<Value>> => {
  const { reply, decision } = await askAgain(call)
  return decision === 'unknown' ? fail('outcome-unknown', unknownMessage) : reply
}
