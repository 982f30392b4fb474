import { looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { type Money, parseDecimalAmount } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import type { RefusalCode } from '../kernel/status-of-code.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { lockStudyLedger } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

type ChecksContext = Pick<HandlerContext, 'caller' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'>

/** Locks a study's ledger for this transaction. Throws 404 for an unknown study, 403 `location-forbidden`. */
export const openLedger = async (db: Database, studyID: string, context: ChecksContext): Promise<StudyRow> => {
  await findVisibleStudy(db, studyID, context)
  const study = await lockStudyLedger(db, studyID, context)
  if (!mayWorkAt(requireCaller(context), study.location_id)) throw locationForbidden()
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  return study
}

/** Returns the error to throw when a rule refuses the input, with the input's fields if the rule names any. */
export const refusal = (refused: {
  readonly code: RefusalCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>> | undefined
}): Refusal =>
  new Refusal(refused.code, refused.message, refused.fields === undefined ? undefined : { fields: refused.fields })

/** Returns a 400 `invalid-input` for one field. */
export const invalidField = (field: string, message: string): Refusal =>
  refusal({ code: 'invalid-input', message, fields: { [field]: message } })

/** Refuses a text that contains a card number. Card numbers are never stored. */
export const refuseCardNumber = (field: string, text: string): void => {
  if (looksLikeCardNumber(text)) {
    throw invalidField(field, backOfficePaymentsWords.cardNumber)
  }
}

/** Converts an amount of a request to minor units. The contract's schema has already checked the amount. */
export const toMinor = (amount: number): Money => {
  const money = parseDecimalAmount(amount)
  if (money === undefined) throw new RangeError('an amount that its schema should have refused')
  return money
}

/** Returns the key that finds the entry of a repeated call: the caller and the idempotency key. */
export const requestKeyOf = (context: Pick<HandlerContext, 'caller' | 'idempotencyKey'>): string | null =>
  context.idempotencyKey === null ? null : `${context.caller?.userID ?? ''} ${context.idempotencyKey}`
