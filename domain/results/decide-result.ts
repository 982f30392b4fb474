import type { Instant } from '../values/instant.ts'
import { type IncomingReport, resultStatuses } from './incoming-report.ts'

/** The fields that decide the order of results of the same study and kind. */
export type OrderedResult = Pick<IncomingReport, 'status'> & {
  readonly resultID: string
  readonly issuedAt: Instant
  /** The hash of the reported content, without message ids and transport times. */
  readonly digest: string
}

type ResultDecision =
  /** The newest report: it becomes the draft, in place of the older result or after its cancellation. */
  | { readonly kind: 'attach'; readonly replaces: string | null }
  /** The newest message cancels the report: the draft of the older result is removed. */
  | { readonly kind: 'withdraw'; readonly replaces: string | null }
  /** A newer report or cancellation is known. */
  | { readonly kind: 'superseded' }
  /** A preliminary report is recorded and never attached. */
  | { readonly kind: 'preliminary' }
  | { readonly kind: 'duplicate'; readonly of: string }

/**
 * Decides the effect of an accepted result on its study. `known` are the study's accepted results of the same kind
 * (decision 277). Results are in the sender's order: time of issue, then final, corrected, cancelled. The order of
 * arrival does not matter, so the same set of messages always ends in the same state.
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

/** Returns whether a result is newer than another result of the same study and kind, in the sender's order. */
export const isNewer = (one: OrderedResult, other: OrderedResult): boolean => {
  if (one.issuedAt !== other.issuedAt) return one.issuedAt > other.issuedAt
  const rank = ({ status }: OrderedResult): number => resultStatuses.indexOf(status)
  if (rank(one) !== rank(other)) return rank(one) > rank(other)
  // For the same second and status any fixed order will do, as long as it does not depend on the arrival.
  return one.digest > other.digest
}
