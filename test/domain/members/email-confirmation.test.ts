import { describe, expect, it } from 'vitest'
import { emailChangeOf, isSameEmail, needsEmailConfirmation } from '#domain/members/email-confirmation.ts'

const [here, there, third] = ['ca-bc-1', 'us-wa-2', 'us-ny-1']

describe('the location of an email change', () => {
  const staff = { isStaff: true, namedLocation: null, homeLocation: null, allowedLocations: 'all' } as const
  it.each<[string, Partial<Parameters<typeof emailChangeOf>[0]>, string | null]>([
    ['the location that the workstation names', { namedLocation: here, homeLocation: there }, here],
    ['the home of the account', { homeLocation: there }, there],
    ['the home of an account of several locations', { homeLocation: there, allowedLocations: [here, there] }, there],
    ['the only location of an account', { allowedLocations: [here] }, here],
    ['the only location, if the home is not allowed', { homeLocation: there, allowedLocations: [here] }, here],
    ['the only location, if the named one is not allowed', { namedLocation: there, allowedLocations: [here] }, here],
    ['unknown for an account with several locations and no home location', { allowedLocations: [here, there] }, null],
    ['unknown for an account with all locations and no home location', {}, null],
    ['unknown for an account without locations', { allowedLocations: [] }, null],
  ])('is %s', (_case, changer, locationID) => {
    expect(emailChangeOf({ ...staff, ...changer })).toEqual({ locationID })
  })

  it('is not stored if a member changes the address', () => {
    expect(emailChangeOf({ ...staff, isStaff: false, namedLocation: here })).toBeNull()
  })
})

describe('an email address', () => {
  it.each<[string, boolean, Parameters<typeof needsEmailConfirmation>]>([
    ['that was never changed', false, [null, here, []]],
    ['that was changed at this location', false, [{ locationID: here }, here, []]],
    ['that was changed at another location', true, [{ locationID: there }, here, []]],
    ['that was changed at an unknown location', true, [{ locationID: null }, here, []]],
    ['that this location confirmed', false, [{ locationID: there }, here, [here]]],
    ['that another location confirmed', true, [{ locationID: there }, here, [third]]],
    ['that was changed at this location and confirmed at another', false, [{ locationID: here }, here, [third]]],
  ])('%s needs a confirmation: %s', (_case, isNeeded, input) => {
    expect(needsEmailConfirmation(...input)).toBe(isNeeded)
  })

  it('is equal regardless of case and outer spaces', () => {
    expect(isSameEmail('Ana@Mail.example ', 'ana@mail.example')).toBe(true)
    expect(isSameEmail('ana@mail.example', 'ana@mail.test')).toBe(false)
  })
})
