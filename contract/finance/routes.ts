import { z } from 'zod'
import { cashUpSchema } from '#domain/finance/cash-up.ts'
import { cashierRoles } from '#domain/session/cashier-roles.ts'
import { financeRoles } from '#domain/session/finance-roles.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { bare, type Route, type RouteAccess } from '../route.ts'
import { blockField, countFields, dayFields, exportFields, remarkField, reopenFields } from './fields.ts'

/** Those who take money, and finance (decisions section 6). */
const takingsAtLocation: RouteAccess = {
  session: 'staff',
  location: 'locationID',
  roles: [...cashierRoles, ...financeRoles],
}

const financeAtLocation: RouteAccess = { session: 'staff', location: 'locationID', roles: financeRoles }

/** Finance's day (decisions §6). */
export const financeRoutes = {
  /** Every staff member with cash sees their own lines; finance and administrators see all. */
  readCashUp: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/:locationID/cash-up',
    access: takingsAtLocation,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object(dayFields),
    answer: cashUpSchema,
  },
  /**
   * A blind count of one person's tender: their own, or any as finance or administrator. Every count is kept. 409 `day-signed-off` when the
   * day is closed and this person took none of this tender since, or when `block` is not the open block any more.
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
   * Closes the open block and freezes it: the day, or what came after an earlier close. 409 `day-signed-off` when nothing is
   * open, or when `block` is not the open block any more; 409 `step-not-allowed` while a counted tender is not counted, a
   * difference has no note, or an attempt is open; 400 with field `reason` when it is earlier than the end of the day's last
   * appointment and no reason is given.
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
   * Opens a closed day again: all its money is one open block, to be counted again. What the closes froze is kept. 400 with
   * field `reason` without one; 409 `step-not-allowed` when no close is in force.
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
} as const satisfies Record<string, Route>
