import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findStudyForUpdate, type StudyRow } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from './visible-study.ts'

/**
 * A study that this transaction alone may write to, and that its caller may see, cancelled ones too: what two people change at
 * once is written one after the other, each over what the other left. 404 `not-found`.
 */
export const lockStudy = async (
  db: Database,
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'kind' | 'setAuditSubject'>,
): Promise<StudyRow> => {
  const seen = await findVisibleStudy(db, studyID, context)
  // Before the study's row, as bookings have it: the feed's trigger asks for this lock when the row is written already.
  await lockMachines(db, context.kind, [], [seen.location_id])
  const study = await findStudyForUpdate(db, context.kind, studyID)
  if (study === undefined) throw noSuchStudy()
  // It went elsewhere between the two. It stays there now: once more, for that feed's lock, and for whom it may be seen by.
  if (study.location_id !== seen.location_id) return lockStudy(db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, studyID, locationID: study.location_id })
  return study
}
