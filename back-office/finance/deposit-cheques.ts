import type { RouteAnswer } from '#contract/back-office.ts'
import {
  type ChangedCheque,
  type ChequeProblem,
  depositDateProblem,
  whyNotDeposited,
} from '#domain/finance/cheque-deposit.ts'
import type { Location } from '#domain/locations/location.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Money } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { invalidField, refuseCardNumber } from '../payments/checks.ts'
import { lockStudyLedgers } from '../payments/ledger.ts'
import { addStep, bareToggle, describeStep, stepsStateOf, writeStudyOfSteps } from '../payments/steps.ts'
import { addChequeDeposit, findChequesAt, lockChequeDeposits } from '../repositories/cheque-deposits-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import {
  detailsOf,
  type Ledger,
  readLedger,
  type TransactionRow,
  toEntryOfRow,
} from '../repositories/transactions-repository.ts'
import { dayOf, findBlindOnDaysOf } from './blind-days.ts'
import { findPlace } from './cash-up.ts'
import { toChequeDeposits } from './cheque-deposits.ts'
import { backOfficeDepositWords as words } from './deposit-words.ts'

type DepositContext = Pick<
  HandlerContext,
  'addAuditSubject' | 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>
type Body = HandlerInput<'depositCheques'>['body']

/** A study whose cheques are deposited, locked, with its ledger. */
type OpenStudy = { readonly study: StudyRow; readonly ledger: Ledger }

/**
 * Marks cheques as deposited, as `updateTransaction` does for one, and records them as one deposit of their location.
 * Writes all or nothing. Throws 409 `cheques-changed` with the cheques that were changed since the caller saw them, or
 * that cannot be deposited; 400 with fields `date`, `bankReference`.
 */
export const depositCheques = async (
  locationID: LocationID,
  body: Body,
  context: DepositContext,
): Promise<RouteAnswer<'depositCheques'>> => {
  refuseCardNumber('bankReference', body.bankReference)
  return inTransaction(context.db, async (db) => {
    const location = await findPlace(db, locationID)
    await lockChequeDeposits(db, context.kind, locationID)
    const seen = new Map<string, number>(body.cheques.map(({ transactionID, version }) => [transactionID, version]))
    const cheques = await findChequesAt(db, locationID, [...seen.keys()])
    const studies = await openStudies(db, cheques, context)
    await refuseChanged(db, location, { seen, cheques, studies }, context)
    checkDate(location, body.date, cheques, context)
    const depositID = context.newId()
    const items = await writeSteps(db, cheques, studies, body.bankReference, context)
    const { userID, name } = requireCaller(context)
    const deposit = await addChequeDeposit(
      db,
      {
        deposit_id: depositID,
        location_id: locationID,
        date: body.date,
        bank_reference: body.bankReference,
        by_user: userID,
        by_name: name,
        at: context.now,
      },
      items,
    )
    const changed = await writeStudies(db, cheques, studies, deposit.number, context)
    // No amount must be hidden: cheques that must be counted blind were refused above.
    const [answer] = await toChequeDeposits(db, location, [deposit], new Set())
    if (answer === undefined) throw new Error('a deposit is missing after it was stored')
    // Last, because a transaction that runs again would add the rows twice.
    context.setAuditSubject({ locationID, what: depositID })
    for (const { before, after } of changed) {
      context.addAuditSubject({
        locationID: after.location_id,
        studyID: after.study_id,
        memberID: after.patient_id,
        what: depositID,
        change: { before: { version: before.version }, after: { version: after.version } },
      })
    }
    return answer
  })
}

/** Locks the ledgers of the cheques' studies and reads them. The ledgers are read after all locks are held. */
const openStudies = async (
  db: Database,
  cheques: readonly TransactionRow[],
  context: DepositContext,
): Promise<ReadonlyMap<string, OpenStudy>> => {
  const locked = await lockStudyLedgers(
    db,
    cheques.map(({ study_id }) => study_id),
    context,
  )
  const studies = new Map<string, OpenStudy>()
  for (const study of locked) studies.set(study.study_id, { study, ledger: await readLedger(db, study.study_id) })
  return studies
}

const openStudyOf = (studies: ReadonlyMap<string, OpenStudy>, { study_id }: TransactionRow): OpenStudy => {
  const open = studies.get(study_id)
  if (open === undefined) throw new Error(`the ledger of study ${study_id} is not open`)
  return open
}

