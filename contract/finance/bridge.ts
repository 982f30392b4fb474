import { z } from 'zod'
import { type LocationID, locationIDSchema } from '#domain/locations/location-id.ts'
import { decimalAmountSchema } from '#domain/money/money.ts'
import { type CashUp, type CashUpTableName, cashUpTables } from '#domain/payments/cash-up.ts'
import { type PaymentType, paymentTypes } from '#domain/payments/payment-types.ts'
import { optionalLineOfText } from '#domain/text/plain-text.ts'
import type { PlainDate } from '#domain/time/plain-date.ts'
import { plainDateSchema } from '#domain/time/time-schemas.ts'
import { idempotencyKey, staff } from '../command.ts'
import type { Reply } from '../reply.ts'

export const financeCommands = {
  readCashUp: staff(z.strictObject({ locationID: locationIDSchema, date: plainDateSchema })),
  count: staff(
    z.strictObject({
      locationID: locationIDSchema,
      date: plainDateSchema,
      userID: z.string().max(64),
      paymentType: z.enum(paymentTypes),
      counted: decimalAmountSchema,
      note: optionalLineOfText(300),
      block: z.number().int().min(0),
      idempotencyKey,
    }),
  ),
  signOff: staff(
    z.strictObject({
      locationID: locationIDSchema,
      date: plainDateSchema,
      note: optionalLineOfText(300),
      reason: optionalLineOfText(300),
      block: z.number().int().min(0),
      idempotencyKey,
    }),
  ),
  reopen: staff(
    z.strictObject({
      locationID: locationIDSchema,
      date: plainDateSchema,
      reason: optionalLineOfText(300),
      idempotencyKey,
    }),
  ),
  exportDay: staff(
    z.strictObject({
      locationID: locationIDSchema,
      date: plainDateSchema,
      format: z.enum(['csv', 'pdf']),
      table: z.enum(cashUpTables).optional(),
    }),
  ),
}

export interface FinanceBridge {
  /** Failures: `location-forbidden`, `insufficient-permissions`, `offline`. */
  readCashUp(input: { locationID: LocationID; date: PlainDate }): Promise<Reply<CashUp>>
  /** Failures: `day-signed-off`, `invalid-input` with fields counted, note. */
  count(input: {
    locationID: LocationID
    date: PlainDate
    userID: string
    paymentType: PaymentType
    counted: number
    note: string
    block: number
    idempotencyKey: string
  }): Promise<Reply<CashUp>>
  /** Closes the open block. Failures: `day-signed-off`, `step-not-allowed`, `invalid-input` with field reason. */
  signOff(input: {
    locationID: LocationID
    date: PlainDate
    note: string
    reason: string
    block: number
    idempotencyKey: string
  }): Promise<Reply<CashUp>>
  /** Failures: `step-not-allowed`, `invalid-input` with field reason. */
  reopen(input: {
    locationID: LocationID
    date: PlainDate
    reason: string
    idempotencyKey: string
  }): Promise<Reply<CashUp>>
  exportDay(input: {
    locationID: LocationID
    date: PlainDate
    format: 'csv' | 'pdf'
    table?: CashUpTableName | undefined
  }): Promise<Reply<{ fileName: string; base64: string }>>
}
