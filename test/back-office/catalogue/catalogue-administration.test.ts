import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDuePrices } from '#back-office/catalogue/administer-prices.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, type ZoneId } from '#domain/values/location-clock.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { type Answer, clinic, findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const sku = {
  skuID: 410,
  type: 'primary',
  name: 'Knee MRI',
  shortName: 'KNEE',
  category: 'partial',
  price: 695,
  time: 30,
  description: '',
  extensions: [],
  technique: { male: '', female: '' },
} as const

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the catalogue's administration on ${engine.kind}`, () => {
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
    const ask = async (name: RouteName, input: object = {}): Promise<Answer> => {
      keys += 1
      const key = backOfficeRoutes[name].idempotent === false ? undefined : `catalogue-${keys}`
      return office.call(name, input as never, { token, key })
    }
    const get = async (name: RouteName, input: object = {}): Promise<Answer['body']> => {
      const answer = await ask(name, input)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(backOfficeRoutes[name].answer.parse(answer.body)).toEqual(answer.body)
      return answer.body
    }
    const today = (zone: string): string => todayAt(toInstant(office.now() * 1000), zone as ZoneId)
    const soldAt = async (locationID: string) =>
      (await get('readBookingCatalogue', { query: { locationID } })).locations[0].catalog.primary
    const price = (change: object) => ({
      body: {
        skuID: 410,
        locationIDs: [clinic.home],
        price: 650,
        firstDay: today('America/Vancouver'),
        isAdminOnly: false,
        ...change,
      },
    })

    it('creates a scan type, sells it at a location from the first day of a price, and keeps old prices', async () => {
      expect(await get('createSku', { body: sku })).toMatchObject({ skuID: 410, version: 1, active: true })
      expect((await ask('createSku', { body: sku })).body.details.fields).toHaveProperty('skuID')
      expect(await soldAt(clinic.home)).not.toContainEqual(expect.objectContaining({ skuID: 410 }))
      const before = (await get('readChanges', { query: { locationID: clinic.home } })).cursor
      await get('addLocationPrices', price({}))
      const here = expect.objectContaining({ skuID: 410, name: 'Knee MRI', price: 650, scanTime: 30 })
      expect(await soldAt(clinic.home)).toContainEqual(here)
      expect(await soldAt(clinic.elsewhere)).not.toContainEqual(expect.objectContaining({ skuID: 410 }))
      const cursor = (await get('readChanges', { query: { locationID: clinic.home, cursor: before } })).cursor
      expect(cursor).not.toBe(before)

      const tomorrow = addDays(todayAt(toInstant(office.now() * 1000), 'America/Vancouver' as ZoneId), 1)
      await get('addLocationPrices', price({ price: 700, firstDay: tomorrow }))
      expect(await soldAt(clinic.home)).toContainEqual(here)
      expect(await applyDuePrices(office.db, office.now())).toBe(0)
      expect(await applyDuePrices(office.db, office.now() + 86_400)).toBe(1)
      expect(await applyDuePrices(office.db, office.now() + 86_400)).toBe(0)
      expect(await soldAt(clinic.home)).toContainEqual(expect.objectContaining({ skuID: 410, price: 700 }))
      const { prices } = await get('readAdministeredCatalogue')
      expect(prices.map(({ price: amount }: { price: number }) => amount)).toEqual([700, 650])
    })

    it('refuses a price for a past day, an unknown scan type or an unknown location', async () => {
      const refused = async (change: object) => (await ask('addLocationPrices', price(change))).body.details.fields
      expect(await refused({ firstDay: '2020-01-01' })).toHaveProperty('firstDay')
      expect(await refused({ skuID: 99_999 })).toHaveProperty('skuID')
      expect(await refused({ locationIDs: ['ca-bc-99'] })).toHaveProperty('locationIDs')
      expect((await ask('addLocationPrices', price({ price: -1 }))).status).toBe(400)
    })

    it('stops selling a scan type at a location, and keeps it in the catalogue for existing bookings', async () => {
      await get('addLocationPrices', price({ price: null, firstDay: today('America/Vancouver') }))
      // The row above begins today. The test before this one wrote a row that begins tomorrow (700) and put it into
      // effect. The row with the later first day counts, although the row above was written later.
      const sold = (await soldAt(clinic.home)).find(({ skuID }: { skuID: number }) => skuID === 410)
      expect(sold).toMatchObject({ name: 'Knee MRI', price: 700 })
      const day = addDays(todayAt(toInstant(office.now() * 1000), 'America/Vancouver' as ZoneId), 1)
      await get('addLocationPrices', price({ price: null, firstDay: day }))
      await applyDuePrices(office.db, office.now() + 86_400)
      expect(await soldAt(clinic.home)).toContainEqual(
        expect.objectContaining({ skuID: 410, price: 700, withdrawn: true }),
      )
    })

    it('renames a scan type everywhere, and refuses a stale change with the current record', async () => {
      const { skuID: _, type: __, ...fields } = sku
      const change = (name: string, version: number, active = true) => ({
        params: { skuID: '300' },
        body: { ...fields, name, version, active },
      })
      expect(await get('changeSku', change('Body MRI', 1))).toMatchObject({ name: 'Body MRI', version: 2 })
      expect(await soldAt(clinic.home)).toContainEqual(expect.objectContaining({ skuID: 300, name: 'Body MRI' }))
      const stale = await ask('changeSku', change('Other', 1))
      expect(stale.status).toBe(409)
      expect(stale.body).toMatchObject({
        code: 'stale',
        details: { current: { skuID: 300, name: 'Body MRI', version: 2 } },
      })
      await get('changeSku', change('Body MRI', 2, false))
      expect(await soldAt(clinic.elsewhere)).toContainEqual(expect.objectContaining({ skuID: 300, withdrawn: true }))
      await get('changeSku', change('Body MRI', 3))
      const row = await office.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'like', 'sku.changed%')
        .where('before', 'is not', null)
        .orderBy('sequence')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.before ?? '')).toMatchObject({ skuID: 300, version: 1 })
      expect(JSON.parse(row.after ?? '')).toMatchObject({ name: 'Body MRI', version: 2 })
    })

    it('stores every field of a new scan type and of a changed one', async () => {
      const fields = {
        name: 'Heart MRI',
        shortName: 'HEART',
        category: 'cardiac',
        price: 1295.5,
        time: 50,
        description: 'Heart and great vessels',
        extensions: ['Contrast', 'Stress test'],
        technique: { male: 'Standard gating', female: 'Short gating' },
      }
      const kept = { skuID: 430, type: 'addon', promocodes: [] }
      const stored = async () =>
        (await get('readAdministeredCatalogue')).skus.find((one: { skuID: number }) => one.skuID === 430)
      const made = { ...fields, ...kept, version: 1, active: true }
      expect(await get('createSku', { body: { ...fields, skuID: 430, type: 'addon' } })).toEqual(made)
      expect(await stored()).toEqual(made)
      const changes = {
        name: 'Lung CT',
        shortName: 'LUNG',
        category: 'thorax',
        price: 895,
        time: 25,
        description: 'Low dose',
        extensions: ['Follow-up'],
        technique: { male: 'Long breath', female: 'Short breath' },
      }
      const body = { ...changes, version: 1, active: false }
      const changed = { ...changes, ...kept, version: 2, active: false }
      expect(await get('changeSku', { params: { skuID: '430' }, body })).toEqual(changed)
      expect(await stored()).toEqual(changed)
    })

    it('creates and deactivates document types, and refuses a used name and a stale change', async () => {
      const type = await get('createDocumentType', { body: { name: 'Blood panel', description: '' } })
      const taken = await ask('createDocumentType', { body: { name: 'BLOOD  panel', description: '' } })
      expect(taken.body.details.fields).toHaveProperty('name')
      const change = { name: 'Blood panel', description: 'Laboratory', version: 1, active: false }
      const changed = await get('changeDocumentType', { params: { uuid: type.uuid }, body: change })
      expect(changed).toMatchObject({ version: 2, active: false, description: 'Laboratory' })
      expect((await ask('changeDocumentType', { params: { uuid: type.uuid }, body: change })).status).toBe(409)
    })

    it('creates and deactivates promo codes, and refuses invalid fields', async () => {
      const promo = {
        promoID: 'SPRING-27',
        name: 'Spring',
        type: 'percentage',
        amount: 0.1,
        notes: '',
        category: 'marketing',
        validFrom: 1_790_000_000,
        validTo: 1_800_000_000,
        booking_valid_from: 1_790_000_000,
        booking_valid_to: 1_800_000_000,
        skuIDs: [300, 410],
      }
      expect(await get('createPromo', { body: promo })).toMatchObject({ skuIDs: [300, 410], version: 1 })
      expect((await ask('createPromo', { body: { ...promo, promoID: 'spring-27' } })).body.details.fields).toEqual({
        promoID: expect.any(String),
      })
      const bad = async (change: object) =>
        (await ask('createPromo', { body: { ...promo, promoID: 'OTHER', ...change } })).body.details.fields
      expect(await bad({ amount: 1.5 })).toHaveProperty('amount')
      expect(await bad({ type: 'open' })).toHaveProperty('amount')
      expect(await bad({ type: 'fixed', amount: 0 })).toHaveProperty('amount')
      expect(await bad({ validTo: 1 })).toHaveProperty('validTo')
      expect(await bad({ skuIDs: [77] })).toHaveProperty('skuIDs')
      const { promoID, ...fields } = promo
      const change = { ...fields, skuIDs: [410], version: 1, active: false }
      expect(await get('changePromo', { params: { promoID }, body: change })).toMatchObject({
        skuIDs: [410],
        active: false,
      })
      const shown = (await get('readBookingCatalogue')).promocodes
      expect(shown).not.toContainEqual(expect.objectContaining({ promoID }))
    })

    it('issues a gift card, shows its number once, and deactivates it', async () => {
      const { number, card } = await get('issueGiftCard', { body: { amount: 250, currency: 'CAD' } })
      expect(number).toMatch(/^([A-Z0-9]{4}-){3}[A-Z0-9]{4}$/)
      expect(card).toMatchObject({ balance: 250, lastCharacters: number.slice(-4), active: true })
      const list = await get('readGiftCards')
      expect(JSON.stringify(list)).not.toContain(number)
      const pay = () =>
        office.call('readGiftCard', { params: { studyId: clinic.homeStudy, number } } as never, { token })
      const { status, body } = await pay()
      expect([status, body.balance]).toEqual([200, 250])
      const params = { giftCardID: card.giftCardID }
      expect(await get('changeGiftCard', { params, body: { version: 1, active: false } })).toMatchObject({ version: 2 })
      expect((await pay()).body.code).toBe('gift-card-not-valid')
      const audit = await office.db.selectFrom('audit').selectAll().where('action', 'like', 'gift-card%').execute()
      expect(JSON.stringify(audit)).not.toContain(number)
    })

    it('accepts an issued gift card as payment up to its balance, and refunds the payment only in full', async () => {
      const { number } = await get('issueGiftCard', { body: { amount: 250, currency: 'CAD' } })
      const startsAt = office.now() + 86_400
      await office.db
        .updateTable('study')
        .set({
          ...{ starts_at: startsAt, ends_at: startsAt + 3600, wall_time: '2026-11-27T10:00', machine_id: 'ca-bc-1-m1' },
          ...{ timezone: 'America/Vancouver', event_id: 'e-gift', price: 249_500, balance: 249_500 },
        })
        .where('study_id', '=', clinic.homeStudy)
        .execute()
      const params = { studyId: clinic.homeStudy }
      const pay = (amount: number, giftCardNumber: string) =>
        ask('recordPayment', {
          params,
          body: { payment: { paymentType: 'giftCertificateIntegrated', amount, giftCardNumber } },
        })
      const balance = async () =>
        (await office.call('readGiftCard', { params: { ...params, number } } as never, { token })).body
      expect((await pay(100, '')).body.details.fields).toHaveProperty('giftCardNumber')
      expect((await pay(300, number)).body.code).toBe('gift-card-not-valid')
      const paid = await pay(100, number.toLowerCase())
      expect(paid.body).toMatchObject({
        transaction: { amount: 100, details: { giftCardNumber: number } },
        payments: { paid: 100, totalBalance: 2395 },
      })
      expect((await balance()).balance).toBe(150)
      const { transactionID } = paid.body.transaction
      const refund = (amount: number) =>
        ask('refundTransaction', {
          params: { ...params, id: transactionID },
          body: { amount, memo: 'Wrong card' },
        })
      expect((await refund(40)).status).toBe(400)
      expect((await refund(100)).body.payments).toMatchObject({ paid: 0, totalBalance: 2495 })
      expect((await balance()).balance).toBe(250)
      expect(await get('readGiftCards')).toContainEqual(
        expect.objectContaining({ lastCharacters: number.slice(-4), balance: 250 }),
      )
      const study = await office.call('readStudy', { params: { studyId: clinic.homeStudy } } as never, { token })
      expect(study.body).toMatchObject({ paymentAmount: 0, paymentMade: true })
    })

    it('returns only the scan type that the query names, and all scan types if it names none', async () => {
      await get('createSku', { body: { ...sku, skuID: 420 } })
      const idsOf = async (query: object) =>
        (await get('readBookingCatalogue', { query })).skus.map(({ skuID }: { skuID: number }) => skuID)
      expect(await idsOf({})).toEqual(expect.arrayContaining([300, 420]))
      expect(await idsOf({ skuID: 420 })).toEqual([420])
      expect(await idsOf({ skuID: 99_999 })).toEqual([])
    })

    it('refuses the front desk, which does not have the administrator role', async () => {
      const desk = await office.signIn('frontdesk')
      for (const name of ['readAdministeredCatalogue', 'readAdministeredPromos', 'readGiftCards'] as const) {
        expect((await office.call(name, {}, { token: desk })).status).toBe(403)
      }
    })
  })
}
