import { z } from 'zod'
import type { StoreApi } from 'zustand/vanilla'
import { isNotSent, isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { CashUp, CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'

/** A count that the user is entering. A draft stores the count together with the idempotency key. */
export const countSchema = z.object({
  locationID: locationIDSchema,
  date: plainDateSchema,
  userID: z.string(),
  paymentType: z.enum(paymentTypes),
  counted: z.string(),
  note: z.string(),
  /** The number of the open block that the page showed when the count began. */
  block: z.number(),
  idempotencyKey: z.string(),
})
type Count = z.infer<typeof countSchema>

/** What the user enters to close a block, with the number of the block that was shown. */
type Closing = {
  readonly note: string
  readonly reason: string
  readonly block: number
  readonly idempotencyKey: string
}

export type FinanceStoreState = {
  readonly locationID: LocationID | null
  readonly date: PlainDate | null
  readonly day: Loadable<CashUp>
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** The count being entered; null without one. */
  readonly count: Count | null
  readonly counting: Submission
  /** The close being entered; null without one. */
  readonly closing: Closing | null
  readonly signing: Submission
  /** The reopening being entered; null without one. */
  readonly reopening: { readonly reason: string; readonly idempotencyKey: string } | null
  readonly opening: Submission
  readonly exporting: Submission & { readonly format?: 'csv' | 'pdf' }
  readonly open: (locationID: LocationID, date: PlainDate) => Promise<void>
  readonly load: () => Promise<void>
  readonly beginCount: (
    line: Pick<CashUpLine, 'userID' | 'paymentType' | 'counted' | 'difference' | 'isOutdated' | 'note' | 'counts'>,
  ) => void
  readonly changeCount: (change: Partial<Pick<Count, 'counted' | 'note'>>) => void
  readonly leaveCount: () => void
  /** Sends the count. Returns true if the count was recorded. */
  readonly sendCount: () => Promise<boolean>
  readonly beginClosing: () => void
  readonly changeClosing: (change: Partial<Pick<Closing, 'note' | 'reason'>>) => void
  readonly leaveClosing: () => void
  readonly signOff: () => Promise<boolean>
  readonly beginReopening: () => void
  readonly changeReopening: (reason: string) => void
  readonly leaveReopening: () => void
  readonly reopen: () => Promise<boolean>
  readonly exportDay: (format: 'csv' | 'pdf', table?: CashUpTableName) => Promise<void>
}
export type FinanceStore = StoreApi<FinanceStoreState>

export const countDraftID = 'finance:count'

/** Returns whether the last try may have been recorded; a retry under the same key finds out. */
export const isLost = (attempt: Submission): boolean =>
  attempt.kind === 'failed' && isOutcomeUnknown('bridge', attempt.failure)

/**
 * Returns the state after a failed try. If the answer to an earlier try was lost and this try was not sent, the state
 * stays the same, because the result of the earlier try is still unknown.
 */
export const toFailed = (before: Submission, failure: Failure): Submission =>
  isLost(before) && isNotSent('bridge', failure) ? before : { kind: 'failed', failure }
