import type { CatalogueBridge } from '#contract/catalogue/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type {
  AdministeredDocumentType,
  AdministeredGiftCard,
  AdministeredPromo,
  AdministeredSku,
  LocationPrice,
} from '#domain/catalogue/administered-catalogue.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { FakeWorld } from './fake-members.ts'

type Versioned = { readonly version: number }

export const fakeOffline = () => fail('offline', 'The back office cannot be reached.')

/** Creates a store of records in memory, by their id, with optimistic locks. */
export const createFakeRecords = <Record extends Versioned>(world: FakeWorld, idOf: (record: Record) => string) => {
  const records = new Map<string, Record>()
  return {
    records,
    list: async (): Promise<Reply<readonly Record[]>> => (world.isOnline() ? ok([...records.values()]) : fakeOffline()),
    add: async (record: Record): Promise<Reply<Record>> => {
      if (!world.isOnline()) return fakeOffline()
      records.set(idOf(record), record)
      return ok(record)
    },
    change: async (id: string, version: number, change: Partial<Record>): Promise<Reply<Record>> => {
      const current = records.get(id)
      if (!world.isOnline()) return fakeOffline()
      if (current === undefined) return fail('not-found', 'This record does not exist.')
      if (current.version !== version) return fail('stale', 'Someone else changed this meanwhile.', { current })
      const changed = { ...current, ...change, version: version + 1 }
      records.set(id, changed)
      return ok(changed)
    },
  }
}

/** Creates the administration of the catalogue in memory. */
export const createFakeCatalogue = (world: FakeWorld): CatalogueBridge => {
  const fresh = { version: 1, active: true }
  const skus = createFakeRecords<AdministeredSku>(world, ({ skuID }) => String(skuID))
  for (const sku of world.clinic.skus) void skus.records.set(String(sku.skuID), { ...sku, ...fresh })
  const types = createFakeRecords<AdministeredDocumentType>(world, ({ uuid }) => uuid)
  const promos = createFakeRecords<AdministeredPromo>(world, ({ promoID }) => promoID)
  const cards = createFakeRecords<AdministeredGiftCard>(world, ({ giftCardID }) => giftCardID)
  const prices: LocationPrice[] = []
  let count = 0
  return {
    read: async () => {
      if (!world.isOnline()) return fakeOffline()
      return ok({
        skus: [...skus.records.values()],
        prices: prices.toReversed(),
        locations: world.clinic.locations.map((location) => ({
          locationID: location.locationID,
          name: location.address.name,
          currency: location.currency.currency,
          today: todayAt(world.now(), location.timezone),
          sold: location.catalog.primary.map(({ skuID, price, admin }) => ({
            skuID,
            price:
              prices.findLast((row) => row.skuID === skuID && row.locationID === location.locationID)?.price ?? price,
            isAdminOnly: admin,
          })),
        })),
      })
    },
    createSku: async ({ idempotencyKey: _, ...sku }) => {
      if (skus.records.has(String(sku.skuID))) {
        return fail('invalid-input', 'Another scan type or add-on has this number.', {
          fields: { skuID: 'Another scan type or add-on has this number.' },
        })
      }
      return skus.add({ ...sku, extensions: [...sku.extensions], promocodes: [], ...fresh })
    },
    changeSku: async ({ skuID, version, extensions, ...change }) =>
      skus.change(String(skuID), version, { ...change, extensions: [...extensions] }),
    addPrices: async ({ skuID, locationIDs, price, firstDay, isAdminOnly }) => {
      if (!world.isOnline()) return fakeOffline()
      const rows = locationIDs.map((locationID): LocationPrice => {
        count += 1
        const zone = world.clinic.locations.find((each) => each.locationID === locationID)?.timezone
        const isInEffect = zone !== undefined && firstDay <= todayAt(world.now(), zone)
        return {
          priceID: `price-${count}`,
          locationID,
          skuID,
          price,
          firstDay,
          isAdminOnly,
          isInEffect,
          by: 'Ada Min',
          at: world.now(),
        }
      })
      prices.push(...rows)
      return ok(rows)
    },
    readDocumentTypes: types.list,
    createDocumentType: async ({ idempotencyKey, ...type }) => types.add({ uuid: idempotencyKey, ...type, ...fresh }),
    changeDocumentType: async ({ uuid, version, ...change }) => types.change(uuid, version, change),
    readPromos: promos.list,
    createPromo: async ({ idempotencyKey: _, ...promo }) => promos.add({ ...promo, ...fresh }),
    changePromo: async ({ promoID, version, ...change }) => promos.change(promoID, version, change),
    readGiftCards: cards.list,
    issueGiftCard: async ({ amount, currency }) => {
      count += 1
      const giftCardID = count.toString(16).padStart(32, '0')
      const card = { giftCardID, lastCharacters: 'XQ9P', currency, balance: amount, issuedAt: world.now(), ...fresh }
      const reply = await cards.add(card)
      return reply.ok ? ok({ number: '7K2M-ABCD-EFGH-XQ9P', card: reply.value }) : reply
    },
    changeGiftCard: async ({ giftCardID, version, active }) => cards.change(giftCardID, version, { active }),
  }
}
