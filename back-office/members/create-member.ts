import { backOfficeRoutes, type RouteAnswer } from '#contract/back-office.ts'
import { type Member, type MemberDraft, memberIDSchema, memberSchema } from '#domain/members/member.ts'
import { inTransaction, isTakenID, isUniqueViolation } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { toReadableID } from '../kernel/readable-id.ts'
import { createSessionToken } from '../kernel/session-token.ts'
import { addMember } from '../repositories/members-repository.ts'
import { addSession } from '../repositories/sessions-repository.ts'
import { findStudiesOfMember } from '../repositories/studies-repository.ts'
import { addUser, findUserByEmail } from '../repositories/users-repository.ts'
import { memberExists, refuseProblems } from './member-checks.ts'

type CreateMemberContext = Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>

/** Returns a new member with this id. */
export const toNewMember = (draft: MemberDraft, id: string): Member => {
  const memberID = memberIDSchema.parse(id)
  return memberSchema.parse({
    ...draft,
    patientID: memberID,
    user_id: memberID,
    atriumID: memberID,
    yob: Number(draft.dob.slice(0, 4)),
    mob: Number(draft.dob.slice(5, 7)),
    roles: ['user'],
    salesforceAccountId: null,
    sfOpportunityID: null,
    version: 1,
  })
}

/**
 * Creates the user and session of a new member, and returns the session's token. The user has only the role `user`, and
 * no password.
 */
const signUp = async (member: Member, context: Pick<HandlerContext, 'db' | 'now'>): Promise<string> => {
  await addUser(context.db, {
    user_id: member.patientID,
    email: member.email,
    email_key: member.email.toLowerCase(),
    password_hash: null,
    failed_sign_ins: 0,
    locked_until: null,
    firstname: member.firstname,
    lastname: member.lastname,
    roles: JSON.stringify(['user']),
    allowed_locations: null,
    home_location: null,
  })
  const { token, tokenHash } = createSessionToken()
  await addSession(context.db, { tokenHash, userID: member.patientID, now: context.now })
  return token
}

/**
 * Answers a repeated sign-up whose first answer was lost. The first token is not stored, so the answer has a new
 * session and the member can book. Returns no session if the member has a study, because the first answer must have
 * arrived before the booking. Only for callers without a session and accounts without a password.
 */
export const renewSignUp = async (
  kept: unknown,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<unknown> => {
  const { member } = backOfficeRoutes.createMember.answer.parse(kept)
  const user = await findUserByEmail(context.db, member.email)
  const isSignUp = context.caller === null && user?.user_id === member.patientID && user.password_hash === null
  if (!isSignUp || (await findStudiesOfMember(context.db, member.patientID)).length > 0) return kept
  const { token, tokenHash } = createSessionToken()
  await addSession(context.db, { tokenHash, userID: member.patientID, now: context.now })
  return { member, token }
}

/**
 * Creates a member. Without a staff session the call is a sign-up, and the answer has a session of the new member.
 * Throws 400 with fields; 409 `member-exists` when another member has the email address.
 */
export const createMember = async (
  draft: MemberDraft,
  context: CreateMemberContext,
): Promise<RouteAnswer<'createMember'>> => {
  refuseProblems(draft, context.now)
  const isStaff = context.caller?.isStaff === true
  const create = () =>
    inTransaction(context.db, async (db) => {
      const member = toNewMember(draft, toReadableID('m', context.newId()))
      await addMember(db, member, context.now, isStaff ? (context.caller?.userID ?? null) : null)
      context.setAuditSubject({ memberID: member.patientID })
      return isStaff ? { member } : { member, token: await signUp(member, { ...context, db }) }
    })
  try {
    // If the short id is already in use by chance, a second id is tried.
    return await create().catch((error: unknown) => {
      if (isTakenID(error)) return create()
      throw error
    })
  } catch (error) {
    throw isUniqueViolation(error) && !isTakenID(error) ? memberExists() : error
  }
}
