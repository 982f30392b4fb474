import type { Database } from '../database/database.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { noSuchStudy, notForYou, studyOutOfReach } from '../kernel/route-access.ts'
import { findStudy, type StudyRow } from '../repositories/studies-repository.ts'

/**
 * Returns a study that the caller may see. Throws 404 for an unknown one, 403 `location-forbidden` to staff of other
 * locations. A member sees only their own studies. A call with a delivery's ticket sees the ticket's study, even if the
 * delivery's author may no longer see it: routes that accept tickets check the author where required, see {@link
 * asAuthor}.
 */
export const findVisibleStudy = async (
  db: Database,
  studyID: string,
  context: Pick<HandlerContext, 'caller'>,
): Promise<StudyRow> => {
  const caller = requireCaller(context)
  const study = await findStudy(db, studyID)
  if (study === undefined) throw noSuchStudy()
  const isVisible =
    caller.ticket?.studyID === studyID ||
    (caller.isStaff ? mayWorkAt(caller, study.location_id) : caller.memberID === study.patient_id)
  if (!isVisible) throw studyOutOfReach(caller)
  return study
}

/**
 * Returns the context with the caller's current permissions, without those of a ticket. Throws
 * `insufficient-permissions` for an author who is no longer staff.
 */
export const asAuthor = <Context extends Pick<HandlerContext, 'caller'>>(context: Context): Context => {
  const { ticket: _ticket, ...caller } = requireCaller(context)
  if (!caller.isStaff) throw notForYou()
  return { ...context, caller }
}
