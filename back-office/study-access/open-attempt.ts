import { formatMoney } from '#domain/format/format-money.ts'
import { toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findOpenAttempt } from '../repositories/payment-attempts-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'

/** Throws while a card attempt on the study is open: the amount due is unknown until it ends. */
export const refuseOpenAttempt = async (db: Database, study: StudyRow): Promise<void> => {
  const attempt = await findOpenAttempt(db, study.study_id)
  if (attempt === undefined) return
  const amount = formatMoney(toMoney(attempt.amount), attempt.currency)
  const message = `A card ${attempt.kind} of ${amount}, started by ${attempt.user_name}, is still in progress. Wait until it finishes.`
  throw new Refusal('payment-in-progress', message)
}
