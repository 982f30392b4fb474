import { z } from 'zod'
import { cashUpTables } from '#domain/finance/cash-up.ts'
import { maxChequesOfDeposit } from '#domain/finance/cheque-deposit.ts'
import { drawerSchema } from '#domain/finance/count-drawer.ts'
import { maxOutstandingRows } from '#domain/finance/outstanding.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import { decimalAmountSchema } from '#domain/values/money.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { queryNumber } from '../route.ts'

/** A date of the location's calendar. */
export const dayFields = { date: plainDateSchema }

const shownRows = z.number().int().min(1).max(maxOutstandingRows)

/** How many items of each list to read; the first page of a list without a number. */
export const outstandingRowsField = z.strictObject({
  unissuedInvoices: shownRows.optional(),
  outstandingInvoices: shownRows.optional(),
  undepositedCheques: shownRows.optional(),
  overpayments: shownRows.optional(),
})

const queriedRows = queryNumber.pipe(shownRows).optional()

/** {@link outstandingRowsField} in a query. */
export const outstandingRowsQuery = {
  unissuedInvoices: queriedRows,
  outstandingInvoices: queriedRows,
  undepositedCheques: queriedRows,
  overpayments: queriedRows,
}

/** The number of the cash-up block that the user saw; if absent, the back office uses the open block. */
export const blockField = z.number().int().min(0)

/** The processor's id of a payment or refund. */
export const restoredPaymentIDField = z.string().regex(/^[A-Za-z0-9_-]{1,120}$/)

/** A reason or a remark. */
export const remarkField = optionalLineOfText(300)

/** A blind count of what one staff member took in one tender, as a decimal amount. */
export const countFields = {
  ...dayFields,
  userID: z.string().max(64),
  paymentType: z.enum(paymentTypes),
  counted: decimalAmountSchema,
  note: remarkField,
  /** The notes and coins of a cash drawer. Their value less the float is `counted`. */
  drawer: drawerSchema.optional(),
}

export const reopenFields = { ...dayFields, reason: remarkField }

export const exportFields = {
  ...dayFields,
  format: z.enum(['csv', 'pdf']),
  /** The table of a CSV file; `takings` if absent. */
  table: z.enum(cashUpTables).optional(),
}

/** A deposit of cheques. Each cheque is named with the version that was shown, so that a later change is noticed. */
export const depositFields = {
  ...dayFields,
  bankReference: optionalLineOfText(60),
  cheques: z
    .array(z.strictObject({ transactionID: transactionIDSchema, version: z.number().int().min(0).max(2_147_483_647) }))
    .min(1)
    .max(maxChequesOfDeposit)
    .refine(
      (cheques) => new Set(cheques.map(({ transactionID }) => transactionID)).size === cheques.length,
      'must name each cheque once',
    ),
}
