import { describe, expect, it } from 'vitest'
import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import { type AdministeredSku, administeredSkuSchema, promoProblems } from '#domain/catalogue/administered-catalogue.ts'
import { type CurrentPrice, decideLocationCatalogue } from '#domain/catalogue/location-catalogue.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { aLocation } from '../../builders/records.ts'

const aSku = (skuID: number, change: Partial<AdministeredSku> = {}): AdministeredSku => ({
  ...administeredSkuSchema.parse({
    skuID,
    name: `Scan ${skuID}`,
    shortName: 'S',
    category: '',
    price: 100,
    time: 25,
    description: '',
    type: 'primary',
    extensions: [],
    technique: { male: '', female: '' },
    promocodes: ['SPRING'],
    version: 1,
    active: true,
  }),
  ...change,
})
const aPrice = (skuID: number, change: Partial<CurrentPrice> = {}): CurrentPrice => ({
  skuID: skuIDSchema.parse(skuID),
  price: 500,
  isSold: true,
  isAdminOnly: false,
  ...change,
})
const own = aLocation().catalog
const first = own.primary[0]
if (first === undefined) throw new Error('The location sells nothing')
const decide = (skus: readonly AdministeredSku[], prices: readonly CurrentPrice[]) =>
  decideLocationCatalogue(own, skus, prices)
const find = (skuID: number, catalog = own) => catalog.primary.find((scan) => scan.skuID === skuID)

describe('decideLocationCatalogue', () => {
  it('is the location’s own catalogue if no scan type or price was changed', () => {
    expect(decide([], [])).toBe(own)
  })

  it('adds a scan type that has a price, with its minutes and promo codes', () => {
    expect(find(410, decide([aSku(410)], [aPrice(410, { isAdminOnly: true })]))).toEqual({
      skuID: 410,
      name: 'Scan 410',
      price: 500,
      scanTime: 25,
      cleaningTime: 0,
      extensions: [],
      promos: ['SPRING'],
      admin: true,
    })
    expect(find(410, decide([aSku(410)], []))).toBeUndefined()
  })

  it('replaces the price of a scan type, and replaces its name only after an administrator changed the scan type', () => {
    const unchanged = decide([aSku(first.skuID)], [aPrice(first.skuID)])
    expect(find(first.skuID, unchanged)).toEqual({ ...first, price: 500, admin: false })
    const renamed = decide([aSku(first.skuID, { version: 2 })], [])
    expect(find(first.skuID, renamed)).toEqual({ ...first, name: `Scan ${first.skuID}` })
  })

  it.each([
    ['a scan type whose sale ended', [aSku(first.skuID)], [aPrice(first.skuID, { isSold: false })]],
    ['a deactivated scan type', [aSku(first.skuID, { version: 2, active: false })], []],
  ])('keeps %s with its minutes, but marks it as withdrawn and no longer offers it', (_, skus, prices) => {
    const catalog = decide(skus, prices)
    expect(find(first.skuID, catalog)).toMatchObject({ withdrawn: true, scanTime: first.scanTime })
    const offered = decideSoldScans({ catalog }, 'assisted').map(({ skuID }) => skuID)
    expect(offered).not.toContain(first.skuID)
  })

  it('lists an add-on that has a price among the add-ons, not among the scan types', () => {
    const catalog = decide([aSku(900, { type: 'addon' })], [aPrice(900, { price: 50 })])
    expect(catalog.addons).toContainEqual({ skuID: 900, name: 'Scan 900', price: 50 })
    expect(find(900, catalog)).toBeUndefined()
    expect(decide([aSku(900, { type: 'addon' })], [aPrice(900, { isSold: false })]).addons).toEqual(own.addons)
  })
})

describe('promoProblems', () => {
  const promo = {
    name: 'Spring',
    type: 'fixed',
    amount: 10,
    notes: '',
    category: 'all',
    validFrom: 1,
    validTo: 2,
    booking_valid_from: 1,
    booking_valid_to: 2,
    skuIDs: [],
  } as const
  it.each([
    [{}, []],
    [{ type: 'percentage', amount: 0.285 }, []],
    [{ type: 'percentage', amount: 1.01 }, ['amount']],
    [{ type: 'percentage', amount: 0 }, ['amount']],
    [{ amount: 0 }, ['amount']],
    [{ amount: 1.005 }, ['amount']],
    [{ type: 'open', amount: 0 }, []],
    [{ type: 'open', amount: 5 }, ['amount']],
    [{ validTo: 0 }, ['validTo']],
    [{ booking_valid_to: 0 }, ['booking_valid_to']],
  ] as const)('finds for %j problems in exactly the fields %j', (change, fields) => {
    expect(Object.keys(promoProblems({ ...promo, ...change }))).toEqual(fields)
  })
})
