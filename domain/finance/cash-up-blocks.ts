import { formatMoney } from '../format/format-money.ts'
import { ruleOfPaymentType } from '../payments/payment-types.ts'
import type { Instant } from '../values/instant.ts'
import { toEpochMs } from '../values/instant.ts'
import { type Money, roundToMoney, toMoney } from '../values/money.ts'
import type { CashUp, CashUpLine, VoidedCount } from './cash-up.ts'

/** A close or a reopening of a location's day. */
export type CashUpEvent = {
  /** 1 for the first event of the day, 2 for the next, and so on. */
  readonly place: number
  readonly kind: 'closed' | 'reopened'
  readonly at: Instant
  /**
   * The transactions that a close froze. Null for a reopening. Also null for a close by an earlier version, which froze
   * all transactions until `at`.
   */
  readonly transactionIDs: readonly string[] | null
}

/** Returns the closes that are in force, oldest first: a reopening voids all closes before it. */
export const closesInForce = <Event extends CashUpEvent>(events: readonly Event[]): readonly Event[] =>
  events.slice(events.findLastIndex(({ kind }) => kind === 'reopened') + 1)

/**
 * Returns whether a reopening voided the block with this number. The counts of a voided block are kept and no longer
 * apply.
 */
export const isVoidedBlock = (events: readonly CashUpEvent[], block: number): boolean =>
  block < (events.findLast(({ kind }) => kind === 'reopened')?.place ?? 0)

/**
 * Returns the number of the open block: 0 before the first close, then the place of the latest event. A count belongs
 * to the block in which it was made, so a close or a reopening requires new counts.
 */
export const openBlockOf = (events: readonly CashUpEvent[]): number => events.at(-1)?.place ?? 0

/** Returns the day's entries, except those frozen by a close that is still in force. */
export const entriesOfOpenBlock = <Entry extends { readonly transactionID: string; readonly time: number }>(
  events: readonly CashUpEvent[],
  entries: readonly Entry[],
): readonly Entry[] => {
  const closes = closesInForce(events)
  const frozen = new Set(closes.flatMap(({ transactionIDs }) => transactionIDs ?? []))
  // A close by an earlier version did not store the ids. It froze all entries up to and including its own second.
  const until = Math.max(
    ...closes.filter(({ transactionIDs }) => transactionIDs === null).map(({ at }) => toEpochMs(at) / 1000),
  )
  return entries.filter(({ transactionID, time }) => !frozen.has(transactionID) && time > until)
}

/**
 * Returns the index, from 0, of the close that froze an entry, among the closes in force; null if the entry is in the
 * open block. It is not the `place` of that event.
 */
export const blockOfEntry = (
  events: readonly CashUpEvent[],
  entry: { readonly transactionID: string; readonly time: number },
): number | null => {
  const place = closesInForce(events).findIndex(({ transactionIDs, at }) =>
    transactionIDs === null ? entry.time <= toEpochMs(at) / 1000 : transactionIDs.includes(entry.transactionID),
  )
  return place === -1 ? null : place
}

/** Returns the name of a closed or open block, by the number of closes in force before it. */
export const blockName = (closesBefore: number): string =>
  closesBefore === 0 ? 'Day' : closesBefore === 1 ? 'After close' : `After close ${closesBefore}`

/** The name of the blocks before a reopening. */
export const voidedBlockName = 'Before reopening'

/** Returns the voided counts, numbered from 1 within each line. */
export const numberCounts = (
  counts: readonly VoidedCount[],
): readonly { readonly count: VoidedCount; readonly number: number }[] => {
  const made = new Map<string, number>()
  return counts.map((count) => {
    const line = `${count.userID}\n${count.paymentType}`
    const number = (made.get(line) ?? 0) + 1
    made.set(line, number)
    return { count, number }
  })
}

/** Returns whether the day is closed: the last close froze everything, and no money came after it. */
export const isDayClosed = (cashUp: Pick<CashUp, 'closed' | 'lines'>): boolean =>
  cashUp.closed.length > 0 && cashUp.lines.length === 0

/** Returns a difference in words, without a sign: `CA$10.00 short`, `CA$5.00 over`, `balanced`. */
const describe = (amount: Money, currency: CashUp['currency']): string => {
  if (amount === 0) return 'balanced'
  return `${formatMoney(toMoney(Math.abs(amount)), currency)} ${amount > 0 ? 'over' : 'short'}`
}

/** A line that is over or short, or that was over or short at an earlier count. */
type ClosingDifference = {
  readonly who: string
  readonly what: string
  readonly words: string
  /** Each earlier count that differed, with the name of the person who counted. */
  readonly earlier: readonly string[]
  /** The latest note with the name of the person who wrote it; empty if there is none. */
  readonly note: string
}

/**
 * Returns every difference that a close would freeze: lines that are over or short now, and lines with an earlier count
 * that differed, including counts that a reopening voided. Each earlier count that differed is listed with the person
 * who counted.
 */
export const closingDifferences = (
  cashUp: Pick<CashUp, 'lines' | 'currency' | 'voidedCounts'>,
): readonly ClosingDifference[] => {
  const voidedOf = (line: CashUpLine) =>
    cashUp.voidedCounts.filter(({ userID, paymentType }) => userID === line.userID && paymentType === line.paymentType)
  return cashUp.lines.flatMap((line) => {
    const voided = voidedOf(line)
    if (![line, ...voided, ...line.counts].some(hasDifference)) return []
    const earlier = [...voided, ...line.counts.slice(0, -1)]
      .filter(({ difference }) => difference !== null && difference !== 0)
      .map(
        (count) =>
          `Earlier count by ${count.countedBy}: ${describe(roundToMoney(count.difference ?? 0), cashUp.currency)}`,
      )
    const now = describe(roundToMoney(line.difference ?? 0), cashUp.currency)
    const noted = [...voided, ...line.counts].findLast(({ note }) => note !== '') ?? line
    return [
      {
        who: line.userName,
        what: ruleOfPaymentType(line.paymentType).label,
        words: now,
        earlier,
        note: noted.note === '' ? '' : `Note by ${noted.countedBy ?? line.userName}: ${noted.note}`,
      },
    ]
  })
}

const hasDifference = ({ difference }: Pick<CashUpLine, 'difference'>): boolean =>
  difference !== null && difference !== 0

/**
 * Returns the sum of all differences in words: `CA$648.00 short`, or `balanced` if they cancel each other out. Null if
 * no line has a difference.
 */
export const totalDifference = (cashUp: Pick<CashUp, 'lines' | 'currency'>): string | null => {
  const sum = cashUp.lines.reduce((total, line) => total + roundToMoney(line.difference ?? 0), 0)
  return cashUp.lines.every((line) => (line.difference ?? 0) === 0) ? null : describe(toMoney(sum), cashUp.currency)
}
