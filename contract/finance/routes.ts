import { z } from 'zod'
import { cashUpSchema } from '#domain/finance/cash-up.ts'
import { cashUpDetailsSchema } from '#domain/finance/cash-up-details.ts'
import { restoredPaymentNoteSchema, restoredPaymentSchema } from '#domain/finance/restored-payment.ts'
import { cashierRoles } from '#domain/session/cashier-roles.ts'
import { financeRoles } from '#domain/session/finance-roles.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { bare, type Route, type RouteAccess } from '../route.ts'
import { depositRoutes } from './deposit-routes.ts'
import {
  blockField,
  countFields,
  dayFields,
  exportFields,
  outstandingRowsQuery,
  remarkField,
  reopenFields,
  restoredPaymentIDField,
} from './fields.ts'

/** The roles that take money, and finance (decisions section 6). */
const takingsAtLocation: RouteAccess = {
  session: 'staff',
  location: 'locationID',
  roles: [...cashierRoles, ...financeRoles],
}

const financeAtLocation: RouteAccess = { session: 'staff', location: 'locationID', roles: financeRoles }

/** The answer has the payments of the caller's locations only. */
const financeAnywhere: RouteAccess = { session: 'staff', location: 'none', roles: financeRoles }

/** The cash-up of a location's day (decisions §6). */
export const financeRoutes = {
  ...depositRoutes,
  /**
   * Staff who take money see their own lines; finance and administrators see all. The lists that grow until finance
   * resolves their items have the first items, as many as the query says, and a total.
   */
  readCashUp: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/:locationID/cash-up',
    access: takingsAtLocation,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({ ...dayFields, ...outstandingRowsQuery }),
    answer: cashUpSchema,
  },
  /**
   * The payments and refunds behind the figures of the day, and the members of its lists. Staff who take money receive
   * their own; finance and administrators receive all. Amounts that are still to be counted blind are null. The query
   * names as many items of each list as the day was read with.
   */
  readCashUpDetails: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/:locationID/cash-up/details',
    access: takingsAtLocation,
    audit: 'finance.transactions-viewed',
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({ ...dayFields, ...outstandingRowsQuery }),
    answer: cashUpDetailsSchema,
  },
  /**
   * Stores a blind count of what one staff member took in one tender: the caller's own, or any for finance and
   * administrators. Every count is kept. 409 `day-signed-off` if the day is closed and this person has taken nothing in
   * this tender since the close, or if `block` is no longer the open block.
   */
  countCashUp: {
    ...bare,
    method: 'POST',
    path: '/api/v1/finance/:locationID/cash-up/count',
    access: takingsAtLocation,
    idempotent: true,
    audit: 'finance.counted',
    params: z.object({ locationID: locationIDSchema }),
    body: z.strictObject({
      ...countFields,
      counted: countFields.counted.refine((amount) => amount >= 0, 'must not be negative'),
      block: blockField.optional(),
    }),
    answer: cashUpSchema,
  },
  /**
   * Closes and freezes the open block, which is the day or the time since an earlier close. 409 `day-signed-off` if
   * nothing is open, or if `block` is no longer the open block. 409 `step-not-allowed` while cash or cheques have no
   * up-to-date count, a difference has no note, or a card attempt is open. 400 with field `reason` if the day's last
   * appointment has not ended and no reason is given.
   */
  signOffCashUp: {
    ...bare,
    method: 'POST',
    path: '/api/v1/finance/:locationID/cash-up/sign-off',
    access: financeAtLocation,
    idempotent: true,
    audit: 'finance.signed-off',
    params: z.object({ locationID: locationIDSchema }),
    body: z.strictObject({
      ...dayFields,
      note: remarkField,
      /** Why the day is closed before its last appointment ended. */
      reason: remarkField.optional(),
      block: blockField.optional(),
    }),
    answer: cashUpSchema,
  },
  /**
   * Reopens a closed day: all its money becomes one open block that must be counted again. The frozen blocks are kept.
   * 400 with field `reason` without a reason; 409 `step-not-allowed` if no close is in force.
   */
  reopenCashUp: {
    ...bare,
    method: 'POST',
    path: '/api/v1/finance/:locationID/cash-up/reopen',
    access: { session: 'staff', location: 'locationID', roles: ['admin'] },
    idempotent: true,
    audit: 'finance.reopened',
    params: z.object({ locationID: locationIDSchema }),
    body: z.strictObject(reopenFields),
    answer: cashUpSchema,
  },
  /** The day as PDF, or one of its tables as CSV, for finance. Each CSV file has one kind of record. */
  exportCashUp: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/:locationID/cash-up/export',
    access: financeAtLocation,
    audit: 'finance.exported',
    params: z.object({ locationID: locationIDSchema }),
    query: z.object(exportFields),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  },
  /**
   * Returns the card payments and refunds that the processor has and the restored database lacks, until finance
   * resolves them.
   */
  readRestoredPayments: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/restored-payments',
    access: financeAnywhere,
    audit: 'finance.restored-payments-read',
    answer: z.array(restoredPaymentSchema),
  },
  /**
   * Removes a payment from the list that `readRestoredPayments` returns, with a note on what was done. 409
   * `act-not-allowed` if another person has already removed it.
   */
  resolveRestoredPayment: {
    ...bare,
    method: 'POST',
    path: '/api/v1/finance/restored-payments/:paymentId/resolve',
    access: financeAnywhere,
    idempotent: true,
    audit: 'finance.restored-payment-resolved',
    params: z.object({ paymentId: restoredPaymentIDField }),
    body: z.strictObject({ note: restoredPaymentNoteSchema }),
    answer: z.object({ ok: z.literal(true) }),
  },
} as const satisfies Record<string, Route>
