import type { MemberMatch, MembersBridge } from '#contract/members/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { duplicateReasons, findDuplicateReasons, phoneKey } from '#domain/members/duplicates.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import { memberChangesSchema } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { forgetMember } from './forget-member.ts'
import { createMemberMerges } from './member-merges.ts'
import { cacheScopeOf } from './shown-members.ts'

export type MembersServiceParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  /** Returns a study as it will be once its waiting acts are sent. */
  withWaiting(study: Study): Study
}

const maxMatches = 10
const maxFound = 50

/**
 * Creates the service for members. The service reads from the back office, or from the cache when the back office is
 * out of reach.
 */
export const createMembersService = (parts: MembersServiceParts): MembersBridge => {
  const { calls, database, keeper, session, withWaiting } = parts

  const searchBackOffice = (text: string, limit: number): Promise<Reply<readonly Member[]>> =>
    calls.call('searchMembers', { body: { text, limit } })

  const searchCopy = (text: string, limit: number): readonly Member[] => {
    const scope = cacheScopeOf(session.user())
    return scope === null ? [] : database.withCache((cache) => cache.members.searchMembers(text, limit, scope))
  }

  const kept = async (answer: Promise<Reply<Member>>): Promise<Reply<Member>> => {
    const reply = await answer
    if (reply.ok) keeper.keepMembers([reply.value])
    return reply
  }

  const readAppointments = async (
    memberID: MemberID,
  ): Promise<Reply<{ studies: readonly Study[]; source: 'cache' | 'back-office' }>> => {
    const reply = await calls.call('readStudiesOfMember', { params: { id: memberID } })
    if (reply.ok) return ok({ studies: reply.value.map(withWaiting), source: 'back-office' })
    if (reply.failure.code !== 'offline') return reply
    // Users of different locations share a workstation. Like the back office, this function omits studies at
    // locations that the user may not access.
    const user = session.user()
    const cached = database
      .withCache((cache) => cache.calendar.studiesOfMember(memberID))
      .filter((study) => user !== null && isLocationAllowed(user, study.locationID))
    return cached.length === 0 ? reply : ok({ studies: cached.map(withWaiting), source: 'cache' })
  }

  return {
    ...createMemberMerges(parts),

    search: async ({ text, limit }) => {
      if (text === '') return ok({ members: [], source: 'cache' })
      const reply = await searchBackOffice(text, limit)
      if (reply.ok) {
        keeper.keepMembers(reply.value)
        return ok({ members: reply.value.slice(0, limit), source: 'back-office' })
      }
      if (reply.failure.code !== 'offline') return reply
      return ok({ members: searchCopy(text, limit), source: 'cache' })
    },

    read: async ({ memberID }) => {
      const reply = await kept(calls.call('readMember', { params: { id: memberID } }))
      // If this member was merged into another, the back office returns the member that was kept.
      if (reply.ok && reply.value.patientID !== memberID) forgetMember(keeper, memberID)
      if (reply.ok || reply.failure.code !== 'offline') return reply
      const cached = database.withCache((cache) => cache.members.member(memberID))
      return cached === null ? reply : ok(cached)
    },

    readStudies: async ({ memberID }) => {
      const reply = await readAppointments(memberID)
      return reply.ok ? ok(reply.value.studies) : reply
    },

    readAppointments: ({ memberID }) => readAppointments(memberID),

    findDuplicates: async ({ draft }) => {
      const texts = [draft.email, `${draft.firstname} ${draft.lastname}`, draft.dob]
      const phone = phoneKey(draft.phone_number)
      if (phone.length >= 7) texts.push(phone)
      const replies = await Promise.all(texts.map((text) => searchBackOffice(text, maxFound)))
      const found = new Map<string, Member>()
      for (const text of texts) {
        for (const member of searchCopy(text, maxFound)) found.set(member.patientID, member)
      }
      for (const reply of replies) {
        if (reply.ok) for (const member of reply.value) found.set(member.patientID, member)
        else if (reply.failure.code !== 'offline') return reply
      }
      const strength = (match: MemberMatch): number =>
        Math.min(...match.reasons.map((reason) => duplicateReasons.indexOf(reason)))
      const matches = [...found.values()]
        .map((member): MemberMatch => ({ member, reasons: findDuplicateReasons(draft, member) }))
        .filter((match) => match.reasons.length > 0)
        .sort((a, b) => strength(a) - strength(b) || a.member.patientID.localeCompare(b.member.patientID))
        .slice(0, maxMatches)
      // The cache must not collect hundreds of members who share nothing but a birth date.
      keeper.keepMembers(matches.map((match) => match.member))
      return ok(matches)
    },

    create: async ({ draft, idempotencyKey }) => {
      const reply = await calls.call('createMember', { body: draft }, { idempotencyKey })
      if (!reply.ok) return reply
      const { member } = reply.value
      keeper.keepMembers([member])
      const user = session.user()
      if (user !== null) database.withCache((cache) => cache.members.noteCreator(member.patientID, user.user_id))
      return ok(member)
    },

    change: async ({ memberID, changes, version, locationID }) => {
      // The schema refuses unknown fields, so that a misspelled field does not count as an empty change.
      const checked = memberChangesSchema.safeParse(changes)
      if (!checked.success) return fail('invalid-input', 'Check what you entered.')
      return await kept(
        calls.call('changeMember', {
          params: { id: memberID },
          body: { changes: checked.data, version, ...(locationID !== undefined && { locationID }) },
        }),
      )
    },
  }
}
