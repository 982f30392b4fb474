import type { RestoredPayment } from '#domain/finance/restored-payment.ts'
import { fullName } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import { type Caller, type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { refuseCardNumber } from '../payments/checks.ts'
import { findMember } from '../repositories/members-repository.ts'
import {
  findRestoredPayment,
  findRestoredPayments,
  type RestoredPaymentRow,
  resolveRestoredPaymentRow,
} from '../repositories/restores-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { backOfficeFinanceWords as words } from './finance-words.ts'

type RestoredContext = Pick<HandlerContext, 'addAuditSubject' | 'caller' | 'db' | 'now' | 'setAuditSubject'>

/** Returns whether the caller may see a payment. One without a location is for finance of the whole organisation. */
const isInReach = (caller: Caller, { location_id }: Pick<RestoredPaymentRow, 'location_id'>): boolean =>
  location_id === null ? caller.allowedLocations === 'all' : mayWorkAt(caller, location_id)

const findMemberOf = async (db: Database, studyID: string | null): Promise<RestoredPayment['member']> => {
  const study = studyID === null ? undefined : await findStudy(db, studyID)
  const member = study === undefined ? undefined : await findMember(db, study.patient_id)
  return member === undefined ? null : { patientID: member.patientID, name: fullName(member), dob: member.dob }
}

/**
 * Returns the card payments since a restored backup that finance has not resolved, oldest first, at the caller's
 * locations. Each member is recorded in the audit log.
 */
export const readRestoredPayments = async (context: RestoredContext): Promise<RestoredPayment[]> => {
  const caller = requireCaller(context)
  const payments: RestoredPayment[] = []
  for (const row of await findRestoredPayments(context.db)) {
    if (!isInReach(caller, row)) continue
    const member = await findMemberOf(context.db, row.study_id)
    if (member !== null) context.addAuditSubject({ memberID: member.patientID, studyID: row.study_id })
    payments.push({
      paymentID: row.payment_id,
      kind: row.kind,
      amount: toDecimalAmount(toMoney(Number(row.amount))),
      currency: row.currency,
      card: row.card,
      takenAt: toInstant(row.taken_at * 1000),
      studyID: row.study_id,
      locationID: row.location_id,
      member,
      backupAt: toInstant(row.backup_at * 1000),
    })
  }
  return payments
}

/**
 * Resolves a card payment that the restored backup lacks, with a note on what finance did about it. Throws 404 for an
 * unknown one, 409 `act-not-allowed` if another person resolved it, and 400 for a note with a card number.
 */
export const resolveRestoredPayment = async (
  paymentID: string,
  note: string,
  context: RestoredContext,
): Promise<{ readonly ok: true }> => {
  const caller = requireCaller(context)
  refuseCardNumber('note', note)
  const row = await findRestoredPayment(context.db, paymentID)
  if (row === undefined || !isInReach(caller, row)) throw new Refusal('not-found', words.paymentNotFound)
  context.setAuditSubject({ studyID: row.study_id, locationID: row.location_id, what: paymentID })
  const isDone = await resolveRestoredPaymentRow(context.db, paymentID, { note, by: caller.name, now: context.now })
  if (!isDone) throw new Refusal('act-not-allowed', words.paymentResolved)
  return { ok: true }
}
