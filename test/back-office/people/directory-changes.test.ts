import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import {
  type AccountName,
  type Answer,
  aStudyRow,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'

const practitionerID = clinic.practitioner
const wanted = { faxNumber: '16045550199' }

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`the practitioner directory on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let keys = 0
    beforeEach(async () => {
      office = await runBackOffice(engine)
    })
    afterEach(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const change = async (
      who: AccountName,
      contact: object = wanted,
      version = 1,
      place: { readonly locationID?: string } = {},
    ): Promise<Answer> =>
      office.call(
        'changePractitioner',
        { params: { practitionerID }, body: { version, contact, ...place } as never },
        { token: await office.signIn(who) },
      )
    const read = async (who: AccountName, locationID: string = clinic.home): Promise<Answer['body']> => {
      const answer = await office.call('readDirectoryChanges', { query: { locationID } } as never, {
        token: await office.signIn(who),
      })
      expect(answer.status).toBe(200)
      expect(backOfficeRoutes.readDirectoryChanges.answer.parse(answer.body)).toEqual(answer.body)
      return answer.body
    }
    const decide = async (who: AccountName, changeID: string, isConfirmed: boolean): Promise<Answer> => {
      keys += 1
      return office.call(
        'decideDirectoryProposal',
        { params: { changeID }, body: { isConfirmed } },
        { token: await office.signIn(who), key: `decide-${keys}` },
      )
    }
    const entry = async () => {
      const row = await office.db.selectFrom('practitioner').selectAll().executeTakeFirstOrThrow()
      return { version: row.version, faxNumber: JSON.parse(row.document).contact?.faxNumber ?? '' }
    }
    const nameAt = async (location_id: string): Promise<void> => {
      const primary = { practitionerID, locationID: null }
      const study = { ...aStudyRow(office.now()), study_id: `s-names-${location_id}`, patient_id: clinic.member }
      const extra = JSON.stringify({ practitioners: { primary, referring: null, additional: [] } })
      await office.db
        .insertInto('study')
        .values({ ...study, location_id, extra })
        .execute()
    }

    it('applies a change immediately if a study at the caller’s location names the entry; the notice elsewhere has the old value', async () => {
      await nameAt(clinic.home)
      await nameAt(clinic.elsewhere)
      expect((await change('oneLocation')).body).toMatchObject({ isProposed: false, version: 2, contact: wanted })
      expect(await entry()).toEqual({ version: 2, faxNumber: wanted.faxNumber })
      const there = await read('frontdesk', clinic.elsewhere)
      expect(there.notices).toMatchObject([
        {
          practitionerID,
          practitionerName: 'Élodie Marchand',
          fields: [{ field: 'faxNumber', before: '', after: wanted.faxNumber }],
          by: 'Robin oneLocation',
          state: 'counted',
        },
      ])
      expect((await read('oneLocation')).notices).toEqual([])
    })

    it('shows a change as a notice at the other location until it is acknowledged for that location', async () => {
      await nameAt(clinic.home)
      await nameAt(clinic.elsewhere)
      await change('oneLocation')
      const [notice] = (await read('frontdesk', clinic.elsewhere)).notices
      const seen = { params: { changeID: notice.changeID }, body: { locationID: clinic.elsewhere } }
      const refused = await office.call('seeDirectoryChange', seen as never, {
        token: await office.signIn('oneLocation'),
      })
      expect([refused.status, refused.body.code]).toEqual([403, 'location-forbidden'])
      expect(
        (await office.call('seeDirectoryChange', seen as never, { token: await office.signIn('np') })).status,
      ).toBe(200)
      expect((await read('frontdesk', clinic.elsewhere)).notices).toEqual([])
    })

    it.each(['admin', 'hi'] as const)(
      'is changed immediately by %s, even if no study names the practitioner',
      async (who) => {
        expect((await change(who)).body).toMatchObject({ isProposed: false, version: 2 })
        expect((await read(who)).proposals).toEqual([])
      },
    )

    it.each(['sales', 'np', 'qa', 'finance'] as const)('stores a change by %s as a proposal', async (who) => {
      await nameAt(clinic.home)
      const answer = await change(who)
      expect([answer.status, answer.body.isProposed, answer.body.version]).toEqual([200, true, 1])
      expect(await entry()).toEqual({ version: 1, faxNumber: '' })
      const rows = await office.db
        .selectFrom('audit')
        .select('action')
        .where('action', 'like', 'practitioner%')
        .execute()
      expect(rows).toEqual([{ action: `practitioner.changed ${practitionerID}: faxNumber proposed` }])
    })

    it('stores a change by the front desk as a proposal if only studies elsewhere name the practitioner', async () => {
      await nameAt(clinic.elsewhere)
      expect((await change('oneLocation')).body.isProposed).toBe(true)
      expect((await change('frontdesk')).body.isProposed).toBe(false)
    })

    it('shows all proposals to those who decide, and to others only their own', async () => {
      await change('sales')
      await change('np', { address: '1 Quay Road' })
      expect((await read('hi')).proposals).toHaveLength(2)
      expect((await read('sales')).proposals).toMatchObject([{ by: 'Robin sales', state: 'proposed' }])
      expect((await read('qa')).proposals).toEqual([])
    })

    it('applies a proposal once it is confirmed, and announces it to every location that names the practitioner', async () => {
      await nameAt(clinic.home)
      await change('sales')
      const [{ changeID }] = (await read('admin')).proposals
      expect((await decide('sales', changeID, true)).body.code).toBe('insufficient-permissions')
      expect((await decide('admin', changeID, true)).body.practitioner).toMatchObject({ version: 2, contact: wanted })
      expect(await entry()).toEqual({ version: 2, faxNumber: wanted.faxNumber })
      expect((await read('frontdesk')).notices).toMatchObject([{ changeID, state: 'confirmed' }])
      const { status, body } = await decide('hi', changeID, false)
      expect([status, body.code, body.message]).toEqual([
        409,
        'stale',
        'This proposal was already confirmed by Robin admin.',
      ])
    })

    it('lists decisions for 30 days: all of them for those who decide, and for others only their own', async () => {
      await change('sales')
      await change('np', { address: '1 Quay Road' })
      const { proposals } = await read('admin')
      const [first, second] = ['Robin sales', 'Robin np'].map((name) =>
        proposals.find(({ by }: { by: string }) => by === name),
      )
      await decide('admin', first.changeID, true)
      await decide('hi', second.changeID, false)
      const decided = (await read('hi')).decided
      expect(decided).toHaveLength(2)
      expect(decided).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ changeID: first.changeID, state: 'confirmed', decidedBy: 'Robin admin' }),
          expect.objectContaining({ changeID: second.changeID, state: 'declined', decidedBy: 'Robin hi' }),
        ]),
      )
      expect((await read('sales')).decided).toMatchObject([{ changeID: first.changeID }])
      expect((await read('qa')).decided).toEqual([])
      const longAgo = office.now() - 31 * 86_400
      await office.db.updateTable('directory_change').set({ decided_at: longAgo }).execute()
      expect((await read('hi')).decided).toEqual([])
    })

    it('stores the location that a change names, and refuses a forbidden location', async () => {
      const refused = await change('oneLocation', wanted, 1, { locationID: clinic.elsewhere })
      expect([refused.status, refused.body.code]).toEqual([403, 'location-forbidden'])
      await change('sales', wanted, 1, { locationID: clinic.home })
      await change('np', { address: '1 Quay Road' })
      const places = (await read('hi')).proposals.map(
        ({ locationName }: { locationName: string | null }) => locationName,
      )
      expect(places).toHaveLength(2)
      expect(places).toEqual(expect.arrayContaining([expect.any(String), null]))
    })

    it('names the practice in a proposal to change its fax number', async () => {
      const practice = {
        id: 'pl-1',
        locationName: 'Downtown',
        practice: { practiceName: 'Harbour Practice' },
        practitionerContact: { faxNumber: '' },
      }
      const document = { id: practitionerID, firstName: 'Élodie', lastName: 'Marchand', locations: [practice] }
      await office.db
        .updateTable('practitioner')
        .set({ document: JSON.stringify(document) })
        .execute()
      await change('sales', { practiceFaxNumbers: { 'pl-1': '16045550133' } })
      expect((await read('hi')).proposals).toMatchObject([
        {
          fields: [
            {
              field: 'practiceFaxNumbers.pl-1',
              before: '',
              after: '16045550133',
              practiceName: 'Harbour Practice, Downtown',
            },
          ],
        },
      ])
    })

    it('does not change the entry when a proposal is declined, or when the entry has changed since the proposal', async () => {
      await change('sales')
      await change('np', { faxNumber: '16045550111' })
      const [first, second] = (await read('admin')).proposals
      expect((await decide('hi', first.changeID, false)).status).toBe(200)
      expect(await entry()).toEqual({ version: 1, faxNumber: '' })
      await change('admin', { faxNumber: '16045550122' })
      expect((await decide('admin', second.changeID, true)).body.code).toBe('stale')
      expect(await entry()).toEqual({ version: 2, faxNumber: '16045550122' })
      expect((await decide('admin', second.changeID, false)).status).toBe(200)
      expect((await read('admin')).proposals).toEqual([])
      expect((await decide('admin', 'no-such-change', true)).status).toBe(404)
    })
  })
}
