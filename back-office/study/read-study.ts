import type { RouteAnswer } from '#contract/back-office.ts'
import type { Study } from '#domain/study/study.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findEmailToConfirm } from '../members/emails.ts'
import { findPractitioners } from '../repositories/catalogue-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { findStudiesOfMember } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { practitionerIDsOf } from './details.ts'
import { backOfficeStudyWords } from './study-words.ts'

/** Returns a study. Throws as {@link findVisibleStudy} does for a study that the caller may not see. */
export const readStudy = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<Study> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  return studyAsSeenBy(requireCaller(context), study)
}

/**
 * Returns a study with its member and location (booking spec §7). Throws as {@link readStudy} does, and 404 if the
 * member or the location no longer exists.
 */
export const readStudyDetailed = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readStudyDetailed'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const [member, location] = await Promise.all([
    findMember(context.db, study.patient_id),
    findLocation(context.db, study.location_id),
  ])
  if (member === undefined || location === undefined) {
    throw new Refusal('not-found', backOfficeStudyWords.memberOrLocationGone)
  }
  const seen = studyAsSeenBy(requireCaller(context), study)
  const named = practitionerIDsOf(seen.details.practitioners)
  return {
    study: seen,
    member,
    location,
    practitioners: await findPractitioners(context.db, named),
    emailToConfirm: await findEmailToConfirm(context.db, study, member),
  }
}

/** Returns a member's studies at the caller's locations, the latest first. Throws 404 for an unknown member. */
export const readStudiesOfMember = async (
  memberID: string,
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<Study[]> => {
  const caller = requireCaller(context)
  const member = await findMember(context.db, memberID)
  if (member === undefined) throw new Refusal('not-found', backOfficeStudyWords.memberNotFound)
  const rows = await findStudiesOfMember(context.db, memberID)
  return rows.filter((row) => mayWorkAt(caller, row.location_id)).map((row) => studyAsSeenBy(caller, row))
}
