import { type PaymentType, paymentTypeRules, ruleOfPaymentType } from '../payments/payment-types.ts'
import type { TransactionStatus } from '../payments/transaction.ts'
import type { Instant } from '../values/instant.ts'
import type { LocationID } from '../values/location-id.ts'
import { type Currency, type Money, parseDecimalAmount, toDecimalAmount, toMoney } from '../values/money.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { CashUp, CashUpLine, ClosedBlock, VoidedCount } from './cash-up.ts'
import type { Drawer } from './count-drawer.ts'

/** The tenders that staff count by hand. */
export const countedTenders: readonly PaymentType[] = ['cash', 'cheque']

/**
 * Returns whether a tender brings the clinic money when it is recorded: not invoices, prepaid amounts, Share Health
 * Credits, gift certificates or gift cards.
 */
export const isMoneyReceived = (paymentType: PaymentType): boolean =>
  ['card', 'money'].includes(ruleOfPaymentType(paymentType).tender)

/**
 * A payment or a refund, with the staff member who recorded it. The entry belongs to the day of its `time` on the
 * location's clock. For cash that is recorded later, `time` is when the cash was taken. Removed discounts and refunds
 * of credits move no money, so they are not entries.
 */
export type CashUpEntry = {
  readonly transactionID: string
  /** Epoch seconds. */
  readonly time: number
  readonly studyID: string
  readonly userID: string
  readonly userName: string
  readonly paymentType: PaymentType
  readonly kind: 'payment' | 'refund'
  /** Minor units, above 0. */
  readonly amount: Money
  /** A refund has the status of the payment it refunds. */
  readonly status: TransactionStatus
}

/** A count of what one staff member took in one tender. */
export type CashUpCount = {
  readonly userID: string
  readonly userName: string
  readonly paymentType: PaymentType
  readonly counted: Money
  /** The expected sum at the time of the count. If the sum changes later, the line must be counted again. */
  readonly expected: Money
  readonly note: string
  readonly countedBy: string
  readonly countedAt: Instant
  /** Absent if staff entered only the sum, without notes and coins. */
  readonly drawer?: Drawer | undefined
}

export type CashUpParts = Pick<
  CashUp,
  | 'block'
  | 'closed'
  | 'events'
  | 'lastAppointmentEnd'
  | 'openAttempts'
  | 'unissuedInvoices'
  | 'outstandingInvoices'
  | 'paidInvoices'
  | 'undepositedCheques'
  | 'overpayments'
  | 'totals'
