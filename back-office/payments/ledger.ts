import { formatMoney } from '#domain/format/format-money.ts'
import { sumOfAddons } from '#domain/locations/addon.ts'
import type { Location } from '#domain/locations/location.ts'
import { isPaymentMade, type LedgerSummary, summarizeLedger } from '#domain/payments/ledger.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { HoldBlock } from '#domain/payments/payment-view.ts'
import { bareDetails, ledgerKind, transactionLabels } from '#domain/payments/transaction.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import { bookedStatus } from '../booking/create-booking.ts'
import { sweepMachine } from '../booking/holds-sweep.ts'
import { findHoldBlock } from '../booking/settle-reason.ts'
import { type Database, transactionConflict } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { readInvoiceStep } from '../repositories/invoice-step.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { keepMachineTimeOfStudy, lockMachines } from '../repositories/machine-times-repository.ts'
import {
  changeStudy,
  findStudy,
  findStudyForUpdate,
  parseAddons,
  type StudyRow,
} from '../repositories/studies-repository.ts'
import {
  addStepRow,
  addTransactionRow,
  findTransactionRows,
  type NewEntry,
  type TransactionRow,
  toEntryOfRow,
} from '../repositories/transactions-repository.ts'
import { refreshSafety, safetyCategory } from '../safety/refresh.ts'
import { staleOf } from '../study-access/checks.ts'
import { addLogLines } from '../study-access/log.ts'
import { paidStatus } from '../study-access/paid-status.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

/**
 * The context for writes to a ledger. `caller` is null for a write that no caller requested; the entry of such a write
 * names its writer in `by`.
 */
type LedgerContext = Pick<HandlerContext, 'kind' | 'now' | 'newId' | 'caller'> &
  Partial<Pick<HandlerContext, 'supportPhone'>>

/** The log category for everything about money. */
export const paymentCategory = 'Payment'

/** The result of appending an entry. */
export type Appended = {
  readonly transaction: TransactionRow
  readonly study: StudyRow
  /** Whether the temporary-hold booking became a real one in the same write (booking spec §4). */
  readonly temporaryHoldConverted: boolean
}

/** Locks one study's ledger as {@link lockStudyLedgers} does. */
export const lockStudyLedger = async (
  db: Database,
  studyID: string,
  context: Omit<LedgerContext, 'caller'>,
): Promise<StudyRow> => {
  const [study] = await lockStudyLedgers(db, [studyID], context)
  if (study === undefined) throw noSuchStudy()
  return study
}

const heldMachineOf = (study: Pick<StudyRow, 'temporary_hold' | 'machine_id'>): string | null =>
  study.temporary_hold === 1 ? study.machine_id : null

/**
 * Locks the ledgers of studies until the database transaction ends, so that the sums that the transaction reads stay
 * correct. First locks the held machines and the locations' parts of the change feed, in the same order as bookings do,
 * and releases the machines' lapsed holds. Then locks the studies' rows, in the order of their ids. `db` is a database
 * transaction, which restarts if a study moves in the meantime ({@link transactionConflict}). Throws 404 `not-found`
 * for an unknown study; does not check the caller's access.
 */
export const lockStudyLedgers = async (
  db: Database,
  studyIDs: readonly string[],
  context: Omit<LedgerContext, 'caller'>,
): Promise<readonly StudyRow[]> => {
  const before: StudyRow[] = []
  for (const studyID of [...new Set(studyIDs)].sort()) {
    const seen = await findStudy(db, studyID)
    if (seen === undefined) throw noSuchStudy()
    before.push(seen)
  }
  const machines = [...new Set(before.flatMap((seen) => heldMachineOf(seen) ?? []))].sort()
  const locations = before.map(({ location_id }) => location_id)
  await lockMachines(db, context.kind, machines, locations)
  for (const machine of machines) await sweepMachine(db, machine, context)
  const locked: StudyRow[] = []
  for (const seen of before) {
    const study = await findStudyForUpdate(db, context.kind, seen.study_id)
    if (study === undefined) throw noSuchStudy()
    // The study moved between the two reads. Locking its new machine after its row would reverse the usual lock order
    // and could deadlock.
    const isHeldElsewhere = study.temporary_hold === 1 && study.machine_id !== heldMachineOf(seen)
    if (study.location_id !== seen.location_id || isHeldElsewhere) throw transactionConflict()
    locked.push(study)
  }
  return locked
}

/**
 * Appends an entry to the ledger of a study locked by {@link lockStudyLedger}. The same write updates the study's
 * amounts due and paid, its status and its log, and turns a temporary hold into a booking if {@link writeBalance}
 * allows it. Does not check the payment rules; the database refuses a second entry for the same card attempt or
 * request.
 */
export const appendTransaction = async (
  db: Database,
  study: StudyRow,
  entry: NewEntry,
  context: LedgerContext,
): Promise<Appended> => {
  const location = await findLocation(db, study.location_id)
  if (location === undefined) throw new Error(`study ${study.study_id} has no location`)
  const by = entry.by ?? writerOfEntry(context)
  const transaction = toEntryRow(study, location, entry, by.userID, context)
  await addTransactionRow(db, transaction)
  if (entry.isIssued === true) await issue(db, transaction, context)
  const { changed, isConverted, notes } = await writeBalance(db, study, {}, by.name, context)
  await logPayments(db, changed, [describeEntry(transaction), ...notes], by.name, context)
  return { transaction, study: changed, temporaryHoldConverted: isConverted }
}

