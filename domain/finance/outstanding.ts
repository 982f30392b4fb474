import { z } from 'zod'
import { decimalAmountSchema } from '../values/money.ts'

/**
 * The lists of the day that grow until finance resolves their items. A page of each is read. @internal Tests read each
 * list.
 */
export const outstandingLists = [
  'unissuedInvoices',
  'outstandingInvoices',
  'undepositedCheques',
  'overpayments',
] as const
export type OutstandingList = (typeof outstandingLists)[number]

/** The lists of bills and cheques that wait for finance. */
export type OutstandingPapers = Exclude<OutstandingList, 'overpayments'>

/** The number of items of each list that is read at first, and that "Show more" adds. */
export const outstandingPage = 20

/** The largest number of items of one list that can be read at once. The exported table has all of them. */
export const maxOutstandingRows = 1000

/** The number of items of each list to read. */
export type OutstandingRows = Readonly<Record<OutstandingList, number>>

/** The lists of which more than the first page is read, with the number of their items. */
export type ShownRows = { readonly [List in OutstandingList]?: number | undefined }

/**
 * Returns the number of items to read of every list: `rows` where it has a number, and `otherwise` for the other lists;
 * by default the first page.
 */
export const toOutstandingRows = (rows: ShownRows = {}, otherwise: number = outstandingPage): OutstandingRows => ({
  unissuedInvoices: rows.unissuedInvoices ?? otherwise,
  outstandingInvoices: rows.outstandingInvoices ?? otherwise,
  undepositedCheques: rows.undepositedCheques ?? otherwise,
  overpayments: rows.overpayments ?? otherwise,
})

/**
 * Returns the number of items that a workstation asks for. One of an earlier version names no number and shows every
 * item that it gets.
 */
export const askedOutstandingRows = (rows: ShownRows): OutstandingRows => {
  const isEarlier = Object.values(rows).every((count) => count === undefined)
  return toOutstandingRows(rows, isEarlier ? maxOutstandingRows : outstandingPage)
}

const totalSchema = z.object({
  /** The number of all items of the list, of which an answer has the first. */
  count: z.number().int().min(0),
  /** The sum of all items; null for cheques and overpayments, because it would reveal an amount that is hidden. */
  amount: decimalAmountSchema.nullable(),
})

/** The totals of the lists, of which the answer has the first items. */
export const outstandingTotalsSchema = z.object({
  unissuedInvoices: totalSchema,
  outstandingInvoices: totalSchema,
  undepositedCheques: totalSchema,
  overpayments: totalSchema,
})
export type OutstandingTotals = z.infer<typeof outstandingTotalsSchema>

/** A day's lists. A server of an earlier version sends whole lists and no totals. */
type Lists = Readonly<Record<OutstandingList, readonly unknown[]>> & {
  readonly totals?: OutstandingTotals | undefined
}

/** Returns the number of all items of a list. */
export const countOutstanding = (lists: Lists, list: OutstandingList): number =>
  lists.totals?.[list].count ?? lists[list].length
