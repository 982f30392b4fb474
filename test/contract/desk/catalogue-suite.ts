import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { AdministeredPromo } from '#domain/catalogue/administered-catalogue.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, skuID } from './desk-work.ts'

const day = 86_400

/** The contract of promo codes and gift cards in the catalogue's administration that screens rely on. */
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
        notes: '',
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
      // Deactivates the promo, because another suite must not find it in its list of promos.
      expect((await changePromo(promo, { active: false })).ok).toBe(true)
    })

    it('changes a promo under an optimistic lock, and both workstations read the change', async () => {
      const promo = await desk.get('catalogue', 'createPromo', newPromo())
      const changed = { ...promo, name: 'Neighbours and friends', amount: 80, active: false, version: 2 }
      const { name, amount, active } = changed
      expect(await changePromo(promo, { name, amount, active })).toEqual({ ok: true, value: changed })
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
  })
}
