import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAddressConfirmed } from '#back-office/release/deliveries-judge.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { type Answer, clinic, findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const entry = {
  ...{ name: 'Cedar Pharmacy', address: '902 Cedar Street', address2: 'Unit 3', city: 'Vancouver', state: 'BC' },
  ...{ country: 'Canada', postalCode: 'v6c2t6', phone_number: '604-555-0111', fax_number: '1 604 555 0211' },
  locationIDs: [clinic.home],
}
const stored = { ...entry, postalCode: 'V6C 2T6', phone_number: '+1 604 555 0111', fax_number: '+1 604 555 0211' }

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the directory of pharmacies on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let token: string
    let keys = 0
    beforeAll(async () => {
      office = await runBackOffice(engine)
      token = await office.signIn('admin')
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    const ask = async (name: RouteName, input: object = {}, by = token): Promise<Answer> => {
      keys += 1
      const key = backOfficeRoutes[name].idempotent === false ? undefined : `pharmacies-${keys}`
      return office.call(name, input as never, { token: by, key })
    }
    const get = async (name: RouteName, input: object = {}): Promise<Answer['body']> => {
      const answer = await ask(name, input)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(backOfficeRoutes[name].answer.parse(answer.body)).toEqual(answer.body)
      return answer.body
    }
    const fieldsOf = async (name: RouteName, input: object): Promise<unknown> => {
      const { status, body } = await ask(name, input)
      expect([status, body.code]).toEqual([400, 'invalid-input'])
      return body.details.fields
    }

    it('adds a pharmacy, with its numbers in the format of its country, and offers it to the front desk', async () => {
      const added = await get('createPharmacy', { body: entry })
      expect(added).toEqual({ pharmacyID: added.pharmacyID, ...stored, version: 1, active: true })
      const frontdesk = await office.signIn('frontdesk')
      const { body } = await ask('readPharmacies', {}, frontdesk)
      expect(body).toContainEqual({ pharmacyID: added.pharmacyID, ...stored })
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['Cedar Pharmacy', 'Harbour Pharmacy'])
      expect((await ask('readAdministeredPharmacies', {}, frontdesk)).body.code).toBe('insufficient-permissions')
      expect((await ask('createPharmacy', { body: entry }, frontdesk)).body.code).toBe('insufficient-permissions')
    })

    it('refuses fields by the rules of the country, an unknown location, and a pharmacy that is in use already', async () => {
      const other = { ...entry, name: 'Other Pharmacy' }
      const wrong = { ...other, postalCode: '30303', phone_number: '12', fax_number: 'none', state: '' }
      expect(Object.keys((await fieldsOf('createPharmacy', { body: wrong })) as object).sort()).toEqual([
        'fax_number',
        'phone_number',
        'postalCode',
        'state',
      ])
      expect(await fieldsOf('createPharmacy', { body: { ...other, locationIDs: ['zz-zz-9'] } })).toHaveProperty(
        'locationIDs',
      )
      expect(await fieldsOf('createPharmacy', { body: { ...entry, name: 'CEDAR  pharmacy' } })).toHaveProperty('name')
      expect((await ask('createPharmacy', { body: { ...other, name: 'x'.repeat(121) } })).status).toBe(400)
    })

    it('changes a pharmacy under an optimistic lock, and stops offering a deactivated one', async () => {
      const { pharmacyID } = await get('createPharmacy', { body: { ...entry, name: 'Lake Pharmacy' } })
      const params = { pharmacyID }
      const body = { ...entry, name: 'Lake Pharmacy', city: 'Burnaby', locationIDs: [], version: 1, active: true }
      const changed = await get('changePharmacy', { params, body })
      expect(changed).toMatchObject({ city: 'Burnaby', locationIDs: [], postalCode: 'V6C 2T6', version: 2 })
      const stale = await ask('changePharmacy', { params, body })
      expect([stale.status, stale.body.code, stale.body.details.current]).toEqual([409, 'stale', changed])
      const taken = { ...body, ...{ name: 'Harbour Pharmacy', address: '18 Harbour Street', city: 'Vancouver' } }
      expect(await fieldsOf('changePharmacy', { params, body: { ...taken, version: 2 } })).toHaveProperty('name')
      // A deactivated pharmacy may have the same name and address as another one.
      await get('changePharmacy', { params, body: { ...taken, version: 2, active: false } })
      expect(await fieldsOf('changePharmacy', { params, body: { ...taken, version: 3 } })).toHaveProperty('name')
      const inUse = (await get('readPharmacies')).map((each: { pharmacyID: string }) => each.pharmacyID)
      expect(inUse).not.toContain(pharmacyID)
      const all = await get('readAdministeredPharmacies')
      expect(all).toContainEqual(expect.objectContaining({ pharmacyID, version: 3, active: false }))
      expect((await ask('changePharmacy', { params: { pharmacyID: 'ph-unknown' }, body })).status).toBe(404)
    })

    it('returns the same pharmacy for a repeated key', async () => {
      const key = 'pharmacy-twice'
      const body = { ...entry, name: 'Twice Pharmacy' }
      const first = await office.call('createPharmacy', { body } as never, { token, key })
      const again = await office.call('createPharmacy', { body } as never, { token, key })
      expect(again.body).toEqual(first.body)
    })

    it('lists no pharmacy as a recipient of reports, and does not count its fax number as used before', async () => {
      expect(await get('readPractitioners', { query: { text: 'pharmacy' } })).toEqual([])
      const faxes = (await get('readPharmacies')).map(({ fax_number }: { fax_number: string }) => fax_number)
      expect(faxes).toContain('+1 604 555 0210')
      const sent = checkAddressConfirmed('fax', '16045550210', null, office)
      await expect(sent).rejects.toMatchObject({ code: 'recipient-unconfirmed' })
    })
  })
}
