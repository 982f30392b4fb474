import type { AuditBridge } from '#contract/audit/bridge.ts'
import type { DataDutiesBridge } from '#contract/members/data-duties-bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import {
  describeObstacle,
  type Erasure,
  type ErasureFacts,
  erasedFirstName,
  findErasureObstacles,
  findRemainingObstacles,
  isErasedMember,
  toErasedMember,
} from '#domain/members/erasure.ts'
import { isHoldName, type LegalHold } from '#domain/members/legal-hold.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { type RetentionPeriod, whyNotPeriod } from '#domain/members/retention.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { createFakeAudit } from './fake-audit.ts'
import { fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

const noSuchMember = () => fail('not-found', 'Member not found.')

/** Creates the legal holds and erasures in memory. At first no retention period is set. */
const createFakeDataDuties = (world: FakeWorld): DataDutiesBridge => {
  const { members, studies } = world.clinic
  const holds: LegalHold[] = []
  const erasures: Erasure[] = []
  const periods: RetentionPeriod[] = []
  const answers = new Map<string, unknown>()
  /**
   * Returns up to three members without a future booking, who are due as soon as medical records have a retention
   * period.
   */
  const dueMembers = () => {
    const hasEnd = periods.some(({ kind, days }) => kind === 'medical-record' && days !== null)
    const found = members.filter((one) => !isErasedMember(one) && isAhead(one.patientID) === 0).slice(0, 3)
    const keptUntil = '2026-01-01' as PlainDate
    return hasEnd ? found.map((one) => ({ memberID: one.patientID, name: fullName(one), dob: one.dob, keptUntil })) : []
  }
  const find = (memberID: string): Member | undefined => members.find(({ patientID }) => patientID === memberID)
  const by = (): string => world.user()?.fullname ?? ''
  const whyNot = () => (world.isOnline() ? null : fakeOffline())
  const isAhead = (memberID: string): number =>
    studies.filter(
      ({ patientID, booking, status }) =>
        patientID === memberID && !status.cancelled && (booking?.utcEnd ?? '') > world.now(),
    ).length
  const factsOf = (member: Member): ErasureFacts => ({
    isErased: isErasedMember(member),
    legalHolds: holds.filter(({ memberID, liftedAt }) => memberID === member.patientID && liftedAt === null).length,
    futureBookings: isAhead(member.patientID),
    openBalances: studies.filter(
      ({ patientID, status, balance }) => patientID === member.patientID && !status.cancelled && Number(balance) !== 0,
    ).length,
    ...{ openCredits: 0, openGiftCards: 0, openAttempts: 0, openSends: 0 },
    keepUntil: studies.some(({ patientID }) => patientID === member.patientID) ? 'always' : null,
    today: world.now().slice(0, 10) as PlainDate,
  })
  /** Runs a call once for each key. */
  const once = <Value>(key: string, run: () => Value): Value => {
    if (!answers.has(key)) answers.set(key, run())
    return answers.get(key) as Value
  }
  return {
    read: async () =>
      whyNot() ??
      ok({
        holds: holds.filter(({ liftedAt }) => liftedAt === null),
        erasures,
        retention: {
          periods,
          places: ['all', 'Canada', 'Canada/BC'],
          lastRun: null,
          due: dueMembers(),
          hasMoreDue: false,
        },
      }),
    changePeriod: async ({ kind, place, days, version }) => {
      const refused = whyNot()
      if (refused !== null) return refused
      const why = whyNotPeriod(kind, place, days)
      if (why !== null) return fail('invalid-input', why, { fields: { days: why } })
      if (!['all', 'Canada', 'Canada/BC'].includes(place))
        return fail('invalid-input', 'No location is in this country, province or state.')
      const at = periods.findIndex((one) => one.kind === kind && one.place === place)
      if ((periods[at]?.version ?? 0) !== version) return fail('stale', 'Someone else changed this period.')
      const period = { kind, place, days, version: version + 1, setBy: by(), setAt: world.now() }
      periods.splice(at === -1 ? periods.length : at, at === -1 ? 0 : 1, period)
      return ok(period)
    },
    readMember: async ({ memberID }) => {
      const member = find(memberID)
      if (member === undefined) return whyNot() ?? noSuchMember()
      const facts = factsOf(member)
      const erasure = erasures.find((one) => one.memberID === memberID)
      return (
        whyNot() ??
        ok({
          holds: holds.filter((hold) => hold.memberID === memberID),
          obstacles: findErasureObstacles(facts).map((kind) => ({ kind, text: describeObstacle(kind, facts) })),
          keepUntil: null,
          erasure: erasure === undefined ? null : { at: erasure.at, by: erasure.by },
        })
      )
    },
    placeHold: async ({ memberID, name, reason, idempotencyKey }) => {
      const member = find(memberID)
      const refused = whyNot()
      if (refused !== null) return refused
      if (member === undefined) return noSuchMember()
      const isUsed = holds.some(
        (hold) => hold.memberID === memberID && hold.liftedAt === null && isHoldName(name, hold.name),
      )
      return once(idempotencyKey, () => {
        if (isErasedMember(member)) return fail('act-not-allowed', 'This member was erased.')
        if (isUsed) return fail('act-not-allowed', 'This member has a legal hold with this name already.')
        const hold: LegalHold = {
          holdID: `hold-${holds.length + 1}`,
          memberID,
          member: { name: fullName(member), dob: member.dob },
          ...{
            name,
            reason,
            placedAt: world.now(),
            placedBy: by(),
            liftedAt: null,
            liftedBy: null,
            liftedReason: null,
          },
        }
        holds.push(hold)
        return ok(hold)
      })
    },
    liftHold: async ({ holdID, name, reason, idempotencyKey }) =>
      whyNot() ??
      once(idempotencyKey, () => {
        const place = holds.findIndex((hold) => hold.holdID === holdID)
        const hold = holds[place]
        if (hold === undefined) return fail('not-found', 'There is no such legal hold.')
        if (!isHoldName(name, hold.name)) {
          const text = 'This is not the name of the legal hold.'
          return fail('invalid-input', text, { fields: { name: text } })
        }
        if (hold.liftedAt !== null) return fail('act-not-allowed', 'This legal hold was lifted already.')
        const lifted = { ...hold, liftedAt: world.now(), liftedBy: by(), liftedReason: reason }
        holds[place] = lifted
        return ok(lifted)
      }),
    erase: async ({ memberID, version, early, idempotencyKey }) =>
      whyNot() ??
      once(idempotencyKey, () => {
        const place = members.findIndex(({ patientID }) => patientID === memberID)
        const member = members[place]
        if (member === undefined) return noSuchMember()
        const facts = factsOf(member)
        const inWay = findRemainingObstacles(findErasureObstacles(facts), early)
        if (inWay.length > 0) {
          return fail('act-not-allowed', inWay.map((one) => describeObstacle(one, facts)).join(' '))
        }
        if (early !== null && facts.keepUntil === null) return fail('invalid-input', 'No legal basis is needed.')
        if (member.version !== version) return fail('stale', 'Someone else changed this member.')
        members[place] = toErasedMember(member)
        const { basis = null, reason = '' } = early ?? {}
        const erasure = { erasureID: `${erasedFirstName}-${erasures.length + 1}`, memberID, at: world.now() }
        erasures.unshift({ ...erasure, by: by(), basis, reason })
        world.emit('members.changed', { memberID })
        return ok({ ...erasure, by: by(), basis, reason })
      }),
  }
}

/** Creates the parts for administrators only: the audit log, and data duties. */
export const createFakeRecordDuties = (
  world: FakeWorld,
): { readonly audit: AuditBridge; readonly dataDuties: DataDutiesBridge } => ({
  audit: createFakeAudit(world),
  dataDuties: createFakeDataDuties(world),
})
