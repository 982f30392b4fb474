import type { Study } from '#domain/study/study.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import type { Caller } from '../rest/handler.ts'

/**
 * A study as whoever asks may see it: every answer of a study that can go to a member passes through this. Readings, feedback,
 * who refers and how far the bill is are the clinic's own record; a member is told of them in other ways.
 */
export const studyAsSeenBy = (caller: Pick<Caller, 'isStaff'>, row: StudyRow): Study => {
  const study = toStudy(row)
  return caller.isStaff ? study : { ...study, details: noDetails, invoiceStep: 'none' }
}
