import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRetention } from '#back-office/members/retention.ts'
import { aStudyRow, clinic, findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const day = 86_400

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`retention on ${engine.kind}`, { timeout: 120_000 }, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => {
      await office?.stop()
      expect(office?.errors ?? []).toEqual([])
    })

    // The runs of later years remove the sessions of today.
    const signIn = () => office.signInAgain('admin')
    const read = async () => (await office.call('readDataDuties', {}, { token: await signIn() })).body
    const set = async (kind: string, days: number | null, version = 0, place = 'all') =>
      office.call('changeRetentionPeriod', { body: { kind, place, days, version } } as never, { token: await signIn() })
    const foundMembers = async (): Promise<number> =>
      (await office.db.selectFrom('found_member').select('member_id').execute()).length
    const findMemberAt = (at: number) =>
      office.db
        .insertInto('found_member')
        .values({ user_id: `u-${at}`, member_id: clinic.member, found_at: at })
        .execute()
    /** Makes the database look as if work was done at these times. */
    const workAt = async (times: readonly number[]): Promise<void> => {
      await office.db.deleteFrom('change').execute()
      for (const changed_at of times) {
        const change = { location_id: clinic.home, kind: 'study', record_id: 's-1', changed_at }
        await office.db
          .insertInto('change')
          .values(change as never)
          .execute()
      }
    }

    it('removes technical records by their period once a day, after three days of work', async () => {
      const now = office.now() + 400 * day
      await findMemberAt(now - 31 * day)
      await findMemberAt(now - 29 * day)
      await workAt([now - 2 * day, now - day, now - 60])
      expect(await runRetention(office.db, now)).toBe('done')
      expect(await foundMembers()).toBe(1)
      await findMemberAt(now - 40 * day)
      expect(await runRetention(office.db, now + 60)).toBeNull()
      expect(await foundMembers()).toBe(2)
      const { lastRun } = (await read()).retention
      expect(lastRun).toMatchObject({ state: 'done', removed: { 'found-member': 1 } })
    })

    it('removes nothing after a jump of the clock, ahead or back', async () => {
      const before = await foundMembers()
      const now = office.now() + 500 * day
      // Nothing was done for 100 days, and then the first change has the new time.
      await workAt([office.now() + 400 * day, now - 60])
      expect(await runRetention(office.db, now)).toBe('too-little-work')
      await workAt([now + 3 * day, now + 2 * day, now + day])
      expect(await runRetention(office.db, now + 30 * day - 60 * day)).toBe('clock-behind')
      expect(await foundMembers()).toBe(before)
    })

    it('is done once by several servers at the same time', async () => {
      const now = office.now() + 600 * day
      await workAt([now - 2 * day, now - day, now - 60])
      await findMemberAt(now - 50 * day)
      const states = await Promise.all([1, 2, 3].map(() => runRetention(office.db, now)))
      expect(states.filter((state) => state !== null)).toEqual(['done'])
    })

    it('lists members as due only after a period was set, and none with a legal hold', async () => {
      const old = office.now() - 20 * 366 * day
      await office.db.updateTable('study').set({ created_at: old }).where('study_id', '=', clinic.homeStudy).execute()
      await office.db
        .updateTable('document')
        .set({ created_at: old })
        .where('study_id', '=', clinic.homeStudy)
        .execute()
      expect((await read()).retention.due).toEqual([])
      expect((await set('medical-record', 5844)).status).toBe(200)
      const isDue = async (): Promise<unknown> => (await read()).retention.due
      expect(await isDue()).toEqual([
        { memberID: clinic.member, name: 'Ana Silva', dob: '1980-02-03', keptUntil: expect.any(String) },
      ])
      // A newer study of the same member, and a period without an end at the place of the study.
      const newer = { study_id: 's-newer', patient_id: clinic.member, location_id: clinic.elsewhere }
      await office.db
        .insertInto('study')
        .values({ ...aStudyRow(office.now()), ...newer })
        .execute()
      expect(await isDue()).toEqual([])
      await office.db.updateTable('study').set({ created_at: old }).where('study_id', '=', 's-newer').execute()
      expect(await isDue()).toHaveLength(1)
      const { places } = (await read()).retention
      const country = places.find((place: string) => place !== 'all' && !place.includes('/'))
      expect((await set('medical-record', null, 0, country)).status).toBe(200)
      expect(await isDue()).toEqual([])
      expect((await set('medical-record', 5844, 1, country)).status).toBe(200)
      expect(await isDue()).toHaveLength(1)
      const hold = { params: { id: clinic.member }, body: { name: 'Case', reason: 'Lawsuit' } }
      expect((await office.call('placeLegalHold', hold as never, { token: await signIn(), key: 'hold' })).status).toBe(
        200,
      )
      expect(await isDue()).toEqual([])
    })

    it('refuses a period that is too short, and one that changed meanwhile', async () => {
      expect((await set('medical-record', 365, 1)).body.code).toBe('invalid-input')
      expect((await set('sign-in', null)).body.code).toBe('invalid-input')
      expect((await set('sign-in', 10)).status).toBe(200)
      expect((await set('sign-in', 12)).body).toMatchObject({ code: 'stale', details: { currentVersion: 1 } })
    })
  })
}
