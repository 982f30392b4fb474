import type { KeyedCallPolicy } from './decide-keyed-call.ts'

/**
 * A booking, move or cancellation. It does not wait for a back office that is out of reach. The user immediately gets
 * the failure, and can try again under the same key.
 */
export const bookingPolicy: KeyedCallPolicy = {
  asksAgainAfter: 'unexpected',
  unsent: 'withdrawn',
  endsAtSecondUnexpected: true,
  passing: [],
  asksAgainWhenDone: false,
  changesWithdrawn: false,
}

/** A check-in or a note: it waits while the back office is out of reach. */
export const studyActPolicy: KeyedCallPolicy = {
  asksAgainAfter: 'unexpected',
  unsent: 'waiting',
  endsAtSecondUnexpected: false,
  passing: [],
  asksAgainWhenDone: false,
  changesWithdrawn: true,
}

/**
 * A payment other than by card. If a key that is done is submitted again, the call is sent again, and the back office
 * returns its stored answer.
 */
export const tenderPolicy: KeyedCallPolicy = {
  asksAgainAfter: 'unexpected',
  unsent: 'left',
  endsAtSecondUnexpected: false,
  passing: [],
  asksAgainWhenDone: true,
  changesWithdrawn: true,
}

/** The cash is already in the drawer: an open card payment on the study only delays the record of the cash. */
export const cashPolicy: KeyedCallPolicy = { ...tenderPolicy, passing: ['payment-in-progress'] }

/** A call without a journal. No later turn can repeat it, so it is repeated immediately after any lost answer. */
export const unwrittenPolicy: KeyedCallPolicy = {
  asksAgainAfter: 'unknown',
  unsent: 'withdrawn',
  endsAtSecondUnexpected: true,
  passing: [],
  asksAgainWhenDone: false,
  changesWithdrawn: false,
}
