import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRetention } from '#back-office/members/retention.ts'
import { aStudyRow, clinic, findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'
import { aDeliveryRow, aMessageRow } from '../../builders/watched-rows.ts'

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

    const signIn = () => office.signInAgain('admin')
    const read = async () => (await office.call('readDataDuties', {}, { token: await signIn() })).body
    const set = async (kind: string, days: number | null, version = 0, place = 'all') =>
      office.call('changeRetentionPeriod', { body: { kind, place, days, version } } as never, { token: await signIn() })
    let place = 0
    /** Adds a message that was sent to an address and reached its state at `at`, in epoch seconds. */
    const sentAt = async (at: number, change: object = {}): Promise<void> => {
      place += 1
      await office.db
        .insertInto('message')
        .values({ ...aMessageRow(at, place), state: 'sent', recipient: 'ana@mail.example', ...change })
        .execute()
    }
    const addresses = async (): Promise<number> =>
      (await office.db.selectFrom('message').select('message_id').where('recipient', 'is not', null).execute()).length
    const addSend = async (id: string, change: object): Promise<void> => {
      await office.db
        .insertInto('delivery')
        .values({ ...aDeliveryRow(office.now()), delivery_id: id, password: 'Mrk60', state: 'delivered', ...change })
        .execute()
    }
    const passwords = async (): Promise<readonly (string | null)[]> =>
      (await office.db.selectFrom('delivery').select('password').orderBy('delivery_id').execute()).map(
        ({ password }) => password,
      )
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

    it('removes each technical value after its period, once a day, and only after three days with work', async () => {
      const now = office.now() + 400 * day
      await sentAt(now - 731 * day)
      await sentAt(now - 729 * day)
      await sentAt(now - 731 * day, { state: 'uncertain' })
      await addSend('send-1', { ended_at: now - 91 * day })
      await addSend('send-2', { ended_at: now - 89 * day })
      await addSend('send-3', { ended_at: null })
      await addSend('send-4', { ended_at: now - 91 * day, password: null })
      await workAt([now - 2 * day, now - day, now - 60])
      expect(await runRetention(office.db, now)).toBe('done')
      expect(await addresses()).toBe(2)
      expect(await passwords()).toEqual(['', 'Mrk60', 'Mrk60', null])
      await sentAt(now - 740 * day)
      expect(await runRetention(office.db, now + 60)).toBeNull()
      expect(await addresses()).toBe(3)
      const { lastRun } = (await read()).retention
      expect(lastRun).toMatchObject({ state: 'done', removed: { 'message-address': 1, 'send-password': 1 } })
    })

    it('removes nothing after the clock jumps forward or back', async () => {
      const before = await addresses()
      const now = office.now() + 500 * day
      // Nothing was done for 100 days, and then the first change has the new time.
      await workAt([office.now() + 400 * day, now - 60])
      expect(await runRetention(office.db, now)).toBe('too-little-work')
      await workAt([now + 3 * day, now + 2 * day, now + day])
      expect(await runRetention(office.db, now + 30 * day - 60 * day)).toBe('clock-behind')
      expect(await addresses()).toBe(before)
    })

    it('runs only once when several servers start it at the same time', async () => {
      const now = office.now() + 600 * day
      await workAt([now - 2 * day, now - day, now - 60])
      const states = await Promise.all([1, 2, 3].map(() => runRetention(office.db, now)))
      expect(states.filter((state) => state !== null)).toEqual(['done'])
    })

    it('uses the retention period of the country, and skips a member with a legal hold', async () => {
      const { places } = (await read()).retention
      const country = places.find((one: string) => one.startsWith('Canada') && !one.includes('/'))
      expect((await set('message-address', 40, 0, country)).status).toBe(200)
      const now = office.now() + 700 * day
      await workAt([now - 2 * day, now - day, now - 60])
      await office.db.updateTable('message').set({ recipient: null }).execute()
      await sentAt(now - 41 * day)
      await sentAt(now - 39 * day - 3600)
      await sentAt(now - 41 * day, { location_id: clinic.elsewhere, study_id: clinic.elsewhereStudy })
      const hold = { params: { id: clinic.member }, body: { name: 'First case', reason: 'Lawsuit' } }
      expect(
        (await office.call('placeLegalHold', hold as never, { token: await signIn(), key: 'first-hold' })).status,
      ).toBe(200)
      expect(await runRetention(office.db, now)).toBe('done')
      // Only the other member's address is removed.
      expect(await addresses()).toBe(2)
      await office.db.updateTable('legal_hold').set({ lifted_at: office.now() }).execute()
      expect(await runRetention(office.db, now + day)).toBe('done')
      // The hold is lifted, and the newer message is now older than the period.
      expect(await addresses()).toBe(0)
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
      // A newer study of the same member, in a country whose period has no end.
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

    it('refuses a period that is too short, and a change that is based on a stale version', async () => {
      expect((await set('medical-record', 365, 1)).body.code).toBe('invalid-input')
      expect((await set('send-password', null)).body.code).toBe('invalid-input')
      expect((await set('send-password', 100)).status).toBe(200)
      expect((await set('send-password', 120)).body).toMatchObject({ code: 'stale', details: { currentVersion: 1 } })
    })
  })
}
