import { z } from 'zod'
import type { CashUp } from '#domain/finance/cash-up.ts'
import type { CashUpDetails } from '#domain/finance/cash-up-details.ts'
import type { ChequeDeposit, ChequeDeposits } from '#domain/finance/cheque-deposit.ts'
import { type RestoredPayment, restoredPaymentNoteSchema } from '#domain/finance/restored-payment.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { type Accepted, idempotencyKey, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'
import {
  blockField,
  countFields,
  dayFields,
  depositFields,
  exportFields,
  outstandingRowsField,
  remarkField,
  reopenFields,
  restoredPaymentIDField,
} from './fields.ts'

const atLocation = z.strictObject({ locationID: locationIDSchema })

export const financeCommands = {
  readCashUp: staffCommand(atLocation.extend({ ...dayFields, rows: outstandingRowsField.optional() })),
  readDetails: staffCommand(atLocation.extend({ ...dayFields, rows: outstandingRowsField.optional() })),
  count: staffCommand(atLocation.extend({ ...countFields, block: blockField, idempotencyKey })),
  signOff: staffCommand(
    atLocation.extend({ ...dayFields, note: remarkField, reason: remarkField, block: blockField, idempotencyKey }),
  ),
  reopen: staffCommand(atLocation.extend({ ...reopenFields, idempotencyKey })),
  exportDay: staffCommand(atLocation.extend(exportFields)),
  depositCheques: staffCommand(atLocation.extend({ ...depositFields, idempotencyKey })),
  readDeposits: staffCommand(atLocation.extend({ before: z.number().int().min(1).max(999_999).nullable() })),
  readRestoredPayments: staffCommand(z.strictObject({})),
  resolveRestoredPayment: staffCommand(
    z.strictObject({ paymentID: restoredPaymentIDField, note: restoredPaymentNoteSchema, idempotencyKey }),
  ),
}

export interface FinanceBridge {
  /**
   * Returns a day, with as many items of each list as `rows` says. Failures: `location-forbidden`,
   * `insufficient-permissions`, `offline`.
   */
  readCashUp(input: Accepted<typeof financeCommands.readCashUp>): Promise<Reply<CashUp>>
  /** Returns the transactions behind the figures of the day, and the members. Fails as {@link readCashUp} does. */
  readDetails(input: Accepted<typeof financeCommands.readDetails>): Promise<Reply<CashUpDetails>>
  /** Failures: `day-signed-off`, `invalid-input` with a field such as `counted` or `note`. */
  count(input: Accepted<typeof financeCommands.count>): Promise<Reply<CashUp>>
  /**
   * Signs off the open block of the cash-up: the whole day, or the part of it since the previous sign-off. Failures:
   * `day-signed-off`, `step-not-allowed`, `invalid-input` with the field `reason`.
   */
  signOff(input: Accepted<typeof financeCommands.signOff>): Promise<Reply<CashUp>>
  /** Failures: `step-not-allowed`, `invalid-input` with the field `reason`. */
  reopen(input: Accepted<typeof financeCommands.reopen>): Promise<Reply<CashUp>>
  exportDay(input: Accepted<typeof financeCommands.exportDay>): Promise<Reply<{ fileName: string; base64: string }>>
  /**
   * Marks cheques as deposited and records them as one deposit; repeated calls with the same key record one. Failures:
   * `cheques-changed` with `details.cheques`, `invalid-input` with a field such as `date`, `insufficient-permissions`.
   */
  depositCheques(input: Accepted<typeof financeCommands.depositCheques>): Promise<Reply<ChequeDeposit>>
  /**
   * Returns the latest deposits, or those with a number below `before`. Failures: `insufficient-permissions`,
   * `offline`.
   */
  readDeposits(input: Accepted<typeof financeCommands.readDeposits>): Promise<Reply<ChequeDeposits>>
  /**
   * Returns the card payments that are missing in Atrium because they were made after the backup that was restored.
   * Failures: `insufficient-permissions`, `offline`.
   */
  readRestoredPayments(
    input: Accepted<typeof financeCommands.readRestoredPayments>,
  ): Promise<Reply<readonly RestoredPayment[]>>
  /** Failures: `not-found`, `act-not-allowed`, `invalid-input` with the field `note`. */
  resolveRestoredPayment(
    input: Accepted<typeof financeCommands.resolveRestoredPayment>,
  ): Promise<Reply<{ readonly ok: true }>>
}
