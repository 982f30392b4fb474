import { toInstant } from '#domain/values/instant.ts'
import { parseStatus, type StudyRow } from '../repositories/studies-repository.ts'

/** Returns the status with `paid` set by the balance; the time of an unchanged `paid` stays. */
export const paidStatus = (study: Pick<StudyRow, 'status'>, balance: number, by: string, now: number) => {
  const status = parseStatus(study)
  const isPaid = balance <= 0
  if (status.paid === isPaid) return status
  return { ...status, paid: isPaid, paidTime: isPaid ? toInstant(now * 1000) : null, paidBy: isPaid ? by : null }
}
