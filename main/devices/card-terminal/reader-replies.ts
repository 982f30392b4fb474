import type { CollectOutcome, InquiryOutcome, TerminalFailure } from './card-terminal.ts'

/** A reader that does not do what it was asked. */
export const refused = (code: TerminalFailure['code'], reason: string): { ok: false; failure: TerminalFailure } => ({
  ok: false,
  failure: { code, reason },
})

/** Asking for a card that certainly has not begun. */
export const notStarted = (code: TerminalFailure['code'], reason: string): CollectOutcome => ({
  outcome: 'not-started',
  failure: { code, reason },
})

/** A reader that went away in the middle: the money may have moved. */
export const lost: CollectOutcome = { outcome: 'unknown', reason: 'The reader was disconnected.' }

/** What a reader whose money a processor holds remembers of an attempt it has answered: of the rest the processor is asked. */
export const inquireOf = (known: CollectOutcome | undefined): InquiryOutcome =>
  known === undefined || known.outcome === 'unknown' || known.outcome === 'not-started'
    ? { outcome: 'cannot-say', reason: 'Only the processor knows how it ended.' }
    : known
