import { z } from 'zod'
import type { StoreApi } from 'zustand/vanilla'
import { isNotSent, isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { CashUp, CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import type { CashUpDetails, CashUpFigure } from '#domain/finance/cash-up-details.ts'
import type { OutstandingList, ShownRows } from '#domain/finance/outstanding.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { countedAmount } from './read-drawer.ts'

/** A count that the user is entering. A draft stores the count together with the idempotency key. */
export const countSchema = z.object({
  locationID: locationIDSchema,
  date: plainDateSchema,
  userID: z.string(),
  paymentType: z.enum(paymentTypes),
  counted: z.string(),
  note: z.string(),
  /** The typed number of each note and coin, by its value in minor units; empty if the user counts only a sum. */
  pieces: z.record(z.string(), z.string()).default({}),
  /** The float in the drawer, as typed. */
  float: z.string().default(''),
  /** The number of the open block that the page showed when the count began. */
  block: z.number(),
  idempotencyKey: z.string(),
})
type Count = z.infer<typeof countSchema>

/** A count typed in the table, not recorded yet. */
export const typedCountSchema = z.object({
  userID: z.string(),
  paymentType: z.enum(paymentTypes),
  counted: z.string(),
  /** The typed number of each note and coin, and the float in the drawer, as in {@link countSchema}. */
  pieces: z.record(z.string(), z.string()).default({}),
  float: z.string().default(''),
  block: z.number(),
  idempotencyKey: z.string(),
  /** Whether the count was sent and may have been recorded. It cannot be changed until a retry returns the result. */
  isSent: z.boolean().default(false),
})
export type TypedCount = z.infer<typeof typedCountSchema>

/** A line of the table that is counted by hand. */
type CountedLine = Pick<CashUpLine, 'userID' | 'paymentType'>
/** A line of the table in which the user types; its float is proposed. */
export type TypedLine = CountedLine & Pick<CashUpLine, 'float'>

/** Returns a name of a line that is unique within its day. */
export const lineKey = ({ userID, paymentType }: CountedLine): string => `${userID} ${paymentType}`

/** Returns whether a line waits for a count: it has no count, or money has moved since its last count. */
export const waitsForCount = (line: Pick<CashUpLine, 'isCounted' | 'counted' | 'isOutdated'>): boolean =>
  line.isCounted && (line.counted === null || line.isOutdated)

/** Returns the typed counts that still apply to a day: those of its open block whose line waits for a count. */
export const countsToRecord = (
  typed: readonly TypedCount[],
  { block, lines }: Pick<CashUp, 'block' | 'lines'>,
): readonly TypedCount[] => {
  const waiting = new Set(lines.filter(waitsForCount).map(lineKey))
  return typed.filter((one) => one.block === block && waiting.has(lineKey(one)))
}

/**
 * Returns whether a typed count is an amount. If any typed count is not, none of the counts is recorded (decision 367).
 */
export const isReadable = (count: Pick<TypedCount, 'counted' | 'pieces' | 'float'>): boolean =>
  countedAmount(count) !== null

/** Returns the id of the draft with the counts typed for one day. */
export const typedCountsDraftID = (locationID: LocationID, date: PlainDate): string =>
  `finance:counts:${locationID}:${date}`

/** A figure of the table, with its name: `Taken: Robin Frost, cash`. */
export type ShownFigure = { readonly figure: CashUpFigure; readonly name: string }

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
  /** The number of items to read of each list that shows more than its first page. */
  readonly rows: ShownRows
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** The count being entered; null if no count is open. */
  readonly count: Count | null
  readonly counting: Submission
  /** The counts typed in the table of the open block. */
  readonly typed: readonly TypedCount[]
  /** Why a typed count could not be recorded, by {@link lineKey}. */
  readonly typedFailures: Readonly<Record<string, Failure>>
  readonly recording: 'idle' | 'pending'
  /** The transactions and members of the day, read after the day itself. */
  readonly details: Loadable<CashUpDetails>
  /** The newest read of `details`: while it runs or after it failed, `details` are older than the figures. */
  readonly readingDetails: Submission
  /** The figure whose transactions are shown; null for none. */
  readonly figure: ShownFigure | null
  /** The close being entered; null for none. */
  readonly closing: Closing | null
  readonly signing: Submission
  /** The reopening being entered; null for none. */
  readonly reopening: { readonly reason: string; readonly idempotencyKey: string } | null
  readonly opening: Submission
  readonly exporting: Submission & { readonly format?: 'csv' | 'pdf' }
  readonly open: (locationID: LocationID, date: PlainDate) => Promise<void>
  readonly load: () => Promise<void>
  /** Reads the next items of a list. */
  readonly showMore: (list: OutstandingList) => Promise<void>
  readonly loadDetails: () => Promise<void>
  readonly openFigure: (figure: ShownFigure | null) => void
  readonly beginCount: (
    line: Pick<
      CashUpLine,
      'userID' | 'paymentType' | 'counted' | 'difference' | 'isOutdated' | 'note' | 'counts' | 'float'
    >,
  ) => void
  readonly changeCount: (change: Partial<Pick<Count, 'counted' | 'note' | 'pieces' | 'float'>>) => void
  /** Keeps what the user typed for a line. An empty text removes the typed count. */
  readonly typeCount: (line: TypedLine, counted: string) => void
  /** Keeps the notes and coins and the float that the user typed for a line of cash. They replace its typed sum. */
  readonly typeDrawer: (line: TypedLine, change: Partial<Pick<TypedCount, 'pieces' | 'float'>>) => void
  /** Sends the typed counts one after another. Returns how many were recorded. */
  readonly recordCounts: () => Promise<number>
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

/** Returns whether the last try may have been recorded; a retry under the same key returns its result. */
export const isLost = (attempt: Submission): boolean =>
  attempt.kind === 'failed' && isOutcomeUnknown('bridge', attempt.failure)

/**
 * Returns the state after a failed try. If the answer to an earlier try was lost and this try was not sent, the state
 * stays the same, because the result of the earlier try is still unknown.
 */
export const toFailed = (before: Submission, failure: Failure): Submission =>
  isLost(before) && isNotSent('bridge', failure) ? before : { kind: 'failed', failure }
