/** Why a result waits for a person. */
export type WaitingReason = 'unmatched' | 'mismatch' | 'incomplete' | 'study-cancelled' | 'published' | 'unreadable'
