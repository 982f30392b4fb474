import type { CollectOutcome, InquiryOutcome, TerminalFailure } from './card-terminal.ts'

/** Returns the reply of a reader that did not execute a request. */
export const refused = (code: TerminalFailure['code'], reason: string): { ok: false; failure: TerminalFailure } => ({
  ok: false,
  failure: { code, reason },
})

/** Returns the outcome of a collect request that certainly did not begin. */
export const notStarted = (code: TerminalFailure['code'], reason: string): CollectOutcome => ({
  outcome: 'not-started',
  failure: { code, reason },
})

/** The outcome when the reader disconnects during a payment: the money may have moved. */
export const lost: CollectOutcome = { outcome: 'unknown', reason: 'The reader was disconnected.' }

/**
 * Returns what a reader remembers of an attempt when a card processor carries out the payments: the outcome if it is
 * certain, else that only the processor knows the result.
 */
export const inquireOf = (known: CollectOutcome | undefined): InquiryOutcome =>
  known === undefined || known.outcome === 'unknown' || known.outcome === 'not-started'
    ? { outcome: 'cannot-say', reason: 'Only the card processor knows the result.' }
    : known
