import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aBooking } from '../booking/booking-desk.ts'

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`rows of the audit log on ${engine.kind}`, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const rowsOf = (action: string) =>
      office.db.selectFrom('audit').selectAll().where('action', 'like', `${action}%`).orderBy('sequence').execute()
    const lastOf = async (action: string) => (await rowsOf(action)).at(-1)
    const parsed = (row: { readonly before: string | null; readonly after: string | null } | undefined) =>
      [row?.before, row?.after].map((text) => JSON.parse(text ?? 'null'))

    it('have the ids that a poll of the feed returned; an empty poll writes no row', async () => {
      const token = await office.signIn('frontdesk')
      const poll = async (cursor?: string) => {
        const query = { locationID: clinic.home, ...(cursor !== undefined && { cursor }) } as never
        const { body } = await office.call('readChanges', { query }, { token, workstation: 'desk-of-the-feed' })
        return body
      }
      let page = await poll()
      while (page.more) page = await poll(page.cursor)
      const rows = await rowsOf('cache.changes-read')
      expect(rows.every(({ workstation_id }) => workstation_id === 'desk-of-the-feed')).toBe(true)
      const given = rows.map((row) => JSON.parse(row.given ?? 'null'))
      expect(given[0]).toMatchObject({ member: [clinic.member], study: [clinic.homeStudy] })
      expect(await poll(page.cursor)).toMatchObject({ changes: [], more: false })
      expect(await rowsOf('cache.changes-read')).toHaveLength(rows.length)
      const index = await office.db.selectFrom('audit_given').selectAll().execute()
      expect(index).toContainEqual({ member_id: clinic.member, sequence: rows[0]?.sequence })

      await office.call(
        'updateStudyStatus',
        {
          params: { studyId: clinic.homeStudy } as never,
          body: { checkin: true, at: '2026-11-21T16:00:00Z', utcStart: null } as never,
        },
        { token, key: 'audit-rows-checkin' },
      )
      await poll(page.cursor)
      const later = await rowsOf('cache.changes-read')
      expect(later).toHaveLength(rows.length + 1)
      expect(JSON.parse(later.at(-1)?.given ?? 'null')).toMatchObject({ study: [clinic.homeStudy] })
    })

    it('have the user, workstation and address of the call, over REST and GraphQL', async () => {
      const token = await office.signIn('frontdesk')
      const named = { token, workstation: 'desk-of-the-window' }
      await office.call('readMember', { params: { id: clinic.member } } as never, named)
      const query = `{ getActiveDocuments(studyId: "${clinic.homeStudy}") { uuid } }`
      await office.send('POST', '/graphql', { ...named, body: JSON.stringify({ query }) })
      for (const action of ['member.viewed', 'documents.listed']) {
        expect(await lastOf(action), action).toMatchObject({
          user_id: 'u-frontdesk',
          member_id: clinic.member,
          workstation_id: 'desk-of-the-window',
          address: '127.0.0.1',
        })
      }
    })

    it('name the fields of a member that changed, without their values', async () => {
      const token = await office.signIn('frontdesk')
      const body = { city: 'Kamloops', phone_number: '+1 604 555 0177' }
      const answer = await office.call('changeMember', { params: { id: clinic.otherMember }, body } as never, { token })
      expect(answer.status).toBe(200)
      const row = await lastOf('member.changed')
      expect(parsed(row)).toEqual([
        { 'member.version': answer.body.version - 1 },
        { 'member.version': answer.body.version, changed: ['member.phone_number', 'member.city'] },
      ])
      expect(JSON.stringify(row)).not.toMatch(/Kamloops|0177/)
    })

    it('have the appointment, the flags and the money of a study before and after', async () => {
      const token = await office.signIn('frontdesk')
      const body = aBooking({ slotSelectionType: 'manual', utcStart: '2026-11-25T17:00:00Z' })
      const booked = await office.call('createBooking', { body } as never, { token, key: 'audit-rows-booking' })
      expect(booked.status, JSON.stringify(booked.body)).toBe(200)
      const studyId = booked.body.studyID
      const [before, after] = parsed(await lastOf('study.booked'))
      expect(before).toMatchObject({ starts_at: null })
      expect(after).toMatchObject({ location_id: clinic.home, starts_at: Date.parse(body.utcStart as string) / 1000 })

      const cancellation = { cancellationReason: 'other', cancellationDetail: 'a word about the member' }
      const cancelled = await office.call('cancelBooking', { params: { studyId }, body: cancellation } as never, {
        token,
        key: 'audit-rows-cancel',
      })
      expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
      const row = await lastOf('study.cancelled')
      expect(row).toMatchObject({ study_id: studyId, chain: clinic.home })
      const [was, is] = parsed(row)
      expect([was.cancelled, is.cancelled, was['status.cancelled'], is['status.cancelled']]).toEqual([
        0,
        1,
        false,
        true,
      ])
      expect(is.changed).toContain('cancellation')
      expect(JSON.stringify(row)).not.toContain('a word about')
    })

    it('name the account of a refused sign-in', async () => {
      const body = { email: 'np@test.atrium', password: 'not the password' }
      expect((await office.call('signIn', { body } as never)).status).toBe(401)
      expect(await lastOf('session.signed-in')).toMatchObject({ user_id: 'u-np', outcome: 'bad-credentials' })
    })
  })
}
