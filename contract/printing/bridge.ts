import { z } from 'zod'
import { depositIDSchema } from '#domain/finance/cheque-deposit.ts'
import { type TransactionID, transactionIDSchema } from '#domain/payments/transaction.ts'
import {
  maxCopies,
  type Printer,
  type PrintKind,
  type PrintSettings,
  printKinds,
  printSettingsSchema,
} from '#domain/printing/printing.ts'
import type { Job } from '#domain/queue/job.ts'
import { deliveryIDSchema } from '#domain/release/delivery.ts'
import { type ReleaseItem, releaseItemSchema } from '#domain/release/release-item.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { type Accepted, idempotencyKey, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

export const printItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('study'), studyID: studyIDSchema, item: releaseItemSchema }),
  z.strictObject({ kind: z.literal('safety-form'), studyID: studyIDSchema }),
  z.strictObject({ kind: z.literal('transmission-report'), studyID: studyIDSchema, deliveryID: deliveryIDSchema }),
  z.strictObject({ kind: z.literal('receipt'), studyID: studyIDSchema, transactionID: transactionIDSchema }),
  z.strictObject({ kind: z.literal('cash-up'), locationID: locationIDSchema, date: plainDateSchema }),
  z.strictObject({ kind: z.literal('deposit-slip'), locationID: locationIDSchema, depositID: depositIDSchema }),
  z.strictObject({ kind: z.literal('day-sheet'), locationID: locationIDSchema, date: plainDateSchema }),
])

/**
 * An item to print or save: a stamped paper or document of a study, a study's answered safety form, the transmission
 * report of a delivery, the receipt of a payment, a day's cash-up, the slip of a deposit of cheques, or a location's
 * appointments of a day.
 */
export type PrintItem =
  | { readonly kind: 'study'; readonly studyID: StudyID; readonly item: ReleaseItem }
  | { readonly kind: 'safety-form'; readonly studyID: StudyID }
  | { readonly kind: 'transmission-report'; readonly studyID: StudyID; readonly deliveryID: string }
  | { readonly kind: 'receipt'; readonly studyID: StudyID; readonly transactionID: TransactionID }
  | { readonly kind: 'cash-up'; readonly locationID: LocationID; readonly date: PlainDate }
  | { readonly kind: 'deposit-slip'; readonly locationID: LocationID; readonly depositID: string }
  | { readonly kind: 'day-sheet'; readonly locationID: LocationID; readonly date: PlainDate }

export type PrintingView = {
  readonly printers: readonly Printer[]
  readonly settings: { readonly [Kind in PrintKind]: PrintSettings }
  /** The kinds of paper whose printer is set by the organisation's policy. */
  readonly managed: readonly PrintKind[]
  /** Why the printers cannot be listed, in words; null if they can. */
  readonly problem: string | null
}

export const printingCommands = {
  read: staffCommand(noInput),
  saveSettings: staffCommand(z.strictObject({ kind: z.enum(printKinds), settings: printSettingsSchema })),
  printTestPage: staffCommand(z.strictObject({ printer: z.string().min(1).max(200) })),
  print: staffCommand(
    z.strictObject({
      item: printItem,
      copies: z.number().int().min(1).max(maxCopies).nullable(),
      /** The name of a printer of this workstation; absent for the printer that is set for the kind of paper. */
      printer: z.string().min(1).max(200).optional(),
      idempotencyKey,
    }),
  ),
}

export interface PrintingBridge {
  read(input: Nothing): Promise<Reply<PrintingView>>
  saveSettings(input: Accepted<typeof printingCommands.saveSettings>): Promise<Reply<PrintingView>>
  /** Prints a test page. Failures: `printer-not-found`, `printer-unavailable`. */
  printTestPage(input: Accepted<typeof printingCommands.printTestPage>): Promise<Reply<Job>>
  /**
   * Draws, stamps and queues an item for the given printer, or for the one that is set for its kind of paper. A printer
   * set by the organisation's policy replaces both. Repeated calls with the same key print it once. Failures: those of
   * reading the item, `printer-not-found`, `printer-unavailable`.
   */
  print(input: Accepted<typeof printingCommands.print>): Promise<Reply<Job>>
}
