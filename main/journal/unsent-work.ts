import type { unsentKinds } from '#domain/support/support-bundle.ts'
import type { Database } from '#runtime/encrypted-database.ts'

/** Work of one kind that no server has confirmed. */
export type UnsentWork = {
  readonly kind: (typeof unsentKinds)[number]
  readonly count: number
}

const sources: readonly (readonly [UnsentWork['kind'], string])[] = [
  ['booking', `booking_attempt where state = 'open'`],
  ['card-payment', 'payment_attempt where is_open = 1'],
  ['payment', `tender where state in ('open', 'waiting')`],
  ['study-act', `study_act where state in ('open', 'waiting')`],
  ['send', `job where is_dismissed = 0 and state in ('queued', 'sending', 'handed-over', 'failed', 'uncertain')`],
  ['draft', 'draft'],
]

/** Counts the unsent work of all users of this workstation, by kind; kinds without any are absent. */
export const countUnsentWork = (db: Database): readonly UnsentWork[] =>
  sources
    .map(([kind, source]) => ({
      kind,
      count: db.prepare<[], number>(`select count(*) from ${source}`).pluck(true).get() ?? 0,
    }))
    .filter(({ count }) => count > 0)
