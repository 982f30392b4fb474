import { describe, expect, it } from 'vitest'
import { machineIDSchema, skuIDSchema } from '#domain/locations/location-id.ts'
import { describeMove, type MoveTarget } from '#domain/study/move-consequences.ts'
import type { Instant } from '#domain/time/instant.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'

const here = aLocation()
const target = (overrides: Partial<MoveTarget> = {}): MoveTarget => ({
  location: here,
  skuID: skuIDSchema.parse(300),
  machineID: machineIDSchema.parse('ca-bc-1-m1'),
  utcStart: '2026-11-24T16:40:00Z' as Instant,
  ...overrides,
})
const kinds = (overrides: Partial<MoveTarget>, study = aStudy()) =>
  describeMove(study, here, target(overrides)).map((line) => line.kind)

describe('describeMove', () => {
  it('lists nothing when nothing changes', () => {
    expect(kinds({})).toEqual([])
  })
  it('names both times on the clock of their location', () => {
    const [line] = describeMove(aStudy(), here, target({ utcStart: '2026-12-15T19:00:00Z' as Instant }))
    expect(line?.text).toMatch(/^24 Nov 2026 09:40am \S+ becomes 15 Dec 2026 12:00pm \S+$/)
  })
  it('shows another machine of the same location', () => {
    expect(kinds({ machineID: machineIDSchema.parse('ca-bc-1-m2') })).toEqual(['machine'])
  })
  it('shows scan type and price together', () => {
    const lines = describeMove(aStudy(), here, target({ skuID: skuIDSchema.parse(400) }))
    expect(lines.map((line) => line.text)).toEqual([
      'Scan type becomes Whole body plus',
      'Price CA$2,495.00 becomes CA$3,495.00',
    ])
  })
  it('shows another location, its currency and its referral need', () => {
    const seattle = aLocation({
      locationID: 'us-wa-1',
      address: { ...here.address, name: 'Seattle' },
      currency: { currency: 'USD' },
      referralRequired: true,
    })
    expect(kinds({ location: seattle })).toEqual(['location', 'price', 'referral'])
  })
  it('reminds of the sedative when the time moves', () => {
    const study = aStudy({ sedativeTaken: 'Sedative Taken' })
    expect(kinds({ utcStart: '2026-12-15T19:00:00Z' as Instant }, study)).toEqual(['time', 'sedative'])
  })
})
