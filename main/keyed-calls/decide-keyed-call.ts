import { isNotSent, isOutcomeUnknown, mayBeDone } from '#contract/failures.ts'
import type { FailureCode } from '#contract/reply.ts'

/** The state of a row in a journal of keyed calls; `new` when there is no row yet. */
type KeyedCallState = 'new' | 'open' | 'waiting' | 'done' | 'refused' | 'withdrawn'

/**
 * The facts about a row when a call under its key has ended. A turn is one call, or two if the first is repeated
 * immediately.
 */
export type KeyedCallFacts = {
  /** The row's state before this turn. */
  readonly state: KeyedCallState
  /** Whether a call of an earlier turn may have acted. */
  readonly mayHaveActed: boolean
  /** Number of calls in this turn, including the one that just ended. */
  readonly calls: number
  /** Whether the user who submitted the call is waiting for the answer. */
  readonly isWatched: boolean
}

/** The differences between the kinds of keyed calls. */
export type KeyedCallPolicy = {
  /** After which failures the call is repeated immediately: only `unexpected`, or all with an unknown outcome. */
  readonly asksAgainAfter: 'unexpected' | 'unknown'
  /**
   * The state of the row after a call that certainly had no effect. `left`: the row stays unchanged, and the code that
   * submitted the call decides.
   */
  readonly unsent: 'withdrawn' | 'waiting' | 'left'
  /**
   * Whether a second `unexpected` ends the row. In its first turn the row ends as withdrawn, so that the user can try
   * again under the key; in a later turn as refused. Other kinds repeat the call until they know the result.
   */
  readonly endsAtSecondUnexpected: boolean
  /**
   * Temporary refusals. While no user is waiting, the call is repeated under a new key. The back office stores the
   * refusal under the old key, and a refused call has recorded nothing.
   */
  readonly passing: readonly FailureCode[]
  /** Whether a resubmitted key that is done is sent once more; if not, the result in the journal is the answer. */
  readonly asksAgainWhenDone: boolean
  /** Whether a withdrawn key accepts other details, because no call was made under it. */
  readonly changesWithdrawn: boolean
}

/**
 * The decision after a call. `done`, `refused` and `withdrawn` end the row. After `waiting`, `left` and `new-key` the
 * row is still to be sent; after `unknown` the call is repeated under its key.
 */
export type KeyedCallDecision =
  | 'ask-again'
  | 'done'
  | 'refused'
  | 'withdrawn'
  | 'waiting'
  | 'left'
  | 'unknown'
  | 'new-key'

/**
 * Decides the next step after a call under a key. `outcome` is `answered`, or the failure's code as the back office
 * sent it.
 */
export const decideKeyedCall = (
  { state, mayHaveActed, calls, isWatched }: KeyedCallFacts,
  outcome: 'answered' | FailureCode,
  policy: KeyedCallPolicy,
): KeyedCallDecision => {
  if (outcome === 'answered') return 'done'
  // The same key cannot act twice, and the second answer often has the result that the first one lacked.
  const isLost = policy.asksAgainAfter === 'unexpected' ? outcome === 'unexpected' : isOutcomeUnknown('rest', outcome)
  if (isLost && calls === 1) return 'ask-again'
  const mayHaveActedBefore = mayHaveActed || calls > 1
  if (isNotSent('rest', outcome) && !mayHaveActedBefore) return policy.unsent
  if (outcome === 'unexpected' && policy.endsAtSecondUnexpected) return isFirstTry(state) ? 'withdrawn' : 'refused'
  if (mayBeDone('rest', mayHaveActedBefore, outcome)) return 'unknown'
  return !isWatched && policy.passing.includes(outcome) ? 'new-key' : 'refused'
}

const isFirstTry = (state: KeyedCallState): boolean => state === 'new' || state === 'withdrawn'

/**
 * How a submission compares with the row that has its key. `other-details`: from the same author on the same subject,
 * but with other details. `other`: any other difference.
 */
export type SubmissionMatch = 'same' | 'other-details' | 'other'

/**
 * Decides how a submission under a known key is handled. `reused`: it is refused as `idempotency-key-reused`. `answer`:
 * the journal has the result. `begin`: the row is reopened. `ask-again`: the call is made again under its key, or a
 * running call with that key is joined.
 */
export const decideResubmission = (
  state: Exclude<KeyedCallState, 'new'>,
  match: SubmissionMatch,
  policy: KeyedCallPolicy,
): 'reused' | 'answer' | 'begin' | 'ask-again' => {
  const isAccepted = match === 'same' || (match === 'other-details' && state === 'withdrawn' && policy.changesWithdrawn)
  if (!isAccepted) return 'reused'
  if (state === 'withdrawn') return 'begin'
  if (state === 'refused') return 'answer'
  return state === 'done' && !policy.asksAgainWhenDone ? 'answer' : 'ask-again'
}
