import type { CollectOutcome, InquiryOutcome } from './card-terminal.ts'

/** What a reader whose money a processor holds remembers of an attempt it has answered: of the rest the processor is asked. */
export const inquireOf = (known: CollectOutcome | undefined): InquiryOutcome =>
  known === undefined || known.outcome === 'unknown' || known.outcome === 'not-started'
    ? { outcome: 'cannot-say', reason: 'Only the processor knows how it ended.' }
    : known
