import { z } from 'zod'
import { locationIDSchema } from '#domain/locations/location-id.ts'
import { decimalAmountSchema } from '#domain/money/money.ts'
import { type CashUp, cashUpTables } from '#domain/payments/cash-up.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { optionalLineOfText } from '#domain/text/plain-text.ts'
import { plainDateSchema } from '#domain/time/time-schemas.ts'
import { type Accepted, idempotencyKey, staff } from '../command.ts'
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
  readCashUp(input: Accepted<typeof financeCommands.readCashUp>): Promise<Reply<CashUp>>
  /** Failures: `day-signed-off`, `invalid-input` with fields counted, note. */
  count(input: Accepted<typeof financeCommands.count>): Promise<Reply<CashUp>>
  /** Closes the open block. Failures: `day-signed-off`, `step-not-allowed`, `invalid-input` with field reason. */
  signOff(input: Accepted<typeof financeCommands.signOff>): Promise<Reply<CashUp>>
  /** Failures: `step-not-allowed`, `invalid-input` with field reason. */
  reopen(input: Accepted<typeof financeCommands.reopen>): Promise<Reply<CashUp>>
  exportDay(input: Accepted<typeof financeCommands.exportDay>): Promise<Reply<{ fileName: string; base64: string }>>
}
