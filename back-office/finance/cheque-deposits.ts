import type { RouteAnswer } from '#contract/back-office.ts'
import { type ChequeDeposit, isDepositHidden } from '#domain/finance/cheque-deposit.ts'
import { letterheadOf } from '#domain/locations/letterhead.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { drawOnPaper } from '../printing/paper-maker.ts'
import { findStudyMembers } from '../repositories/cash-up-details-repository.ts'
import {
  type ChequeDepositRow,
  type DepositItem,
  findChequeDeposit,
  findChequeDeposits,
  findDepositItems,
} from '../repositories/cheque-deposits-repository.ts'
import { detailsOf, findNames } from '../repositories/transactions-repository.ts'
import { findBlindOnDaysOf } from './blind-days.ts'
import { findPlace } from './cash-up.ts'
import { backOfficeDepositWords } from './deposit-words.ts'

/** The number of deposits on one page. */
const pageLength = 10

/**
 * Returns deposits as the contract has them. Amounts of cheques that must be counted blind again are null, as everywhere
 * in finance (decision 116); `knownBlind` has the ids of these cheques, if they were read already.
 */
export const toChequeDeposits = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  rows: readonly ChequeDepositRow[],
  knownBlind?: ReadonlySet<string>,
): Promise<ChequeDeposit[]> => {
  const items = await findDepositItems(
    db,
    rows.map(({ deposit_id }) => deposit_id),
  )
  const blind =
    knownBlind ?? new Set((await findBlindOnDaysOf(db, location, items)).map(({ transactionID }) => transactionID))
  const names = await findNames(
    db,
    items.flatMap(({ takenBack }) => takenBack?.by ?? []),
  )
  const toCheque = (item: DepositItem): ChequeDeposit['cheques'][number] => ({
    transactionID: item.transaction_id as ChequeDeposit['cheques'][number]['transactionID'],
    studyID: item.study_id as ChequeDeposit['cheques'][number]['studyID'],
    referenceID: detailsOf(item).referenceID ?? '',
    amount: blind.has(item.transaction_id) ? null : toDecimalAmount(toMoney(item.amount)),
    currency: item.currency,
    takenBack:
      item.takenBack === null
        ? null
        : { by: names.get(item.takenBack.by ?? '') ?? '', at: toInstant(item.takenBack.at * 1000) },
  })
  return rows.map((row) => ({
    depositID: row.deposit_id,
    locationID: row.location_id as LocationID,
    number: row.number,
    date: row.date as ChequeDeposit['date'],
    bankReference: row.bank_reference,
    by: row.by_name,
    at: toInstant(row.at * 1000),
    cheques: items.filter(({ deposit_id }) => deposit_id === row.deposit_id).map(toCheque),
  }))
}

/** Returns a page of a location's deposits, newest first. */
export const readChequeDeposits = async (
  locationID: LocationID,
  before: number | undefined,
  context: Pick<HandlerContext, 'db'>,
): Promise<RouteAnswer<'readChequeDeposits'>> => {
  const location = await findPlace(context.db, locationID)
  const rows = await findChequeDeposits(context.db, locationID, { before, limit: pageLength + 1 })
  const deposits = await toChequeDeposits(context.db, location, rows.slice(0, pageLength))
  return { deposits, hasEarlier: rows.length > pageLength }
}

/**
 * Returns the slip of a deposit as PDF, with the names of the members. Throws 404 for an unknown deposit; 409
 * `step-not-allowed` while one of its cheques must be counted blind again.
 */
export const readDepositSlip = async (
  locationID: LocationID,
  depositID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readDepositSlip'>> => {
  const { db } = context
  const location = await findPlace(db, locationID)
  context.setAuditSubject({ locationID, what: depositID })
  const row = await findChequeDeposit(db, locationID, depositID)
  const [deposit] = row === undefined ? [] : await toChequeDeposits(db, location, [row])
  if (deposit === undefined) throw new Refusal('not-found', backOfficeDepositWords.depositNotFound)
  if (isDepositHidden(deposit)) throw new Refusal('step-not-allowed', backOfficeDepositWords.hidden)
  const members = await findStudyMembers(
    db,
    deposit.cheques.map(({ studyID }) => studyID),
  )
  context.setAuditSubject({ given: { member: [...new Set(members.map((member) => member.patient_id))] } })
  const { bytes } = await drawOnPaper({
    kind: 'deposit-slip',
    deposit,
    payers: Object.fromEntries(members.map((member) => [member.study_id, fullName(member)])),
    letterhead: letterheadOf(location),
    timezone: location.timezone,
    madeAt: toInstant(context.now * 1000),
    madeBy: requireCaller(context).name,
  })
  return {
    fileName: `deposit-slip-${locationID}-${deposit.number}.pdf`,
    base64: Buffer.from(bytes).toString('base64'),
  }
}
