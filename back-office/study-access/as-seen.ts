import type { Study } from '#domain/study/study.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { type Caller, mayWorkAt } from '../kernel/handler.ts'
import { type StudyRow, toStudy } from '../repositories/studies-repository.ts'

/**
 * Returns a study as the caller may see it. Every reply that contains a study and may go to a member uses this
 * function. Only staff see the study's details (such as practitioners, consult, readings and feedback), the progress of
 * incomplete safety answers, stops in other bookings, and the state of the bill. If the member's other booking is at a
 * location where a staff member may not work, this staff member sees only the booking's number of stops and notes, and
 * whether a stop forbids the scan.
 */
export const studyAsSeenBy = (caller: Pick<Caller, 'isStaff' | 'allowedLocations'>, row: StudyRow): Study => {
  if (caller.isStaff) return toStudy(row, (locationID) => mayWorkAt(caller, locationID))
  const study = toStudy(row)
  const { others: _, othersReason: __, ...safety } = study.safety
  return { ...study, details: noDetails, invoiceStep: 'none', safety: { ...safety, draft: null } }
}