const leftOf = (row: TransactionRow, { ledger }: OpenStudy): Money =>
  refundableOf(ledger.rows.map(toEntryOfRow), row.transaction_id as TransactionID)

/** Returns the number of steps and refunds of a cheque, as the list of cheques counts them. */
const versionOf = ({ transaction_id: id }: TransactionRow, { ledger }: OpenStudy): number =>
  (ledger.steps.get(id)?.length ?? 0) + ledger.rows.filter((row) => row.linked_transaction === id).length

type Chosen = {
  /** The version that the caller saw, by transaction. */
  readonly seen: ReadonlyMap<string, number>
  readonly cheques: readonly TransactionRow[]
  readonly studies: ReadonlyMap<string, OpenStudy>
}

/** Throws 409 `cheques-changed` if one of the chosen cheques cannot be deposited. */
const refuseChanged = async (
  db: Database,
  location: Location,
  { seen, cheques, studies }: Chosen,
  context: DepositContext,
): Promise<void> => {
  const caller = requireCaller(context)
  const blind = new Set((await findBlindOnDaysOf(db, location, cheques)).map(({ transactionID }) => transactionID))
  const problemOf = (row: TransactionRow): ChequeProblem | null => {
    const open = openStudyOf(studies, row)
    if (!mayWorkAt(caller, open.study.location_id)) return 'elsewhere'
    const stored = {
      steps: stepsStateOf(row, open.ledger),
      left: leftOf(row, open),
      version: versionOf(row, open),
      isHidden: blind.has(row.transaction_id),
    }
    return whyNotDeposited(stored, seen.get(row.transaction_id) ?? -1)
  }
  const found = new Map(cheques.map((row) => [row.transaction_id, row]))
  const changed = [...seen.keys()].flatMap((transactionID): ChangedCheque[] => {
    const row = found.get(transactionID)
    const problem = row === undefined ? 'unknown' : problemOf(row)
    if (problem === null) return []
    const referenceID = row === undefined ? '' : (detailsOf(row).referenceID ?? '')
    return [{ transactionID: transactionID as TransactionID, studyID: row?.study_id ?? '', referenceID, problem }]
  })
  if (changed.length > 0) throw new Refusal('cheques-changed', words.changed(changed), { cheques: changed })
}

/** Throws 400 `date` for a future day, and for a day before the last of the cheques was received. */
const checkDate = (
  location: Location,
  date: PlainDate,
  cheques: readonly TransactionRow[],
  { now }: Pick<DepositContext, 'now'>,
): void => {
  const newest = dayOf(location, Math.max(...cheques.map((row) => row.transaction_time)))
  const problem = depositDateProblem(date, todayAt(toInstant(now * 1000), location.timezone), newest)
  if (problem !== null) throw invalidField('date', words.date[problem])
}

/** Writes the step of each cheque. Returns the cheques as they are deposited. */
const writeSteps = async (
  db: Database,
  cheques: readonly TransactionRow[],
  studies: ReadonlyMap<string, OpenStudy>,
  bankReference: string,
  context: DepositContext,
): Promise<Parameters<typeof addChequeDeposit>[2]> => {
  const details = { ...bareToggle, reference_id: bankReference }
  const items: { transaction_id: string; step_place: number; amount: number }[] = []
  for (const row of cheques) {
    const open = openStudyOf(studies, row)
    const place = await addStep(db, open.ledger, { row, step: 'deposit', isDone: true, details }, context)
    items.push({ transaction_id: row.transaction_id, step_place: place, amount: leftOf(row, open) })
  }
  return items
}

/**
 * Writes the sums and the activity log of each study, once for all its cheques. Returns each study before and after the
 * deposit.
 */
const writeStudies = async (
  db: Database,
  cheques: readonly TransactionRow[],
  studies: ReadonlyMap<string, OpenStudy>,
  number: number,
  context: DepositContext,
): Promise<readonly { readonly before: StudyRow; readonly after: StudyRow }[]> => {
  const changed: { before: StudyRow; after: StudyRow }[] = []
  for (const { study } of studies.values()) {
    const own = cheques.filter(({ study_id }) => study_id === study.study_id)
    const lines = own.map((row) => words.logLine(describeStep(row, 'deposit', true), number))
    changed.push({ before: study, after: await writeStudyOfSteps(db, study, lines, context) })
  }
  return changed
}
