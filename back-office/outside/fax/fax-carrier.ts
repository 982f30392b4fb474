/** One fax: its number and its document. */
type Fax = {
  /** Idempotency key of this sending: a repetition returns the fax that was accepted before. */
  readonly key: string
  /** 11 digits (study spec §5). */
  readonly to: string
  readonly pdf: Uint8Array
  readonly pages: number
}

/** The carrier's answer to a new fax. */
export type FaxHandOver =
  /** Accepted, with the carrier's id. */
  | { readonly kind: 'accepted'; readonly receipt: string }
  /** Refused permanently; nothing was sent. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The carrier could not be reached or cannot accept a fax now; nothing was sent. */
  | { readonly kind: 'unavailable' }
  /** The answer was lost: the carrier may have the fax. */
  | { readonly kind: 'unknown' }

/** The result of a search by key. */
export type FaxSearch =
  | { readonly kind: 'found'; readonly receipt: string }
  /**
   * The carrier has no such fax. {@link FaxCarrier.isAbsenceProof} decides whether this proves that the carrier never
   * accepted the fax.
   */
  | { readonly kind: 'absent' }
  /** The carrier cannot be reached. */
  | { readonly kind: 'unavailable' }

/** The status of an accepted fax. */
export type FaxStatus =
  /** In progress; `reason` describes the current step, or the obstacle, such as a busy line. */
  | { readonly kind: 'under-way'; readonly reason: string | null }
  | { readonly kind: 'delivered'; readonly pages: number | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  /** The carrier had the fax, but no longer has it. */
  | { readonly kind: 'lost' }
  /** The carrier cannot be reached. */
  | { readonly kind: 'unavailable' }

/** A sent fax in a carrier's own list, for the demo's fax page. */
type SentFax = {
  readonly faxID: string
  /** Epoch seconds. */
  readonly at: number
  readonly to: string
  readonly pages: number
  readonly state: string
}

/** Sends faxes. No method throws, and every call ends within its deadline. Never call a method inside a transaction. */
export type FaxCarrier = {
  readonly kind: 'simulated' | 'ipp' | 'none'
  /**
   * Whether an unknown key proves that the fax was never accepted. False when the carrier forgets jobs, or can still be
   * receiving the fax; an interrupted sending then stays uncertain.
   */
  readonly isAbsenceProof: boolean
  send(fax: Fax): Promise<FaxHandOver>
  find(key: string): Promise<FaxSearch>
  read(receipt: string): Promise<FaxStatus>
  /** Cancels a fax that has not been sent yet. */
  cancel(receipt: string): Promise<{ readonly kind: 'cancelled' } | { readonly kind: 'too-late' | 'unavailable' }>
  /** Returns the sent faxes, newest first; null for a carrier that does not keep such a list in Atrium. */
  readSent(): readonly SentFax[] | null
}

/** The carrier when none is configured: it accepts nothing. */
export const noFaxCarrier: FaxCarrier = {
  kind: 'none',
  isAbsenceProof: false,
  send: async () => ({ kind: 'unavailable' }),
  find: async () => ({ kind: 'unavailable' }),
  read: async () => ({ kind: 'unavailable' }),
  cancel: async () => ({ kind: 'unavailable' }),
  readSent: () => null,
}
