import type { Database } from '../database/database.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { noSuchStudy, notForYou, studyOutOfReach } from '../kernel/route-access.ts'
import { findStudy, type StudyRow } from '../repositories/studies-repository.ts'

/**
 * A study the caller may see; 404 for one that does not exist, 403 `location-forbidden` to staff of other locations. A member sees
 * their own only. A delivery's ticket shows its own, whatever its author may see by now: the routes it opens ask for their rights
 * where they count, and {@link asAuthor}.
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

/** Returns the context with the caller's current rights, without those of a ticket. Throws `insufficient-permissions` for an author
 * who is no longer staff. */
export const asAuthor = <Context extends Pick<HandlerContext, 'caller'>>(context: Context): Context => {
  const { ticket: _ticket, ...caller } = requireCaller(context)
  if (!caller.isStaff) throw notForYou()
  return { ...context, caller }
}
