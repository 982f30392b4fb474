import { z } from 'zod'
import { chequeDepositSchema, chequeDepositsSchema, depositIDSchema } from '#domain/finance/cheque-deposit.ts'
import { financeRoles } from '#domain/session/finance-roles.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { bare, queryNumber, type Route, type RouteAccess } from '../route.ts'
import { depositFields } from './fields.ts'

const financeAtLocation: RouteAccess = { session: 'staff', location: 'locationID', roles: financeRoles }

const ofLocation = z.object({ locationID: locationIDSchema })

/** The deposits of a location's cheques (decision 370). */
export const depositRoutes = {
  /**
   * Marks cheques as deposited and records them as one deposit. If a cheque was changed after it was shown, or cannot
   * be deposited, nothing is stored: 409 `cheques-changed` with `details.cheques`. 400 with field `date` for a future
   * day, and for a day before a cheque was received.
   */
  depositCheques: {
    ...bare,
    method: 'POST',
    path: '/api/v1/finance/:locationID/cheque-deposits',
    access: financeAtLocation,
    idempotent: true,
    audit: 'finance.deposit-recorded',
    params: ofLocation,
    body: z.strictObject(depositFields),
    answer: chequeDepositSchema,
  },
  /** A page of a location's deposits, newest first: the latest, or those with a number below `before`. */
  readChequeDeposits: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/:locationID/cheque-deposits',
    access: financeAtLocation,
    audit: 'finance.deposits-listed',
    params: ofLocation,
    query: z.object({ before: queryNumber.optional() }),
    answer: chequeDepositsSchema,
  },
  /**
   * The slip of a deposit as PDF; it also lists the cheques that were taken back after the deposit. 409
   * `step-not-allowed` while one of its cheques must be counted again.
   */
  readDepositSlip: {
    ...bare,
    method: 'GET',
    path: '/api/v1/finance/:locationID/cheque-deposits/:depositID/slip',
    access: financeAtLocation,
    audit: 'finance.deposit-slip-viewed',
    params: ofLocation.extend({ depositID: depositIDSchema }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  },
} as const satisfies Record<string, Route>
