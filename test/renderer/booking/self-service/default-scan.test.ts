import { describe, expect, it } from 'vitest'
import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type SkuID, skuIDSchema } from '#domain/values/location-id.ts'
import { createSelfBookingDesk } from '#renderer/booking/self-service/self-booking-store.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

type Scans = Location['catalog']['primary']

/**
 * Returns the scan type that a member's page preselects if its address names `wanted` and the first clinic sells the
 * scans that `sell` returns.
 */
const preselect = async (wanted: SkuID | null, sell: (scans: Scans) => Scans): Promise<SkuID | null> => {
  const { bridge, controls } = createFakeBridge()
  const { catalog, locationID } = controls.clinic.locations[0] ?? expect.fail()
  Object.assign(catalog, { primary: sell(catalog.primary) })
  const { store } = createSelfBookingDesk({
    bridge,
    now: () => toInstant(Date.parse('2026-11-23T17:00:00Z')),
    newKey: () => 'test-key-1',
    isReferral: false,
    supportPhone: () => null,
    onDraft: () => {},
  })
  await store.getState().load({ locationID, skuID: wanted })
  expect(store.getState().location?.locationID).toBe(locationID)
  return store.getState().skuID
}
const lastFirst = (scans: Scans): Scans => scans.toReversed()
const without300 = (scans: Scans): Scans => scans.filter(({ skuID }) => skuID !== 300)

describe("the scan type of a member's page", () => {
  it('is SKU 300 rather than the first type on sale', async () => {
    expect(await preselect(null, lastFirst)).toBe(300)
  })

  it('is the type that the address of the page names, or else the first type on sale where SKU 300 is not sold', async () => {
    expect(await preselect(skuIDSchema.parse(310), lastFirst)).toBe(310)
    expect(await preselect(null, without300)).toBe(301)
  })
})
