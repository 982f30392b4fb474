/** One fax: where to, and what. */
type Fax = {
  /** Names this sending alone: one that asks again under it is answered for the fax that was taken before. */
  readonly key: string
  /** 11 digits (study spec §5). */
  readonly to: string
  readonly pdf: Uint8Array
  readonly pages: number
}

/** What a carrier says to a fax that is handed to it. */
export type FaxHandOver =
  /** It has it, under a name of its own. */
  | { readonly kind: 'accepted'; readonly receipt: string }
  /** It never will take it; nothing has left. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It cannot now; nothing has left. */
  | { readonly kind: 'unavailable' }
  /** It was asked and not heard to the end: it may have it. */
  | { readonly kind: 'unknown' }

/** Whether a carrier knows a key. */
export type FaxSearch =
  | { readonly kind: 'found'; readonly receipt: string }
  /** Asked, and it knows of none; whether that says that none was ever taken is {@link FaxCarrier.isAbsenceProof}'s to say. */
  | { readonly kind: 'absent' }
  /** Cannot be asked. */
  | { readonly kind: 'unavailable' }

/** How a fax that a carrier has taken stands. */
export type FaxStanding =
  /** Under way; `reason`: what it waits for, such as a busy line. */
  | { readonly kind: 'under-way'; readonly reason: string | null }
  | { readonly kind: 'delivered'; readonly pages: number | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  /** The carrier had it and knows it no more. */
  | { readonly kind: 'lost' }
  /** Cannot be asked. */
  | { readonly kind: 'unavailable' }

/** What a carrier with a book of its own has sent, for the demo's page of faxes. */
type SentFax = {
  readonly faxID: string
  /** Epoch seconds. */
  readonly at: number
  readonly to: string
  readonly pages: number
  readonly state: string
}

/** Sends faxes. Nothing here throws, and every call ends within its deadline. Never waited for inside a transaction. */
export type FaxCarrier = {
  readonly kind: 'simulated' | 'ipp' | 'none'
  /**
   * Whether a key that it does not know was never taken. Not so where jobs are forgotten, or one may still be on its way in:
   * there what was being handed over stays in question.
   */
  readonly isAbsenceProof: boolean
  send(fax: Fax): Promise<FaxHandOver>
  find(key: string): Promise<FaxSearch>
  read(receipt: string): Promise<FaxStanding>
  /** Stops one that has not gone out. */
  cancel(receipt: string): Promise<{ readonly kind: 'cancelled' } | { readonly kind: 'too-late' | 'unavailable' }>
  /** What was sent, newest first; null with a carrier that keeps its own list elsewhere. */
  readSent(): readonly SentFax[] | null
}

/** Where no carrier is configured: nothing is taken. */
export const noFaxCarrier: FaxCarrier = {
  kind: 'none',
  isAbsenceProof: false,
  send: async () => ({ kind: 'unavailable' }),
  find: async () => ({ kind: 'unavailable' }),
  read: async () => ({ kind: 'unavailable' }),
  cancel: async () => ({ kind: 'unavailable' }),
  readSent: () => null,
}
