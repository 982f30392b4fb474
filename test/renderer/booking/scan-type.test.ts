import { describe, expect, it } from 'vitest'
import type { CatalogScan } from '#domain/locations/location.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { decideScanType } from '#renderer/booking/scan-type.ts'
import { aLocation } from '#test/builders/records.ts'

const aScan = (skuID: number, more: object = {}) => ({ ...aLocation().catalog.primary[0], skuID, ...more })
const choose = (wanted: number | null, ...primary: readonly object[]) =>
  decideScanType(
    aLocation({ catalog: { primary: primary as CatalogScan[], addons: [] } }),
    wanted === null ? null : skuIDSchema.parse(wanted),
  )

describe('decideScanType', () => {
  it.each([
    ['the wanted scan type', 310, 310, [aScan(320), aScan(300), aScan(310)]],
    ['the wanted scan type, although its sale ended', 310, 310, [aScan(300), aScan(310, { withdrawn: true })]],
    ['300 rather than the first one on sale', null, 300, [aScan(320), aScan(310), aScan(300)]],
    ['300 if the wanted one is not in the catalogue', 330, 300, [aScan(320), aScan(300)]],
    ['the first one on sale if there is no 300', null, 320, [aScan(310, { withdrawn: true }), aScan(320), aScan(330)]],
    ['the first one on sale if the sale of 300 ended', null, 320, [aScan(300, { withdrawn: true }), aScan(320)]],
    ['no scan type if nothing is sold', null, null, [aScan(300, { withdrawn: true })]],
  ] as const)('selects %s', (_, wanted, expected, scans) => {
    expect(choose(wanted, ...scans)).toBe(expected)
  })
})
