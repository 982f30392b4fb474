import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findStudyForUpdate, type StudyRow } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from './visible-study.ts'

/**
 * Locks a study that the caller may see, also a cancelled one, for this transaction, so that concurrent changes run one
 * after the other. Throws 404 `not-found`.
 */
export const lockStudy = async (
  db: Database,
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'kind' | 'setAuditSubject'>,
): Promise<StudyRow> => {
  const seen = await findVisibleStudy(db, studyID, context)
  // The location's feed is locked before the study's row, in the same order as in a booking. The feed's trigger would
  // take this lock only after the row is written.
  await lockMachines(db, context.kind, [], [seen.location_id])
  const study = await findStudyForUpdate(db, context.kind, studyID)
  if (study === undefined) throw noSuchStudy()
  // The study moved to another location between the two reads. Its row is locked now: repeat to lock the right feed and
  // to check the caller's access again.
  if (study.location_id !== seen.location_id) return lockStudy(db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, studyID, locationID: study.location_id })
  return study
}
