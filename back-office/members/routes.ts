import { backOfficeRoutes } from '#contract/back-office.ts'
import type { LocationID } from '#domain/locations/location-id.ts'
import {
  type Member,
  type MemberChanges,
  type MemberDraft,
  memberIDSchema,
  memberSchema,
} from '#domain/members/member.ts'
import { memberProblems } from '#domain/members/member-rules.ts'
import { toInstant } from '#domain/time/instant.ts'
import { addDays, type PlainDate } from '#domain/time/plain-date.ts'
import { type Database, inTransaction, isTakenID, isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, type Handlers, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { toReadableID } from '../kernel/readable-id.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { RouteFailure } from '../kernel/route-failure.ts'
import { createSessionToken } from '../kernel/session-token.ts'
import { findInScope } from '../repositories/member-search-repository.ts'
import {
  addMember,
  findMember,
  findMemberByEmail,
  findMembers,
  replaceMember,
} from '../repositories/members-repository.ts'
import { addSession } from '../repositories/sessions-repository.ts'
import {
  changeStudy,
  findStudiesOfMember,
  findStudyForUpdate,
  parseStatus,
} from '../repositories/studies-repository.ts'
import { addUser, findUserByEmail, renameUser } from '../repositories/users-repository.ts'
import { refreshSafety, safetyCategory, writerOf } from '../safety/refresh.ts'
import { staleOf } from '../study-access/checks.ts'
import { logForStudy } from '../study-access/log.ts'
import { recordEmailChange } from './emails.ts'
import type { SearchFound } from './member-search.ts'
import { checkMemberInReach, keepMembersInReach, memberScopeOf, noteFound, outsideLocation } from './reach.ts'

const searchLimit = 20
const mostMembersRead = 100

const noSuchMember = (): RouteFailure => new RouteFailure(404, 'not-found', 'There is no such member.')

const memberExists = (): RouteFailure =>
  new RouteFailure(409, 'member-exists', 'There is already a member with this e-mail address.', {
    fields: { email: 'is already in use' },
  })

/**
 * The latest day it is anywhere: a birth date is checked against this one, since a member born today in Auckland is not
 * born in the future.
 */
const latestToday = (now: number): PlainDate => addDays(toInstant(now * 1000).slice(0, 10) as PlainDate, 1)

const refuseProblems = (draft: Pick<MemberDraft, 'country' | 'state' | 'dob'>, now: number): void => {
  const fields = memberProblems(draft, latestToday(now))
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new RouteFailure(400, 'invalid-input', `${sentences.join('. ')}.`, { fields })
}

const toNewMember = (draft: MemberDraft, id: string): Member => {
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

/** Changes a member over the version the desk read; without a version over whatever is there (booking spec §7 Members). */
const changeMember = async (
  memberID: string,
  { changes, version, locationID }: WrappedChanges,
  context: HandlerContext,
): Promise<Member> => {
  context.setAuditSubject({ memberID })
  if (locationID !== undefined && !mayWorkAt(requireCaller(context), locationID)) throw locationForbidden()
  try {
    return await inTransaction(context.db, async (db) => {
      const before = await findMember(db, memberID)
      if (before === undefined) throw noSuchMember()
      await checkMemberInReach(db, memberID, context)
      const stale = (currentVersion: number): RouteFailure =>
        new RouteFailure(409, 'stale', 'Somebody else has changed this member. Look at it again, then change it.', {
          currentVersion,
        })
      if (version !== undefined && version !== before.version) throw stale(before.version)
      const dob = changes.dob ?? before.dob
      const after: Member = {
        ...before,
        ...dropUndefined(changes),
        yob: Number(dob.slice(0, 4)),
        mob: Number(dob.slice(5, 7)),
        version: before.version + 1,
      }
      // A record that was incomplete before may be mended field by field: only what this change touches is judged.
      const touchesAddress = changes.state !== undefined || changes.country !== undefined
      refuseProblems(
        {
          country: touchesAddress ? (after.country as MemberDraft['country']) : 'United Kingdom',
          state: after.state,
          dob,
        },
        context.now,
      )
      if (!(await replaceMember(db, after, before.version))) throw stale(before.version + 1)
      if (after.gender !== before.gender) await refreshStudiesOf(db, memberID, context)
      if (after.email !== before.email) await renameUser(db, memberID, after.email)
      await recordEmailChange(db, before, after, locationID, context)
      return after
    })
  } catch (error) {
    throw isUniqueViolation(error) ? memberExists() : error
  }
}

/** What is asked hangs on the member's sex: with it change the safety questions of every scan that is still to come. */
const refreshStudiesOf = async (db: Database, memberID: string, context: HandlerContext): Promise<void> => {
  for (const { study_id } of await findStudiesOfMember(db, memberID)) {
    const study = await findStudyForUpdate(db, context.kind, study_id)
    if (study === undefined || study.cancelled === 1 || parseStatus(study).scanned) continue
    const safety = await refreshSafety(db, study, writerOf(context), context)
    const changed = await changeStudy(db, study, safety.columns)
    if (changed === undefined) throw await staleOf(db, study_id)
    await logForStudy(db, changed, safetyCategory, safety.notes, context)
  }
}

const dropUndefined = (changes: MemberChanges): Partial<MemberDraft> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

type WrappedChanges = {
  changes: MemberChanges
  version?: number | undefined
  locationID?: LocationID | undefined
}

/** A body is the changes themselves, as the specs send them, or the changes with the version that was read. */
const toWrapped = (body: WrappedChanges | MemberChanges): WrappedChanges =>
  'changes' in body ? (body as WrappedChanges) : { changes: body as MemberChanges }

/** A member's session signs in as a user of the one role `user`, without a password until one is chosen. */
const signUp = async (member: Member, context: HandlerContext): Promise<string> => {
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
 * The answer of a sign-up for whoever asks again with its key and body, the first answer having been lost on its way: with a
 * new session, as the token of the first was kept nowhere, so that the member can go on to book. Not once the member has a
 * study: then the first answer has arrived. Without a session, for an account without a password, alone.
 */
export const renewSignUp = async (kept: unknown, context: HandlerContext): Promise<unknown> => {
  const { member } = backOfficeRoutes.createMember.answer.parse(kept)
  const user = await findUserByEmail(context.db, member.email)
  const isSignUp = context.caller === null && user?.user_id === member.patientID && user.password_hash === null
  if (!isSignUp || (await findStudiesOfMember(context.db, member.patientID)).length > 0) return kept
  const { token, tokenHash } = createSessionToken()
  await addSession(context.db, { tokenHash, userID: member.patientID, now: context.now })
  return { member, token }
}

type MemberRouteName =
  | 'readMember'
  | 'readMembers'
  | 'createMember'
  | 'searchMembers'
  | 'changeMember'
  | 'replaceMember'
  | 'putUser'
  | 'patchUser'

/** Members (booking spec §2, §5, §7). */
export const memberHandlers: Handlers<MemberRouteName> = {
  readMember: async ({ params }, context) => {
    const member = await findMember(context.db, params.id)
    if (member === undefined) throw noSuchMember()
    await checkMemberInReach(context.db, member.patientID, context)
    return member
  },

  readMembers: async ({ query }, context) => {
    const ids = [...new Set(query.user_id.split(',').map((id) => id.trim()))].filter((id) => id !== '')
    if (ids.length > mostMembersRead || ids.some((id) => !memberIDSchema.safeParse(id).success)) {
      throw new RouteFailure(400, 'invalid-input', 'Please check user_id.', {
        fields: { user_id: `must be at most ${mostMembersRead} member ids, separated by commas` },
      })
    }
    // Those out of reach are left out, as if there were none.
    const inReach = await keepMembersInReach(context.db, ids, context)
    const members = await findMembers(
      context.db,
      ids.filter((id) => inReach.has(id)),
    )
    for (const member of members) context.addAuditSubject({ memberID: member.patientID })
    return members
  },

  createMember: async ({ body }, context) => {
    refuseProblems(body, context.now)
    const isStaff = context.caller?.isStaff === true
    const create = () =>
      inTransaction(context.db, async (db) => {
        const member = toNewMember(body, toReadableID('m', context.newId()))
        await addMember(db, member, context.now, isStaff ? (context.caller?.userID ?? null) : null)
        context.setAuditSubject({ memberID: member.patientID })
        return isStaff ? { member } : { member, token: await signUp(member, { ...context, db }) }
      })
    try {
      // An id short enough to be read out may be somebody's already; that says nothing about the person.
      return await create().catch((error: unknown) => {
        if (isTakenID(error)) return create()
        throw error
      })
    } catch (error) {
      throw isUniqueViolation(error) && !isTakenID(error) ? memberExists() : error
    }
  },

  searchMembers: async ({ body }, context) => {
    const email = body.email?.trim().toLowerCase()
    const hasEmail = email !== undefined && email !== ''
    const scope = memberScopeOf(context.caller)
    const limit = body.limit ?? searchLimit
    const byEmail = async (address: string): Promise<SearchFound> => {
      const member = await findMemberByEmail(context.db, address)
      const inside = member === undefined ? new Set() : await findInScope(context.db, [member.patientID], scope)
      return {
        members: member === undefined ? [] : [member],
        outside: new Set(member === undefined || inside.has(member.patientID) ? [] : [member.patientID]),
      }
    }
    const { members, outside } =
      hasEmail && body.exactMatch === true
        ? await byEmail(email)
        : await context.memberSearch.find({ text: body.text ?? '', email: email ?? '', scope, limit })
    await noteFound(context.db, [...outside], context)
    for (const { patientID } of members) {
      context.addAuditSubject({ memberID: patientID, what: outside.has(patientID) ? outsideLocation : null })
    }
    return [...members]
  },

  changeMember: async ({ params, body }, context) => changeMember(params.id, toWrapped(body), context),
  replaceMember: async ({ params, body }, context) => changeMember(params.id, toWrapped(body), context),
  putUser: async ({ body }, context) => changeMember(body.user_id, body, context),
  patchUser: async ({ body }, context) => changeMember(body.user_id, body, context),
}
