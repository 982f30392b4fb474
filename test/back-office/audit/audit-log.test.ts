import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditRow } from '#domain/audit/audit-row.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

type Filter = Readonly<Record<string, string>>

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the audit log for administrators on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let token: string
    beforeAll(async () => {
      office = await runBackOffice(engine)
      token = await office.signIn('admin')
      const desk = { token: await office.signIn('frontdesk'), workstation: 'desk-of-the-window' }
      // The desk copies the location of the first member, opens both members, and changes the second one.
      await office.call('readChanges', { query: { locationID: clinic.home } } as never, desk)
      for (const id of [clinic.member, clinic.otherMember, clinic.member]) {
        office.advance(60)
        await office.call('readMember', { params: { id } } as never, desk)
      }
      const city = { city: 'Kamloops' }
      await office.call('changeMember', { params: { id: clinic.otherMember }, body: city } as never, desk)
      const limited = { token: await office.signIn('oneLocation') }
      await office.call('readStudyDetailed', { params: { studyId: clinic.elsewhereStudy } } as never, limited)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const read = async (query: Filter = {}): Promise<{ rows: AuditRow[]; next: number | null }> => {
      const answer = await office.call('readAuditLog', { query } as never, { token })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }
    const actionsOf = async (query: Filter): Promise<string[]> => (await read(query)).rows.map(({ action }) => action)

    it('has the newest row first, with the names of person and member', async () => {
      const { rows } = await read({ memberID: clinic.otherMember, kind: 'viewed' })
      expect(rows.map(({ action }) => action)).toEqual(['study.viewed', 'member.viewed'])
      expect(rows[1]).toMatchObject({
        user: { userID: 'u-frontdesk', name: 'Robin frontdesk' },
        member: { memberID: clinic.otherMember, name: "Zoë O'Néill 100%", dob: '1975-12-11' },
        workstationID: 'desk-of-the-window',
        address: '127.0.0.1',
        outcome: 'ok',
      })
      const sequences = (await read()).rows.map(({ sequence }) => sequence)
      expect(sequences).toEqual([...sequences].sort((a, b) => b - a))
    })

    it('can be filtered by a member who is named only in a feed read, and shows the number of sent records', async () => {
      const { rows } = await read({ memberID: clinic.member, kind: 'copied' })
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ action: 'cache.changes-read', member: null, given: { member: 1, study: 1 } })
      expect(await actionsOf({ memberID: clinic.member, userID: 'u-frontdesk' })).toEqual([
        'member.viewed',
        'member.viewed',
        'cache.changes-read',
      ])
    })

    it.each([
      ['a person', { userID: 'u-onelocation' }, ['study.viewed', 'session.signed-in']],
      ['a kind', { kind: 'changed', workstationID: 'desk-of-the-window' }, ['member.changed']],
      ['refusals', { kind: 'refused' }, ['study.viewed']],
      ['a location', { locationID: clinic.home, userID: 'u-frontdesk' }, ['cache.changes-read']],
      ['a workstation without rows', { workstationID: 'unknown-desk' }, []],
    ] as const)('is filtered by %s', async (_name, filter, expected) => {
      expect(await actionsOf(filter)).toEqual(expected)
    })

    it('is filtered by time, excluding the end', async () => {
      const at = (seconds: number): string => new Date((office.now() + seconds) * 1000).toISOString()
      const desk = { workstationID: 'desk-of-the-window' }
      expect(await actionsOf({ ...desk, from: at(0) })).toEqual(['member.changed', 'member.viewed'])
      expect(await actionsOf({ ...desk, from: at(-60), to: at(0) })).toEqual(['member.viewed'])
    })

    it('is paged without gaps or repeated rows', async () => {
      for (let n = 0; n < 60; n += 1) await read({ workstationID: 'unknown-desk' })
      const filter = { userID: 'u-admin' }
      const first = await read(filter)
      expect(first.rows).toHaveLength(50)
      const second = await read({ ...filter, before: String(first.next) })
      const sequences = [...first.rows, ...second.rows].map(({ sequence }) => sequence)
      expect(new Set(sequences).size).toBe(sequences.length)
      expect(second.rows[0]?.sequence).toBeLessThan(first.rows.at(-1)?.sequence ?? 0)
    })

    it('has a row for each time that it was read, with the filter that was used', async () => {
      await read({ memberID: clinic.member, userID: 'u-frontdesk' })
      const [row] = (await read({ userID: 'u-admin', kind: 'log' })).rows
      expect(row).toMatchObject({
        action: 'audit.viewed',
        what: 'userID=u-frontdesk',
        member: { memberID: clinic.member },
      })
    })

    it('is compared with the heads that a workstation kept', async () => {
      const { body } = await office.call('readChanges', { query: { locationID: clinic.home } } as never, { token })
      const good = body.auditHead
      const check = async (heads: readonly object[]) =>
        (await office.call('checkAuditHeads', { body: { heads } } as never, { token })).body.heads.map(
          ({ state }: { state: string }) => state,
        )
      expect(await check([])).toEqual([])
      expect(await check([good, { ...good, rows: good.rows + 1 }])).toEqual(['same', 'bad-signature'])
    })

    it('can be exported as a CSV or PDF report on the accesses to a member’s record, and audits the export', async () => {
      const ask = async (id: string, format: 'pdf' | 'csv') =>
        office.call('exportMemberAccess', { params: { id }, query: { format } } as never, { token })
      const csv = await ask(clinic.otherMember, 'csv')
      expect(csv.body.fileName).toBe(`access-report-${clinic.otherMember}.csv`)
      const lines = Buffer.from(csv.body.base64, 'base64').toString().split('\r\n')
      expect(lines[0]).toMatch(/^\uFEFFRow,Time \(UTC\),Person,Person id,Action/)
      expect(lines.find((line) => line.includes('Member changed'))).toMatch(
        /Robin frontdesk,u-frontdesk.*member\.city$/,
      )
      const { text } = await readPdf(Buffer.from((await ask(clinic.member, 'pdf')).body.base64, 'base64'))
      for (const part of [
        'Who saw my record',
        'Ana Silva',
        'Robin frontdesk',
        'Member viewed',
        'Copied to a workstation',
      ])
        expect(text).toContain(part)
      expect((await ask('m-unknown', 'pdf')).status).toBe(404)
      expect(await actionsOf({ memberID: clinic.member, kind: 'log' })).toContain('audit.member-report-exported')
    })

    it('is exported as FHIR AuditEvents, one per line', async () => {
      const query = { memberID: clinic.member, userID: 'u-frontdesk' }
      const { body } = await office.call('exportAuditEvents', { query } as never, { token })
      const lines = Buffer.from(body.base64, 'base64').toString().trim().split('\n')
      const events = lines.map((line) => JSON.parse(line))
      expect(events.map(({ subtype }) => subtype[1].code)).toEqual([
        'cache.changes-read',
        'member.viewed',
        'member.viewed',
      ])
      for (const event of events) {
        expect(event).toMatchObject({ resourceType: 'AuditEvent', outcome: '0' })
        expect(event.entity[0].what).toEqual({ reference: `Patient/${clinic.member}` })
      }
    })
  })
}