/** Returns the row of a study's next entry. */
export const toEntryRow = (
  study: Pick<StudyRow, 'study_id' | 'location_id' | 'ledger_version' | 'sku_id'>,
  location: Pick<Location, 'currency' | 'timezone'>,
  entry: NewEntry,
  byUser: string | null,
  context: Pick<LedgerContext, 'newId' | 'now'>,
): TransactionRow => ({
  transaction_id: entry.transactionID ?? `t-${context.newId()}`,
  study_id: study.study_id,
  location_id: study.location_id,
  place: study.ledger_version + 1,
  transaction_type: entry.transactionType,
  payment_type: entry.paymentType,
  amount: entry.amount,
  currency: entry.currency ?? location.currency.currency,
  timezone: location.timezone,
  transaction_time: entry.time ?? context.now,
  status: entry.status ?? 'Complete',
  memo: entry.memo ?? '',
  sku: study.sku_id,
  processed_by: byUser,
  linked_transaction: entry.linkedTransaction ?? null,
  attempt_id: entry.attemptID ?? null,
  request_key: entry.requestKey ?? null,
  gift_card_number: entry.giftCardNumber ?? null,
  details: JSON.stringify({
    ...bareDetails(entry.paymentType),
    ...entry.details,
    linkedTransaction: entry.linkedTransaction ?? null,
    giftCardNumber: entry.giftCardNumber ?? null,
  }),
})

/** Records the step `issued` for a bill that is issued in the same write as its entry. */
const issue = async (db: Database, transaction: TransactionRow, context: LedgerContext): Promise<void> => {
  await addStepRow(db, {
    step_id: context.newId(),
    transaction_id: transaction.transaction_id,
    place: 1,
    step: 'issued',
    is_done: 1,
    amount: null,
    payment_method: null,
    reference_id: '',
    processed_by: transaction.processed_by,
    at: context.now,
  })
}

const writerOfEntry = (context: LedgerContext): { readonly userID: string | null; readonly name: string } => {
  const { userID, name } = requireCaller(context)
  return { userID, name }
}

const conversionNote = (block: HoldBlock | null): string => {
  if (block === null) return backOfficePaymentsWords.log.holdConverted
  const why = block.kind === 'forbidden' ? 'a safety notice forbids the scan' : 'a safety notice is not settled'
  return `No balance due. Still a temporary hold: ${why}`
}

/** Returns the sums of a study's ledger. */
export const summarizeStudy = (
  study: Pick<StudyRow, 'price' | 'items'>,
  rows: readonly TransactionRow[],
): LedgerSummary => summarizeLedger(toMoney(study.price), rows.map(toEntryOfRow), sumOfAddons(parseAddons(study)))

/**
 * Writes the ledger's sums and the bill's step into a locked study, together with `columns`, and increments the ledger
 * version. A temporary hold with nothing due becomes a booking. If a stop prevents the booking ({@link findHoldBlock}),
 * the study stays a hold and keeps its money, because a payment already taken is never refused. `notes` are the
 * activity log's lines about the hold.
 */
export const writeBalance = async (
  db: Database,
  study: StudyRow,
  columns: Partial<Pick<StudyRow, 'price' | 'sku_id' | 'items'>>,
  by: string,
  context: LedgerContext,
): Promise<{ readonly changed: StudyRow; readonly isConverted: boolean; readonly notes: readonly string[] }> => {
  const rows = await findTransactionRows(db, study.study_id)
  const summary = summarizeStudy({ ...study, ...columns }, rows)
  const isHoldPaid = summary.balance <= 0 && study.temporary_hold === 1
  const writer = { name: by, userID: context.caller?.userID ?? null, at: context.now }
  const safety = isHoldPaid ? await refreshSafety(db, study, writer, context) : null
  const block = safety === null ? null : await findHoldBlock(db, study, safety.openStops)
  const isConverted = isHoldPaid && block === null
  if (isConverted) await keepMachineTimeOfStudy(db, study.study_id, 'study')
  const changed = await changeStudy(db, study, {
    ...columns,
    ...safety?.columns,
    balance: summary.balance,
    payment_amount: summary.paid + summary.discountReferralCredit,
    payment_made: isPaymentMade(rows.map(toEntryOfRow)) ? 1 : 0,
    ledger_version: study.ledger_version + 1,
    invoice_step: await readInvoiceStep(db, study.study_id, rows),
    ...(isConverted ? { temporary_hold: 0 as const, temporary_hold_until: null } : {}),
    status: JSON.stringify({
      ...paidStatus(study, summary.balance, by, context.now),
      ...(isConverted ? bookedStatus({ name: by, isStaff: context.caller?.isStaff ?? true }, context.now) : {}),
    }),
  })
  if (changed === undefined) throw await staleOf(db, study.study_id)
  await addLogLines(db, changed, { category: safetyCategory, lines: safety?.notes ?? [], by }, context)
  return { changed, isConverted, notes: isHoldPaid ? [conversionNote(block)] : [] }
}

/** Writes activity log lines about money, in the given order. */
export const logPayments = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'version'>,
  lines: readonly string[],
  by: string,
  context: LedgerContext,
): Promise<void> => addLogLines(db, study, { category: paymentCategory, lines, by }, context)

/** The kinds of entries for which the user must type a reason. */
const reasonedKinds: readonly string[] = ['refund', 'remove-discount', 'reconciliation']

/** Returns an entry's line of the activity log. */
export const describeEntry = (row: TransactionRow): string => {
  const amount = formatMoney(toMoney(row.amount) as Money, row.currency)
  const { label } = ruleOfPaymentType(row.payment_type)
  const kind = ledgerKind(row.transaction_type)
  // A typed reason is part of the line. The memo of a referral is a fixed notice, not a reason.
  const isTyped = reasonedKinds.includes(kind) || row.payment_type === 'promocode'
  const reason = isTyped && row.memo !== '' ? `. Reason: ${row.memo}` : ''
  return `${transactionLabels[kind]} of ${amount}, ${label}${reason}`
}
