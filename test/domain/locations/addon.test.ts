import { describe, expect, it } from 'vitest'
import { addonChoiceSchema, decideAddons, moveAddons, sumOfAddons, totalWithAddons } from '#domain/locations/addon.ts'
import type { SkuID } from '#domain/values/location-id.ts'

const consult = { skuID: 900 as SkuID, name: 'Nurse practitioner consult', price: 150 }
const disc = { skuID: 910 as SkuID, name: 'Images on disc', price: 25.5 }
const here = { catalog: { addons: [consult, disc] } }
const elsewhere = { catalog: { addons: [{ ...disc, price: 30 }] } }

describe('add-ons', () => {
  it('have a total in minor units', () => {
    expect(sumOfAddons([consult, disc])).toBe(17_550)
    expect(sumOfAddons([])).toBe(0)
  })

  it('add up with the price exactly', () => {
    expect(totalWithAddons(0.1, [{ ...disc, price: 0.2 }])).toBe(30)
    expect(totalWithAddons(2495, [])).toBe(249_500)
  })

  it.each([
    [[], [], []],
    [[910, 900], [consult, disc], []],
    [[910, 999], [disc], [999]],
  ])('chosen as %j are returned in catalogue order, with unknown ids apart', (chosen, addons, unknown) => {
    expect(decideAddons(here, chosen as SkuID[])).toEqual({ addons, unknown })
  })

  it('can each be chosen only once, and at most 20 can be chosen', () => {
    expect(addonChoiceSchema.safeParse([900, 910]).success).toBe(true)
    expect(addonChoiceSchema.safeParse([900, 900]).success).toBe(false)
    expect(addonChoiceSchema.safeParse(Array.from({ length: 21 }, (_, at) => 900 + at)).success).toBe(false)
  })

  it('get the new location’s prices when a study moves, and are dropped if that location does not sell them', () => {
    expect(moveAddons([consult, disc], elsewhere)).toEqual({ addons: [{ ...disc, price: 30 }], dropped: [consult] })
    expect(moveAddons([], elsewhere)).toEqual({ addons: [], dropped: [] })
  })
})
