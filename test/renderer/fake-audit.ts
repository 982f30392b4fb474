import type { AuditBridge } from '#contract/audit/bridge.ts'
import type { KeptHeads } from '#contract/audit/fields.ts'
import { fail, ok } from '#contract/reply.ts'
import { type AuditFilter, isActionOfKind } from '#domain/audit/audit-filter.ts'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { AuditRow } from '#domain/audit/audit-row.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

/** The number of rows on a page; a page of the real server has more. */
const rowsPerPage = 20

const aHead = (at: number, rows: number): SignedAuditHead => ({
  ...{ serverID: 'server-1', at, rows, hash: 'ab'.repeat(32), keyID: '0123456789abcdef' },
  ...{ publicKey: 'A'.repeat(60), signature: 'B'.repeat(88) },
})

const matches = (row: AuditRow, filter: AuditFilter): boolean => {
  const { kind, from, to } = filter
  const at = toEpochMs(row.at)
  return (
    (filter.memberID === undefined || row.member?.memberID === filter.memberID) &&
    (filter.userID === undefined || row.user?.userID === filter.userID) &&
    (filter.workstationID === undefined || row.workstationID === filter.workstationID) &&
    (filter.locationID === undefined || row.locationID === filter.locationID) &&
    (from === undefined || at >= toEpochMs(from)) &&
    (to === undefined || at < toEpochMs(to)) &&
    (kind === undefined || (kind === 'refused' ? row.outcome !== 'ok' : isActionOfKind(row.action, kind)))
  )
}

/** Creates the audit log in memory: views, a change, a copy and a refusal, by two accounts at two workstations. */
export const createFakeAudit = (world: FakeWorld): AuditBridge => {
  const [first, second] = world.clinic.members
  const [frontdesk, other] = world.clinic.users
  const [location] = world.clinic.locations
  const rows: AuditRow[] = []
  const add = (minutesAgo: number, member: Member | undefined, changes: Partial<AuditRow>): void => {
    const user = rows.length % 3 === 2 ? other : frontdesk
    rows.push({
      sequence: rows.length + 1,
      at: toInstant(toEpochMs(world.now()) - minutesAgo * 60_000),
      user: user === undefined ? null : { userID: user.user_id, name: user.fullname },
      action: 'member.viewed',
      what: null,
      member: member === undefined ? null : { memberID: member.patientID, name: fullName(member), dob: member.dob },
      studyID: null,
      locationID: location?.locationID ?? null,
      workstationID: rows.length % 2 === 0 ? 'desk-of-the-window' : 'desk-of-the-nurse',
      address: '10.20.0.14',
      outcome: 'ok',
      before: null,
      after: null,
      given: null,
      ...changes,
    })
  }
  for (let n = 40; n > 0; n -= 1) add(n * 30, n % 2 === 0 ? first : second, {})
  add(20, undefined, { action: 'cache.changes-read', given: { member: 14, study: 16, 'machine-time': 3 } })
  add(15, first, {
    action: 'study.rescheduled',
    studyID: 's-000001',
    before: '{"starts_at":1795453200,"version":3}',
    after: '{"starts_at":1795460400,"version":4,"changed":["extra"]}',
  })
  add(10, second, { action: 'study.viewed', outcome: 'location-forbidden' })
  const whyNot = () => (world.isOnline() ? null : fakeOffline())
  const file = (fileName: string) => ok({ fileName, base64: btoa('file') })
  const heads = [aHead(1_795_000_000, 7)]
  const kept: KeptHeads = {
    ...{ workstationID: 'desk-of-the-window', comparedAt: Math.floor(toEpochMs(world.now()) / 1000) - 240 },
    ...{ confirmedAt: 1_795_000_000, problemAt: null, problem: null, isOpen: false },
  }
  return {
    read: async ({ before, ...filter }) => {
      const refused = whyNot()
      if (refused !== null) return refused
      const found = rows
        .filter((row) => matches(row, filter) && (before === undefined || row.sequence < before))
        .sort((a, b) => b.sequence - a.sequence)
      const page = found.slice(0, rowsPerPage)
      return ok({ rows: page, next: found.length > rowsPerPage ? (page.at(-1)?.sequence ?? null) : null })
    },
    checkHeads: async () =>
      whyNot() ?? ok({ heads: heads.map(({ at, rows: count }) => ({ at, rows: count, state: 'same' })) }),
    readHeads: async () => ok({ heads }),
    readKeptHeads: async () => whyNot() ?? ok({ workstations: [kept] }),
    reviewHeads: async () => whyNot() ?? ok({ workstations: [kept] }),
    exportMember: async ({ memberID, format }) => {
      const isKnown = world.clinic.members.some(({ patientID }) => patientID === memberID)
      return (
        whyNot() ??
        (isKnown ? file(`access-report-${memberID}.${format}`) : fail('not-found', 'There is no such member.'))
      )
    },
    exportRecord: async ({ memberID, format }) => {
      const isKnown = world.clinic.members.some(({ patientID }) => patientID === memberID)
      if (!isKnown) return whyNot() ?? fail('not-found', 'There is no such member.')
      const fileName = `member-record-${memberID}.${format === 'pdf' ? 'pdf' : 'fhir.json'}`
      return whyNot() ?? ok({ fileName, base64: btoa('file'), note: null })
    },
    exportEvents: async () => whyNot() ?? file('audit-events.ndjson'),
  }
}
