import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { MembersBridge } from '#contract/members/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { findDuplicateReasons } from '#domain/members/duplicates.ts'
import { type Member, type MemberID, memberIDSchema } from '#domain/members/member.ts'
import { memberWords, parseSearch } from '#domain/members/search-words.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { LogEntry } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { FakeClinic } from './fake-clinic.ts'
import { createFakeMemberMerges } from './fake-member-merges.ts'

/** The data that the parts of the fake bridge share. */
export type FakeWorld = {
  readonly clinic: FakeClinic
  readonly now: () => Instant
  readonly emit: <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void
  readonly user: () => StaffUser | null
  readonly isOnline: () => boolean
  readonly environment: () => Environment
  /** The activity log of each study. */
  readonly logs: Map<string, LogEntry[]>
  /** Removes a draft of the signed-in user, because its content is now in a booking. */
  readonly dropDraft: (draftID: string) => void
  /** Returns the support phone number that safety notices show; null if none is configured. */
  readonly supportPhone: () => string | null
}

const offline = () => fail('offline', 'The back office cannot be reached.')

const memberExists = () =>
  fail('member-exists', 'There is already a member with this email address.', {
    fields: { email: 'There is already a member with this email address.' },
  })

/** Creates the members subject of the fake bridge; `find` is its search, which the global search also uses. */
export const createFakeMembers = (world: FakeWorld): MembersBridge & { readonly find: (text: string) => Member[] } => {
  const { members, studies } = world.clinic
  const created = new Map<string, Member>()
  const { keptIDOf, ...merges } = createFakeMemberMerges(world)

  const find = (text: string): Member[] => {
    const { terms } = parseSearch(text)
    if (terms.length === 0) return []
    return members.filter((member) => {
      const words = memberWords(member)
      return terms.every(({ prefixes }) => prefixes.some((prefix) => words.some((word) => word.startsWith(prefix))))
    })
  }

  const isTaken = (email: string, by?: MemberID): boolean =>
    members.some((member) => member.patientID !== by && member.email.toLowerCase() === email.toLowerCase())

  return {
    find,
    ...merges,
    search: async ({ text, limit }) =>
      ok({ members: find(text).slice(0, limit), source: world.isOnline() ? 'back-office' : 'cache' }),
    read: async ({ memberID }) => {
      const member = members.find((candidate) => candidate.patientID === keptIDOf(memberID))
      return member === undefined ? fail('not-found', 'Member not found.') : ok(member)
    },
    readStudies: async ({ memberID }) => ok(studies.filter((study) => study.patientID === keptIDOf(memberID))),
    readAppointments: async ({ memberID }) =>
      ok({
        studies: studies.filter((study) => study.patientID === keptIDOf(memberID)),
        source: world.isOnline() ? 'back-office' : 'cache',
      }),
    findDuplicates: async ({ draft }) =>
      ok(
        members
          .map((member) => ({ member, reasons: findDuplicateReasons(draft, member) }))
          .filter(({ reasons }) => reasons.length > 0),
      ),
    create: async ({ draft, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      const before = created.get(idempotencyKey)
      if (before !== undefined) return ok(before)
      if (isTaken(draft.email)) return memberExists()
      const memberID = memberIDSchema.parse(`m-${String(members.length + 1).padStart(6, '0')}`)
      const member: Member = {
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
      }
      members.push(member)
      created.set(idempotencyKey, member)
      world.emit('members.changed', { memberID })
      return ok(member)
    },
    change: async ({ memberID: named, changes, version }) => {
      const memberID = keptIDOf(named) as MemberID
      if (!world.isOnline()) return offline()
      const index = members.findIndex((candidate) => candidate.patientID === memberID)
      const before = members[index]
      if (before === undefined) return fail('not-found', 'Member not found.')
      if (before.version !== version) {
        return fail('stale', 'Someone else changed this member.', { currentVersion: before.version })
      }
      if (changes.email !== undefined && isTaken(changes.email, memberID)) return memberExists()
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const after: Member = { ...before, ...(given as Partial<Member>), version: version + 1 }
      members[index] = after
      world.emit('members.changed', { memberID })
      return ok(after)
    },
  }
}
