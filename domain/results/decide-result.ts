import type { Instant } from '../values/instant.ts'
import { type IncomingReport, resultStatuses } from './incoming-report.ts'

/** What decides the order of the results of one study and kind. */
export type OrderedResult = Pick<IncomingReport, 'status'> & {
  readonly resultID: string
  readonly issuedAt: Instant
  /** The hash of what the sender reported, without message ids and times of the transport. */
  readonly digest: string
}

type ResultDecision =
  /** The newest report: it becomes the draft, in place of the older result or after its cancellation. */
  | { readonly kind: 'attach'; readonly replaces: string | null }
  /** The newest message takes the report back: no draft remains of the older result. */
  | { readonly kind: 'withdraw'; readonly replaces: string | null }
  /** A newer report or cancellation is known. */
  | { readonly kind: 'superseded' }
  /** A preliminary report is recorded and never attached. */
  | { readonly kind: 'preliminary' }
  | { readonly kind: 'duplicate'; readonly of: string }

/**
 * Decides what an accepted result does to its study, whose accepted results of the same kind are `known` (decision 277).
 * The order is that of the sender: time of issue, then final, corrected, cancelled. It does not depend on the arrival, so
 * each set of messages ends in one state.
 */
export const decideResult = (known: readonly OrderedResult[], incoming: OrderedResult): ResultDecision => {
  const copy = known.find(({ digest }) => digest === incoming.digest)
  if (copy !== undefined) return { kind: 'duplicate', of: copy.resultID }
  if (incoming.status === 'preliminary') return { kind: 'preliminary' }
  const others = known.filter(({ status }) => status !== 'preliminary')
  if (others.some((other) => isNewer(other, incoming))) return { kind: 'superseded' }
  const last = others.reduce<OrderedResult | null>(
    (newest, other) => (newest === null || isNewer(other, newest) ? other : newest),
    null,
  )
  return { kind: incoming.status === 'cancelled' ? 'withdraw' : 'attach', replaces: last?.resultID ?? null }
}

/** Returns whether a result is newer than another one of its study and kind, in the order of the sender. */
export const isNewer = (one: OrderedResult, other: OrderedResult): boolean => {
  if (one.issuedAt !== other.issuedAt) return one.issuedAt > other.issuedAt
  const rank = ({ status }: OrderedResult): number => resultStatuses.indexOf(status)
  if (rank(one) !== rank(other)) return rank(one) > rank(other)
  // The same second and status: any fixed order, so that the arrival decides nothing.
  return one.digest > other.digest
}
