import type { RouteAnswer } from '#contract/back-office.ts'
import { blindEntries } from '#domain/finance/build-cash-up.ts'
import { blockOfEntry } from '#domain/finance/cash-up-blocks.ts'
import type { CashUpMember, CashUpTransaction } from '#domain/finance/cash-up-details.ts'
import { askedOutstandingRows } from '#domain/finance/outstanding.ts'
import { fullName } from '#domain/members/member.ts'
import { mayCloseDays } from '#domain/session/finance-roles.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { findStudyMembers } from '../repositories/cash-up-details-repository.ts'
import { findPlace } from './cash-up.ts'
import { readDayWithState } from './cash-up-day.ts'
import { findCashUpEntries } from './cash-up-entries.ts'

/**
 * Returns the payments and refunds of a day with their members: all for finance and administrators, the caller's own
 * for other roles. Also returns the members of the items that the caller sees: those of every list for finance, those
 * of the open card payments for other roles. An amount that is still to be counted blind is null.
 */
export const readCashUpDetails = async (
  locationID: LocationID,
  { date, ...rows }: HandlerInput<'readCashUpDetails'>['query'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readCashUpDetails'>> => {
  const { db } = context
  const { userID, roles } = requireCaller(context)
  const isFinance = mayCloseDays(roles)
  const location = await findPlace(db, locationID)
  const { cashUp, state } = await readDayWithState(
    db,
    location,
    date,
    { userID, isFinance },
    askedOutstandingRows(rows),
  )
  const entries = (await findCashUpEntries(db, location, date)).filter((entry) => isFinance || entry.userID === userID)
  const blind = new Set(blindEntries(state.entries, state.counts).map(({ transactionID }) => transactionID))
  const listed = [
    ...cashUp.openAttempts,
    ...cashUp.unissuedInvoices,
    ...cashUp.outstandingInvoices,
    ...cashUp.paidInvoices,
    ...cashUp.undepositedCheques,
    ...cashUp.overpayments,
  ]
  const members = await findStudyMembers(
    db,
    [...(isFinance ? listed : cashUp.openAttempts), ...entries].map(({ studyID }) => studyID),
  )
  context.setAuditSubject({ locationID, given: { member: [...new Set(members.map((row) => row.patient_id))] } })
  return {
    transactions: entries.map((entry) => ({
      transactionID: entry.transactionID as CashUpTransaction['transactionID'],
      studyID: entry.studyID as CashUpTransaction['studyID'],
      userID: entry.userID,
      userName: entry.userName,
      paymentType: entry.paymentType,
      kind: entry.kind,
      amount: blind.has(entry.transactionID) ? null : toDecimalAmount(entry.amount),
      isUncaptured: entry.status === 'requires_capture',
      at: toInstant(entry.time * 1000),
      block: blockOfEntry(state.events, entry),
    })),
    members: members.map(
      (row): CashUpMember => ({
        studyID: row.study_id as CashUpMember['studyID'],
        name: fullName(row),
        dob: row.dob,
        lastAt: row.last_at === null ? null : toInstant(row.last_at * 1000),
      }),
    ),
  }
}
