import { describe, expect, it } from 'vitest'
import { asShownTo, skuAsShownTo } from '#back-office/locations/open-locations.ts'
import { skuSchema } from '#domain/catalogue/sku.ts'
import { aLocation } from '#test/builders/records.ts'
import { frontdesk, memberCaller } from '../booking/booking-desk.ts'

const plain = aLocation()
const location = aLocation({
  catalog: {
    ...plain.catalog,
    primary: plain.catalog.primary.map((scan) => ({ ...scan, promos: ['TEN'], admin: scan.skuID === 400 })),
  },
})
const sku = skuSchema.parse({
  skuID: 300,
  name: 'Whole body',
  shortName: 'WB',
  category: 'MRI',
  price: 2495,
  time: 60,
  description: '',
  type: 'primary',
  extensions: [],
  technique: { male: '', female: '' },
  promocodes: ['TEN'],
})

describe('the visible parts of a location and a scan type', () => {
  it('are complete for staff', () => {
    expect(asShownTo(frontdesk, location)).toBe(location)
    expect(skuAsShownTo(frontdesk, sku)).toBe(sku)
  })

  it.each([
    ['a caller without a session', null],
    ['a member', memberCaller('m-000001')],
  ])('have, for %s, neither promo codes nor the scans that are marked as admin-only', (_who, caller) => {
    const shown = asShownTo(caller, location)
    expect(shown.catalog.primary.map((scan) => [scan.skuID, scan.promos])).toEqual([[300, []]])
    expect({ ...shown, catalog: null }).toEqual({ ...location, catalog: null })
    expect(skuAsShownTo(caller, sku)).toEqual({ ...sku, promocodes: [] })
  })
})
