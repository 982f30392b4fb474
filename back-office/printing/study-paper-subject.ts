import { letterheadOf } from '#domain/locations/letterhead.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { StudyAction } from '#domain/permissions/study-actions.ts'
import { isProduction } from '#domain/settings/environment.ts'
import { packageName } from '#domain/study/package-name.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import type { PaperHead } from './paper-head.ts'

type StudyPaperSubjectContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/** The study, member and location of a paper. */
export type PaperSubject = {
  readonly row: StudyRow
  readonly study: Study
  readonly member: Member
  readonly location: Location
  readonly head: PaperHead
}

/**
 * Checks that the caller may do `action`, and returns the data that the study's papers need. The audit row names the
 * member, even when the call is refused. `action` is null where other code checks the permission, as for a delivery.
 * Throws 404 like every call about a study; 403 `insufficient-permissions`, 409 `act-not-allowed` by study spec §6.
 */
export const openStudyPaper = async (
  studyID: string,
  action: StudyAction | null,
  context: StudyPaperSubjectContext,
): Promise<PaperSubject> => {
  const row = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: row.patient_id, locationID: row.location_id })
  if (action !== null) checkStudyAction(context, row, action)
  const [member, location] = await Promise.all([
    findMember(context.db, row.patient_id),
    findLocation(context.db, row.location_id),
  ])
  if (member === undefined || location === undefined) {
    throw new Refusal('not-found', "This study's member or location no longer exists.")
  }
  const study = toStudy(row)
  return { row, study, member, location, head: toHead(study, member, location, context) }
}

const toHead = (
  study: Study,
  member: Member,
  location: Location,
  { caller, now, environment }: Pick<HandlerContext, 'caller' | 'environment' | 'now'>,
): PaperHead => {
  return {
    memberName: fullName(member),
    dob: member.dob,
    sex: member.gender,
    studyID: study.studyID,
    skuID: study.skuID,
    appointment: study.booking?.utcStart ?? null,
    scanName: packageName(study.skuID, location),
    location: letterheadOf(location),
    timezone: location.timezone,
    madeAt: toInstant(now * 1000),
    madeBy: caller?.name ?? null,
    isDemonstration: !isProduction(environment),
  }
}