> & {
  readonly locationID: LocationID
  readonly date: PlainDate
  readonly currency: Currency
  /** The entries of the open block: those of the day, except those frozen by a close that is still in force. */
  readonly entries: readonly CashUpEntry[]
  /** All counts of the open block, oldest first. */
  readonly counts: readonly CashUpCount[]
  /** The float last counted in each person's drawer, by user, in minor units. */
  readonly floats?: ReadonlyMap<string, Money>
  /** The counts that became void when their block was reopened, oldest first. */
  readonly voidedCounts: readonly CashUpCount[]
  /** The ids of transactions of other days, if their lines are still to be counted blind. */
  readonly blindElsewhere: ReadonlySet<string>
  /** The ids of the studies of the transactions in `blindElsewhere`. */
  readonly blindStudiesElsewhere: ReadonlySet<string>
  /** Finance sees every line and list; other users see their own lines and the open attempts. */
  readonly viewer: { readonly userID: string; readonly isFinance: boolean }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What one staff member took in one tender, in minor units: taken, refunded, uncaptured and expected. */
type CashUpSums = {
  readonly taken: Money
  readonly refunded: Money
  readonly uncaptured: Money
  readonly expected: Money
}

/** Sums the entries of any lines: `expected = taken - refunded - uncaptured`. */
export const sumCashUp = (entries: readonly CashUpEntry[]): CashUpSums => {
  const of = (kind: CashUpEntry['kind'], status?: TransactionStatus): number =>
    sum(
      entries
        .filter((entry) => entry.kind === kind && (status === undefined || entry.status === status))
        .map(({ amount }) => amount),
    )
  const taken = of('payment')
  const refunded = of('refund')
  const uncaptured = of('payment', 'requires_capture') - of('refund', 'requires_capture')
  return {
    taken: toMoney(taken),
    refunded: toMoney(refunded),
    uncaptured: toMoney(uncaptured),
    expected: toMoney(taken - refunded - uncaptured),
  }
}

const order = new Map(paymentTypeRules.map(({ paymentType }, place) => [paymentType, place]))
const placeOf = (paymentType: PaymentType): number => order.get(paymentType) ?? order.size

/** Compares text in an order that is the same on every computer. */
const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const keyOf = (line: { readonly userID: string; readonly paymentType: PaymentType }): string =>
  `${line.paymentType}\n${line.userID}`

/**
 * Returns those entries of an open block that belong to a line which must still be counted blind, or counted again. No
 * list, file or sum may show their amounts.
 */
export const blindEntries = (
  entries: readonly CashUpEntry[],
  counts: readonly CashUpCount[],
): readonly CashUpEntry[] => {
  const byLine = Map.groupBy(
    entries.filter(({ paymentType }) => countedTenders.includes(paymentType)),
    keyOf,
  )
  return [...byLine].flatMap(([key, own]) => {
    const count = counts.findLast((one) => keyOf(one) === key)
    return count === undefined || count.expected !== sumCashUp(own).expected ? own : []
  })
}

const buildLine = (
  who: Pick<CashUpLine, 'userID' | 'userName' | 'paymentType'>,
  sums: CashUpSums,
  counts: readonly CashUpCount[],
  float: Money | undefined,
): CashUpLine => {
  const isCounted = countedTenders.includes(who.paymentType)
  const count = counts.at(-1)
  const isOutdated = isCounted && count !== undefined && count.expected !== sums.expected
  // Blind: the person who counts must not see the expected sum first, and neither must a colleague who could pass it
  // on.
  const isBlind = isCounted && (count === undefined || isOutdated)
  const shown = (amount: Money): number | null => (isBlind ? null : toDecimalAmount(amount))
  const kept = isCounted ? count : undefined
  return {
    ...who,
    taken: shown(sums.taken),
    refunded: shown(sums.refunded),
    expected: shown(sums.expected),
    uncaptured: shown(sums.uncaptured),
    isCounted,
    counted: kept === undefined ? null : toDecimalAmount(kept.counted),
    difference: kept === undefined || isBlind ? null : toDecimalAmount(toMoney(kept.counted - sums.expected)),
    note: kept?.note ?? '',
    countedBy: kept?.countedBy ?? null,
    countedAt: kept?.countedAt ?? null,
    isOutdated,
    ...(float === undefined || who.paymentType !== 'cash' ? {} : { float: toDecimalAmount(float) }),
    counts: counts.map((one) => ({
      counted: toDecimalAmount(one.counted),
      difference: isBlind ? null : toDecimalAmount(toMoney(one.counted - one.expected)),
      note: one.note,
      countedBy: one.countedBy,
      countedAt: one.countedAt,
      ...(one.drawer === undefined ? {} : { drawer: one.drawer }),
    })),
  }
}

/** Returns a voided count; its amounts are hidden while its line is to be counted blind again. */
const toVoidedCount = (count: CashUpCount, isBlind: boolean): VoidedCount => ({
  userID: count.userID,
  userName: count.userName,
  paymentType: count.paymentType,
  counted: isBlind ? null : toDecimalAmount(count.counted),
  difference: isBlind ? null : toDecimalAmount(toMoney(count.counted - count.expected)),
  note: count.note,
  countedBy: count.countedBy,
  countedAt: count.countedAt,
  ...(isBlind || count.drawer === undefined ? {} : { drawer: count.drawer }),
})

/** Returns the part of a closed block that a viewer may see: all of it for finance, their own lines for others. */
const shownBlock = (block: ClosedBlock, viewer: CashUpParts['viewer']): ClosedBlock =>
  viewer.isFinance
    ? block
    : {
        ...block,
        lines: block.lines.filter(({ userID }) => userID === viewer.userID),
        unissuedInvoices: [],
        undepositedCheques: [],
        overpayments: [],
        counts: undefined,
      }

/**
 * Builds a location's day as its viewer may see it: a line for each person and tender with a payment, a refund or a
 * count. A line that is counted by hand hides its sums until it has been counted, even from finance. It hides them
 * again when money has moved since the count.
 */
export const buildCashUp = (parts: CashUpParts): CashUp => {
  const { viewer, entries, counts } = parts
  const blind = blindEntries(entries, counts)
  const blindIDs = new Set([...parts.blindElsewhere, ...blind.map(({ transactionID }) => transactionID)])
  const blindStudies = new Set([...parts.blindStudiesElsewhere, ...blind.map(({ studyID }) => studyID)])
  const blindLines = new Set(blind.map(keyOf))
  const lines = new Map<string, Pick<CashUpLine, 'userID' | 'userName' | 'paymentType'>>()
  for (const { userID, userName, paymentType } of [...entries, ...counts]) {
    const key = keyOf({ userID, paymentType })
    if ((viewer.isFinance || userID === viewer.userID) && !lines.has(key))
      lines.set(key, { userID, userName, paymentType })
  }
  return {
    locationID: parts.locationID,
    date: parts.date,
    currency: parts.currency,
    block: parts.block,
    closed: parts.closed.map((block) => shownBlock(block, viewer)),
    events: parts.events,
    voidedCounts: parts.voidedCounts
      .filter(({ userID }) => viewer.isFinance || userID === viewer.userID)
      .map((count) => toVoidedCount(count, blindLines.has(keyOf(count)))),
    lastAppointmentEnd: parts.lastAppointmentEnd,
    lines: [...lines]
      .map(([key, who]) =>
        buildLine(
          who,
          sumCashUp(entries.filter((entry) => keyOf(entry) === key)),
          counts.filter((count) => keyOf(count) === key),
          parts.floats?.get(who.userID),
        ),
      )
      .sort(
        (a, b) =>
          compareText(a.userName, b.userName) ||
          compareText(a.userID, b.userID) ||
          placeOf(a.paymentType) - placeOf(b.paymentType),
      ),
    openAttempts: parts.openAttempts,
    unissuedInvoices: viewer.isFinance ? parts.unissuedInvoices : [],
    outstandingInvoices: viewer.isFinance ? parts.outstandingInvoices : [],
    paidInvoices: viewer.isFinance ? parts.paidInvoices : [],
    undepositedCheques: viewer.isFinance
      ? parts.undepositedCheques.map((one) => (blindIDs.has(one.transactionID) ? { ...one, amount: null } : one))
      : [],
    overpayments: viewer.isFinance
      ? parts.overpayments.map((one) => (blindStudies.has(one.studyID) ? { ...one, amount: null } : one))
      : [],
    ...(viewer.isFinance && parts.totals !== undefined ? { totals: parts.totals } : {}),
  }
}

/** A sum over lines, in minor units. Null while one of the lines is blind, because the sum would reveal that line. */
export type CashUpTotals = {
  readonly taken: Money | null
  readonly refunded: Money | null
  readonly expected: Money | null
  readonly uncaptured: Money | null
  /** The sum of the lines counted by hand; null while one of them has no valid count. */
  readonly counted: Money | null
  readonly difference: Money | null
}

const totalOfLines = (lines: readonly CashUpLine[]): CashUpTotals => {
  const total = (among: readonly CashUpLine[], of: (line: CashUpLine) => number | null): Money | null => {
    const amounts = among.map(of)
    if (amounts.includes(null)) return null
    return toMoney(sum(amounts.map((amount) => parseDecimalAmount(amount ?? 0) ?? 0)))
  }
  const counted = lines.filter((line) => line.isCounted)
  return {
    taken: total(lines, (line) => line.taken),
    refunded: total(lines, (line) => line.refunded),
    expected: total(lines, (line) => line.expected),
    uncaptured: total(lines, (line) => line.uncaptured),
    counted: total(counted, (line) => (line.isOutdated ? null : line.counted)),
    difference: total(counted, (line) => line.difference),
  }
}

/** Returns the day's totals, overall and by tender, in the order of the payment types. */
export const totalsOf = (
  cashUp: Pick<CashUp, 'lines'>,
): {
  readonly all: CashUpTotals
  readonly byTender: readonly ({ readonly paymentType: PaymentType } & CashUpTotals)[]
} => ({
  all: totalOfLines(cashUp.lines),
  byTender: paymentTypeRules
    .map(({ paymentType }) => ({ paymentType, lines: cashUp.lines.filter((line) => line.paymentType === paymentType) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ paymentType, lines }) => ({ paymentType, ...totalOfLines(lines) })),
})

/**
 * Returns whether a line still needs a note: its count is over or short and has no note, or an earlier count was over
 * or short and neither that count nor a later one has a note. A count reveals the expected sum, so a later count that
 * matches it does not explain the earlier difference.
 */
export const lacksNote = (line: Pick<CashUpLine, 'difference' | 'isOutdated' | 'note' | 'counts'>): boolean => {
  if (line.difference === null || line.isOutdated) return false
  if (line.difference !== 0) return line.note.trim() === ''
  const first = line.counts.findIndex(({ difference }) => difference !== null && difference !== 0)
  return first !== -1 && line.counts.slice(first).every(({ note }) => note.trim() === '')
}

/** Returns why the open block cannot be closed, in words; null if it can. */
export const signOffObstacle = (cashUp: Pick<CashUp, 'lines' | 'openAttempts' | 'closed'>): string | null => {
  if (cashUp.closed.length > 0 && cashUp.lines.length === 0) return 'The day is closed and has no later payments.'
  if (cashUp.openAttempts.length > 0) return 'A card payment is still in progress. Resolve it first.'
  if (cashUp.lines.some((line) => line.isCounted && line.counted === null)) return 'Count all cash and cheques first.'
  if (cashUp.lines.some((line) => line.isOutdated)) return 'Payments changed since the count. Count again.'
  if (cashUp.lines.some(lacksNote)) return 'A count is over or short. Add a note that explains it.'
  return null
}
