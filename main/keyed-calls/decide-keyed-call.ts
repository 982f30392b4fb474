import { isNotSent, isOutcomeUnknown, mayBeDone } from '#contract/failures.ts'
import type { FailureCode } from '#contract/reply.ts'

/** The state of a row in a journal of keyed calls; `new` where there is no row yet. */
type KeyedCallState = 'new' | 'open' | 'waiting' | 'done' | 'refused' | 'withdrawn'

/** What is known of a row when a call under its key has ended. A turn is one call, or two in a row. */
export type KeyedCallFacts = {
  /** Its state before this turn. */
  readonly state: KeyedCallState
  /** Whether a call of an earlier turn may have acted. */
  readonly mayHaveActed: boolean
  /** Calls of this turn, including the one that has just ended. */
  readonly calls: number
  /** Whether the desk waits for the answer. */
  readonly isWatched: boolean
}

/** What one kind of keyed call does differently from another. */
export type KeyedCallPolicy = {
  /** Which lost answers make the same call again at once: one that makes no sense, or any. */
  readonly asksAgainAfter: 'unexpected' | 'unknown'
  /** What a call becomes that certainly never arrived. `left`: its row stays, and the desk that waits decides. */
  readonly unsent: 'withdrawn' | 'waiting' | 'left'
  /**
   * Whether a second `unexpected` ends it: withdrawn in its first turn, so that the desk can try again under the key, and
   * refused afterwards. Other kinds ask again until they know.
   */
  readonly endsAtSecondUnexpected: boolean
  /**
   * Refusals that pass by themselves. While no desk waits for the answer, the call goes on under a new key: the back office
   * keeps a refusal under its key, and has recorded nothing under it.
   */
  readonly passing: readonly FailureCode[]
  /** Whether a key that is done is sent once more when it is submitted again, or answered from the journal. */
  readonly asksAgainWhenDone: boolean
  /** Whether a withdrawn key accepts other details: no call was made under it. */
  readonly changesWithdrawn: boolean
}

/**
 * What follows from a call. `done`, `refused` and `withdrawn` end its row. `waiting`, `left` and `new-key` leave it to be sent,
 * and `unknown` leaves it to be asked for again under its key.
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

/** Decides what a call under a key has come to. `outcome`: `answered`, or the code of the failure as the back office sent it. */
export const decideKeyedCall = (
  { state, mayHaveActed, calls, isWatched }: KeyedCallFacts,
  outcome: 'answered' | FailureCode,
  policy: KeyedCallPolicy,
): KeyedCallDecision => {
  if (outcome === 'answered') return 'done'
  // The same key cannot act twice, and the second answer often has the outcome that the first one did not.
  const isLost = policy.asksAgainAfter === 'unexpected' ? outcome === 'unexpected' : isOutcomeUnknown('rest', outcome)
  if (isLost && calls === 1) return 'ask-again'
  const mayHaveActedBefore = mayHaveActed || calls > 1
  if (isNotSent('rest', outcome) && !mayHaveActedBefore) return policy.unsent
  if (outcome === 'unexpected' && policy.endsAtSecondUnexpected) return isFirstTurn(state) ? 'withdrawn' : 'refused'
  if (mayBeDone('rest', mayHaveActedBefore, outcome)) return 'unknown'
  return !isWatched && policy.passing.includes(outcome) ? 'new-key' : 'refused'
}

const isFirstTurn = (state: KeyedCallState): boolean => state === 'new' || state === 'withdrawn'

/** How a submission compares with the row of its key: the same, the same subject and author with other details, or another. */
export type SubmissionMatch = 'same' | 'other-details' | 'other'

/**
 * Decides what a submission under a known key does. `reused`: it is refused as `idempotency-key-reused`. `answer`: the journal
 * has the outcome. `begin`: the row is opened again. `ask-again`: the call is made, or joined, under its key.
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
