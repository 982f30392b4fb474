import { type Assignment, assignmentReason, readAssignment } from '#domain/study/assignment.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readRadiologistAccounts } from '../repositories/accounts-repository.ts'
import { changeStudy, parseStatus, type StudyRow } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { backOfficeStudyWords } from './study-words.ts'

type AssignmentContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/** Returns the active radiologists who may work at a location, in the order of their names. */
const radiologistsAt = async (
  db: Database,
  locationID: string | null,
  now: number,
): Promise<{ userID: string; name: string }[]> => {
  const accounts = await readRadiologistAccounts(db, now)
  return accounts
    .filter(
      ({ allowedLocations }) =>
        allowedLocations === 'all' || allowedLocations.some((allowed) => allowed === locationID),
    )
    .map(({ userID, firstname, lastname }) => ({ userID, name: [firstname, lastname].filter(Boolean).join(' ') }))
}

/** Returns the radiologists to whom a study can be assigned. Throws 404 for an unknown study. */
export const readRadiologists = async (
  studyID: string,
  context: AssignmentContext,
): Promise<{ userID: string; name: string }[]> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  return radiologistsAt(context.db, study.location_id, context.now)
}

const describeAssignment = (before: Assignment | null, after: Assignment | null): string => {
  if (after === null) return `No longer assigned to ${before?.name ?? ''}`
  return before === null ? `Assigned to ${after.name}` : `Assigned to ${after.name}, before to ${before.name}`
}

/**
 * Returns the account as the study names it. Throws 409 `act-not-allowed` unless it is a radiologist of the location.
 */
const findRadiologist = async (
  db: Database,
  study: StudyRow,
  userID: string,
  { now }: Pick<HandlerContext, 'now'>,
): Promise<Assignment> => {
  const account = (await radiologistsAt(db, study.location_id, now)).find((one) => one.userID === userID)
  if (account === undefined) throw new Refusal('act-not-allowed', backOfficeStudyWords.radiologistNotFound)
  return account
}

/**
 * Assigns a study to a radiologist, or to none if `to` is null, with Time and By. The same assignment again writes
 * nothing and is not refused for a stale version. Throws 404 for an unknown study, 409 `act-not-allowed` with
 * {@link assignmentReason} or for an account that cannot read this study, and 409 `stale` if the assignment is no
 * longer `from`.
 */
export const assignStudy = async (
  studyID: string,
  { to, from }: HandlerInput<'assignStudy'>['body'],
  context: AssignmentContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'assign-study')
    const caller = requireCaller(context)
    const status = parseStatus(study)
    const before = readAssignment(status)
    const present = before?.userID ?? null
    if (present === to && (before === null) === (to === null)) return studyAsSeenBy(caller, study)
    const reason = assignmentReason(status, caller, to)
    if (reason !== null) throw new Refusal('act-not-allowed', reason)
    if (present !== from) throw await staleOf(db, studyID)
    const after = to === null ? null : await findRadiologist(db, study, to, context)
    const changed = await changeStudy(db, study, {
      status: JSON.stringify({
        ...status,
        assignedTo: after?.name ?? null,
        assignedToID: after?.userID ?? null,
        assignedToTime: after === null ? null : toInstant(context.now * 1000),
        assignedToBy: after === null ? null : caller.name,
      }),
    })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', [describeAssignment(before, after)], context)
    return studyAsSeenBy(caller, changed)
  })
