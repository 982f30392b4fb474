import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { AdministeredPromo } from '#domain/catalogue/administered-catalogue.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, locationID, skuID } from './desk-work.ts'

const day = 86_400

/** The contract of the administration of the catalogue and of both directories that screens rely on. */
export const describeCatalogueDesk = (name: string, start: StartDesks): void => {
  describe(`the catalogue over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('admin')
      await otherDesk.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const newPromo = () => {
      const now = Math.floor(desks.nowMs() / 1000)
      return bridgeSchemas.catalogue.createPromo.input.parse({
        promoID: `DESK-${randomUUID().slice(0, 8)}`,
        name: 'Neighbours',
        type: 'fixed',
        amount: 75,
        notes: 'Agreed with the neighbours’ café',
        category: 'partnership',
        validFrom: now,
        validTo: now + 30 * day,
        booking_valid_from: now,
        booking_valid_to: now + 90 * day,
        skuIDs: [skuID],
        idempotencyKey: randomUUID(),
      })
    }
    const changePromo = (promo: AdministeredPromo, changes: Record<string, unknown>, app = desk) =>
      app.ask('catalogue', 'changePromo', bridgeSchemas.catalogue.changePromo.input.parse({ ...promo, ...changes }))
    const promoAt = async (app: Desk, promoID: string) =>
      (await app.get('catalogue', 'readPromos', {})).filter((promo) => promo.promoID === promoID)
    const issue = () =>
      desk.get('catalogue', 'issueGiftCard', { amount: 250, currency: 'CAD', idempotencyKey: randomUUID() })
    const cardAt = async (app: Desk, giftCardID: string) =>
      (await app.get('catalogue', 'readGiftCards', {})).filter((card) => card.giftCardID === giftCardID)

    it('creates one promo per idempotency key, and both workstations read it', async () => {
      const input = newPromo()
      const { idempotencyKey: _, ...fields } = input
      const promo = await desk.get('catalogue', 'createPromo', input)
      expect(promo).toEqual({ ...fields, version: 1, active: true })
      expect(await desk.get('catalogue', 'createPromo', input)).toEqual(promo)
      for (const app of [desk, otherDesk]) expect(await promoAt(app, promo.promoID)).toEqual([promo])
    })

    it('changes a promo under an optimistic lock, and both workstations read the change', async () => {
      const promo = await desk.get('catalogue', 'createPromo', newPromo())
      const changed = { ...promo, name: 'Neighbours and friends', amount: 80, notes: 'Ends', active: false, version: 2 }
      const { name, amount, notes, active } = changed
      expect(await changePromo(promo, { name, amount, notes, active })).toEqual({ ok: true, value: changed })
      expect(await changePromo(promo, { amount: 90 }, otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: changed } },
      })
      expect(codeOf(await changePromo(promo, { promoID: 'DESK-UNKNOWN' }))).toBe('not-found')
      for (const app of [desk, otherDesk]) expect(await promoAt(app, promo.promoID)).toEqual([changed])
    })

    it('issues a gift card, and both workstations read it without its number', async () => {
      const { number, card } = await issue()
      expect(card).toMatchObject({ balance: 250, currency: 'CAD', lastCharacters: number.slice(-4), active: true })
      for (const app of [desk, otherDesk]) {
        expect(await cardAt(app, card.giftCardID)).toEqual([card])
        expect(JSON.stringify(await app.get('catalogue', 'readGiftCards', {}))).not.toContain(number)
      }
    })

    it('deactivates a gift card under an optimistic lock, and both workstations read the change', async () => {
      const { card } = await issue()
      const { giftCardID } = card
      const change = (version: number, active: boolean, app = desk) =>
        app.ask('catalogue', 'changeGiftCard', { giftCardID, version, active })
      const changed = { ...card, version: 2, active: false }
      expect(await change(1, false)).toEqual({ ok: true, value: changed })
      expect(await change(1, true, otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: changed } },
      })
      const unknown = { giftCardID: 'f'.repeat(32), version: 1, active: false }
      expect(codeOf(await desk.ask('catalogue', 'changeGiftCard', unknown))).toBe('not-found')
      for (const app of [desk, otherDesk]) expect(await cardAt(app, giftCardID)).toEqual([changed])
    })

    it('adds a scan type, changes the scan type under an optimistic lock, and adds its price at a location', async () => {
      const numbers = (await desk.get('catalogue', 'read', {})).skus.map((sku) => sku.skuID)
      const input = bridgeSchemas.catalogue.createSku.input.parse({
        ...{ skuID: Math.max(...numbers) + 1, type: 'primary', name: 'Knee', shortName: 'Knee', category: '' },
        ...{ price: 400, time: 20, description: '', extensions: [], technique: { male: '', female: '' } },
        idempotencyKey: randomUUID(),
      })
      const sku = await desk.get('catalogue', 'createSku', input)
      expect(sku).toMatchObject({ name: 'Knee', version: 1, active: true })
      expect(codeOf(await desk.ask('catalogue', 'createSku', { ...input, idempotencyKey: randomUUID() }))).toBe(
        'invalid-input',
      )
      const changeSku = (price: number, app = desk) => {
        const { skuID: id, type: _, idempotencyKey: __, ...fields } = input
        return app.ask('catalogue', 'changeSku', { ...fields, skuID: id, price, version: 1, active: true })
      }
      const changed = { ...sku, price: 420, version: 2 }
      expect(await changeSku(420)).toEqual({ ok: true, value: changed })
      expect(await changeSku(430, otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: changed } },
      })
      const today = (await desk.get('catalogue', 'read', {})).locations.find(
        (one) => one.locationID === locationID,
      )?.today
      const prices = bridgeSchemas.catalogue.addPrices.input.parse({
        ...{ skuID: sku.skuID, locationIDs: [locationID], price: 450, firstDay: today, isAdminOnly: false },
        idempotencyKey: randomUUID(),
      })
      const [price] = await desk.get('catalogue', 'addPrices', prices)
      expect(price).toMatchObject({ skuID: sku.skuID, locationID, price: 450, isInEffect: true })
      const read = await otherDesk.get('catalogue', 'read', {})
      expect(read.skus).toContainEqual(changed)
      expect(read.prices).toContainEqual(price)
    })

    it('adds a document type and changes it under an optimistic lock', async () => {
      const input = { name: 'Referral letter', description: '', idempotencyKey: randomUUID() }
      const type = await desk.get('catalogue', 'createDocumentType', input)
      expect(type).toMatchObject({ name: 'Referral letter', version: 1, active: true })
      const changeType = (name: string, app = desk) =>
        app.ask('catalogue', 'changeDocumentType', { ...type, name, active: false })
      const changed = { ...type, name: 'Letter', active: false, version: 2 }
      expect(await changeType('Letter')).toEqual({ ok: true, value: changed })
      expect(await changeType('Paper', otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: changed } },
      })
      expect(await otherDesk.get('catalogue', 'readDocumentTypes', {})).toContainEqual(changed)
    })

    it('adds two practitioners, changes one under an optimistic lock, and merges that one into the other', async () => {
      const fields = (lastName: string, practiceName: string) => ({
        ...{ firstName: 'Robin', lastName, profession: 'Family doctor', salutation: 'Dr.' },
        contact: { emailAddress: `${randomUUID()}@practice.example`, faxNumber: '', address: '', address2: '' },
        practices: [{ id: null, practiceName, locationName: 'North', faxNumber: '' }],
      })
      const { create, change, merge } = bridgeSchemas.practitioners
      const created = (lastName: string, practiceName: string) => {
        const input = { ...fields(lastName, practiceName), idempotencyKey: randomUUID() }
        return desk.get('practitioners', 'create', create.input.parse(input))
      }
      const kept = await created('Marchand', 'Quay Clinic')
      const twin = await created('Marchant', 'Lake Clinic')
      const changeTwin = (lastName: string, app = desk) => {
        const practices = twin.locations.map(({ id, locationName, practice }) => ({
          id,
          locationName,
          ...practice,
          faxNumber: '',
        }))
        const input = {
          ...fields(lastName, ''),
          practices,
          practitionerID: twin.id,
          version: twin.version,
          active: true,
        }
        return app.ask('practitioners', 'change', change.input.parse(input))
      }
      expect(await changeTwin('Marchand')).toMatchObject({ value: { id: twin.id, lastName: 'Marchand', version: 2 } })
      expect(await changeTwin('Marchmont', otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: { id: twin.id, lastName: 'Marchand', version: 2 } } },
      })
      const mergeTwin = (version: number) => {
        const entries = { practitionerID: twin.id, version, into: kept.id, intoVersion: kept.version }
        return desk.ask('practitioners', 'merge', merge.input.parse({ ...entries, idempotencyKey: randomUUID() }))
      }
      expect(codeOf(await mergeTwin(1))).toBe('stale')
      expect(await mergeTwin(2)).toMatchObject({
        value: { id: kept.id, locations: [...kept.locations, ...twin.locations], version: 2 },
      })
      const entries = await otherDesk.get('practitioners', 'list', {})
      expect(entries.find(({ id }) => id === twin.id)).toMatchObject({ active: false, mergedInto: kept.id })
    })

    it('adds a pharmacy, which each workstation offers, even offline, until the pharmacy is deactivated', async () => {
      const { create, change } = bridgeSchemas.pharmacies
      const fields = {
        ...{ name: `Quay Pharmacy ${randomUUID().slice(0, 8)}`, address: '4 Quay Road', address2: '' },
        ...{ city: 'Vancouver', state: 'BC', country: 'Canada', postalCode: 'v6b1a1' },
        ...{ phone_number: '604 555 0157', fax_number: '(604) 555-0158', locationIDs: [locationID] },
      }
      const refused = create.input.parse({ ...fields, postalCode: '30303', idempotencyKey: randomUUID() })
      expect(await desk.ask('pharmacies', 'create', refused)).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { postalCode: expect.any(String) } } },
      })
      const input = create.input.parse({ ...fields, idempotencyKey: randomUUID() })
      const pharmacy = await desk.get('pharmacies', 'create', input)
      const numbers = { phone_number: '+1 604 555 0157', fax_number: '+1 604 555 0158' }
      expect(pharmacy).toMatchObject({ ...fields, ...numbers, postalCode: 'V6B 1A1', version: 1, active: true })
      expect(await desk.get('pharmacies', 'create', input)).toEqual(pharmacy)

      const { pharmacyID, version: _, active: __, ...entry } = pharmacy
      const offered = async (app: Desk) =>
        (await app.get('pharmacies', 'list', {})).find((each) => each.pharmacyID === pharmacyID)
      for (const app of [desk, otherDesk]) {
        await app.until('it offers the pharmacy', async () => (await offered(app)) !== undefined)
        expect(await offered(app)).toEqual({ pharmacyID, ...entry })
      }
      await desks.setLine(false)
      expect(await offered(otherDesk)).toEqual({ pharmacyID, ...entry })
      expect(codeOf(await desk.ask('pharmacies', 'readAll', {}))).toBe('offline')
      await desks.setLine(true)

      const deactivate = (city: string, app = desk) =>
        app.ask('pharmacies', 'change', change.input.parse({ ...pharmacy, city, active: false }))
      const changed = { ...pharmacy, city: 'Burnaby', active: false, version: 2 }
      expect(await deactivate('Burnaby')).toEqual({ ok: true, value: changed })
      expect(await deactivate('Surrey', otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: changed } },
      })
      expect(await otherDesk.get('pharmacies', 'readAll', {})).toContainEqual(changed)
      for (const app of [desk, otherDesk]) {
        await app.until('it no longer offers the pharmacy', async () => (await offered(app)) === undefined)
      }
    })

    it('is closed to the front desk', async () => {
      const clerk = await desks.openDesk()
      await clerk.signIn('frontdesk')
      for (const reply of [
        await clerk.ask('catalogue', 'read', {}),
        await clerk.ask('catalogue', 'createPromo', newPromo()),
        await clerk.ask('catalogue', 'readGiftCards', {}),
        await clerk.ask('practitioners', 'list', {}),
        await clerk.ask('pharmacies', 'readAll', {}),
      ]) {
        expect(codeOf(reply)).toBe('insufficient-permissions')
      }
    })
  })
}
