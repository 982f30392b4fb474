import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf } from './desk-work.ts'

/** The contract of the audit log that its screen relies on. */
export const describeAuditDesk = (name: string, start: StartDesks): void => {
  describe(`audit log over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let admin: Desk
    let other: Desk
    beforeAll(async () => {
      desks = await start()
      admin = desks.desk
      other = desks.otherDesk
      await admin.signIn('admin')
      await other.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    it('is for administrators only', async () => {
      const replies = [
        await other.ask('audit', 'read', {}),
        await other.ask('audit', 'checkHeads', {}),
        await other.ask('audit', 'exportEvents', {}),
        await other.ask('audit', 'readKeptHeads', {}),
        await other.ask('audit', 'reviewHeads', { until: 1, reason: 'Restored.' }),
      ]
      expect(replies.map(codeOf)).toEqual(replies.map(() => 'insufficient-permissions'))
    })

    it('lists the newest rows first, in pages without repeated rows', async () => {
      const first = await admin.get('audit', 'read', {})
      const sequences = first.rows.map(({ sequence }) => sequence)
      expect(sequences.length).toBeGreaterThan(0)
      expect(sequences).toEqual([...sequences].sort((a, b) => b - a))
      if (first.next === null) return
      const second = await admin.get('audit', 'read', { before: first.next })
      expect(second.rows[0]?.sequence).toBeLessThan(sequences.at(-1) ?? 0)
    })

    it('can be filtered by the member and the user of a row', async () => {
      const { rows } = await admin.get('audit', 'read', { kind: 'viewed' })
      const sample = rows.find(({ member, user }) => member !== null && user !== null)
      if (sample?.member == null || sample.user === null) return
      const memberID = sample.member.memberID as never
      const found = (await admin.get('audit', 'read', { memberID, userID: sample.user.userID })).rows
      expect(found.map(({ sequence }) => sequence)).toContain(sample.sequence)
      for (const { user } of found) expect(user?.userID).toBe(sample.user.userID)
      const report = await admin.get('audit', 'exportMember', { memberID, format: 'csv' })
      expect(report.fileName).toBe(`access-report-${memberID}.csv`)
    })

    it('exports the record of a member as PDF and FHIR', async () => {
      const [member] = (await admin.get('members', 'search', { text: 'a', limit: 1 })).members
      if (member === undefined) throw new Error('There is no member')
      const memberID = member.patientID
      const pdf = await admin.get('audit', 'exportRecord', { memberID, format: 'pdf' })
      expect(pdf.fileName).toBe(`member-record-${memberID}.pdf`)
      const fhir = await admin.get('audit', 'exportRecord', { memberID, format: 'fhir' })
      expect([fhir.fileName, fhir.note]).toEqual([`member-record-${memberID}.fhir.json`, null])
      const unknown = await admin.ask('audit', 'exportRecord', { memberID: 'm-unknown-1' as never, format: 'pdf' })
      expect(codeOf(unknown)).toBe('not-found')
      expect(codeOf(await other.ask('audit', 'exportRecord', { memberID, format: 'pdf' }))).toBe(
        'insufficient-permissions',
      )
    })

    it('refuses a report about an unknown member', async () => {
      const reply = await admin.ask('audit', 'exportMember', { memberID: 'm-unknown-1' as never, format: 'pdf' })
      expect(codeOf(reply)).toBe('not-found')
    })

    it('matches the heads that the workstation stored', async () => {
      const { heads } = await admin.get('audit', 'readHeads', {})
      const checked = (await admin.get('audit', 'checkHeads', {})).heads
      expect(checked.map(({ state }) => state)).toEqual(heads.map(() => 'same'))
    })

    it('has no differences to review, and accepts a review anyway', async () => {
      const { workstations } = await admin.get('audit', 'readKeptHeads', {})
      expect(workstations.filter(({ isOpen }) => isOpen)).toEqual([])
      const reviewed = await admin.get('audit', 'reviewHeads', { until: 1, reason: 'Restored.' })
      expect(reviewed.workstations.map(({ workstationID }) => workstationID)).toEqual(
        workstations.map(({ workstationID }) => workstationID),
      )
      expect(codeOf(await admin.ask('audit', 'reviewHeads', { until: 1, reason: ' ' }))).toBe('invalid-input')
    })

    it('exports its events as a file', async () => {
      const { fileName } = await admin.get('audit', 'exportEvents', { kind: 'sign-in' })
      expect(fileName).toBe('audit-events.ndjson')
    })
  })
}
