import type { RouteAnswer } from '#contract/back-office.ts'
import {
  type EmailToConfirm,
  emailChangeOf,
  emailNotConfirmed,
  isSameEmail,
  needsEmailConfirmation,
} from '#domain/members/email-confirmation.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import {
  addEmailConfirmation,
  dropEmailChange,
  findEmailChange,
  findEmailConfirmations,
  putEmailChange,
} from '../repositories/member-emails-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { findHomeLocation } from '../repositories/users-repository.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'

type EmailsContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

/**
 * Records the location of a member's email change, in the transaction that changes the address. A change between upper
 * and lower case does not count. `namedLocation` is the location that the workstation names; the calling function has
 * checked that the user may work there.
 */
export const recordEmailChange = async (
  db: Database,
  before: Member,
  after: Member,
  namedLocation: LocationID | undefined,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<void> => {
  if (isSameEmail(before.email, after.email)) return
  const { userID, name, isStaff, allowedLocations } = requireCaller(context)
  const homeLocation = await findHomeLocation(db, userID)
  const change = emailChangeOf({ isStaff, namedLocation: namedLocation ?? null, homeLocation, allowedLocations })
  if (change === null) return dropEmailChange(db, after.patientID)
  await putEmailChange(db, {
    member_id: after.patientID,
    previous_email: before.email,
    location_id: change.locationID,
    by_user: userID,
    by_name: name,
    at: context.now,
  })
}

/**
 * Returns what staff at a study's location must confirm before a send to the member's email address; null if there is
 * nothing to confirm.
 */
export const findEmailToConfirm = async (
  db: Database,
  study: Pick<StudyRow, 'location_id'>,
  member: Member,
): Promise<EmailToConfirm | null> => {
  const row = await findEmailChange(db, member.patientID)
  if (row === undefined) return null
  const confirmedAt = await findEmailConfirmations(db, member.patientID, member.email)
  if (!needsEmailConfirmation({ locationID: row.location_id }, study.location_id, confirmedAt)) return null
  const place = await locationOf(db, study)
  const changedAt = row.location_id === null ? undefined : await findLocation(db, row.location_id)
  return {
    memberID: member.patientID,
    memberName: fullName(member),
    dob: member.dob,
    email: member.email,
    previousEmail: row.previous_email,
    changedBy: row.by_name,
    changedAt: toInstant(row.at * 1000),
    changedAtLocation: changedAt?.address.name ?? null,
    locationID: place.locationID,
    locationName: place.address.name,
    timezone: place.timezone,
  }
}

/**
 * Throws 409 `email-not-confirmed` with the details when staff at the study's location must confirm the address first.
 */
export const checkEmailConfirmed = async (
  db: Database,
  study: Pick<StudyRow, 'location_id'>,
  member: Member,
): Promise<void> => {
  const emailToConfirm = await findEmailToConfirm(db, study, member)
  if (emailToConfirm === null) return
  throw new Refusal('email-not-confirmed', emailNotConfirmed(emailToConfirm), { emailToConfirm })
}

/**
 * Records that the caller confirmed the email address with the member, for the study's location. A repetition writes
 * nothing. Throws 409 `stale` when the member's address is no longer the confirmed one; 404 and 403 like every call
 * about a study.
 */
export const confirmMemberEmail = async (
  studyID: string,
  { email }: HandlerInput<'confirmMemberEmail'>['body'],
  context: EmailsContext,
): Promise<RouteAnswer<'confirmMemberEmail'>> => {
  return inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    const member = await findMember(db, study.patient_id)
    if (member === undefined) throw new Refusal('not-found', "This study's member no longer exists.")
    if (!isSameEmail(member.email, email)) {
      const emailToConfirm = await findEmailToConfirm(db, study, member)
      const message = 'The email address changed again. Check the new address before you confirm it.'
      throw new Refusal('stale', message, emailToConfirm === null ? {} : { emailToConfirm })
    }
    const { userID, name } = requireCaller(context)
    const isFirst = await addEmailConfirmation(db, {
      member_id: member.patientID,
      location_id: study.location_id,
      email: member.email,
      by_user: userID,
      by_name: name,
      at: context.now,
    })
    if (isFirst) {
      await logForStudy(db, study, 'Study', ['Email address confirmed with the member'], context)
      await recordRelatedChange(db, context.kind, study)
    }
    return { ok: true }
  })
}
