import { hidePlacesFrom } from '#domain/questionnaire/other-bookings.ts'
import type { Study } from '#domain/study/study.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { parseSafety, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { type Caller, mayWorkAt } from '../rest/handler.ts'

/**
 * A study as whoever asks may see it: every answer of a study that can go to a member passes through this. Readings, feedback,
 * who refers, answers that a desk has not completed and how far the bill is are the clinic's own record; a member is told of them in other ways.
 */
export const studyAsSeenBy = (caller: Pick<Caller, 'isStaff' | 'allowedLocations'>, row: StudyRow): Study => {
  const study = toStudy(row)
  if (caller.isStaff) {
    // Of bookings elsewhere the caller learns the counts alone: they concern safety.
    const safety = hidePlacesFrom(parseSafety(row), (locationID) => mayWorkAt(caller, locationID))
    return { ...study, safety }
  }
  const { others: _, othersReason: __, ...safety } = study.safety
  return { ...study, details: noDetails, invoiceStep: 'none', safety: { ...safety, draft: null } }
}
