import { describe, expect, it } from 'vitest'
import { isLocationLocked } from '#domain/booking/location-lock.ts'
import { isLocationAllowed, selectableLocations } from '#domain/locations/location-rules.ts'
import {
  locationIDSchema,
  locationOfMachine,
  machineIDSchema,
  toCalendarID,
  toMachineID,
} from '#domain/values/location-id.ts'
import { aLocation, aStaffUser, aStudy } from '#test/builders/records.ts'

const locations = [
  aLocation({ locationID: 'ca-bc-2', address: { ...aLocation().address, name: 'Burnaby' } }),
  aLocation(),
  aLocation({ locationID: 'ca-bc-3', active: false }),
  aLocation({ locationID: 'ca-bc-4', assistedBooking: false }),
  aLocation({ locationID: 'ca-bc-5', selfServiceBooking: false }),
]
const ids = (user: Parameters<typeof selectableLocations>[1], purpose: 'assisted' | 'self-service') =>
  selectableLocations(locations, user, purpose).map((location) => location.locationID)

describe('selectableLocations', () => {
  it('lists active assisted-booking locations, sorted by name, when the person may work everywhere', () => {
    expect(ids(aStaffUser(), 'assisted')).toEqual(['ca-bc-2', 'ca-bc-1', 'ca-bc-5'])
  })
  it('lists only the person’s allowed locations when the person is restricted', () => {
    expect(ids(aStaffUser({ allowedLocations: ['ca-bc-1', 'ca-bc-3'] }), 'assisted')).toEqual(['ca-bc-1'])
  })
  it('lists no assisted-booking location without a user', () => {
    expect(ids(null, 'assisted')).toEqual([])
  })
  it('lists self-service locations without a user', () => {
    expect(ids(null, 'self-service')).toEqual(['ca-bc-2', 'ca-bc-1', 'ca-bc-4'])
  })
})

describe('isLocationAllowed', () => {
  it('is false for a location that is not in the user’s list', () => {
    const user = aStaffUser({ allowedLocations: ['ca-bc-1'] })
    expect(isLocationAllowed(user, locationIDSchema.parse('ca-bc-1'))).toBe(true)
    expect(isLocationAllowed(user, locationIDSchema.parse('ca-bc-2'))).toBe(false)
  })
})

describe('isLocationLocked', () => {
  it('is true after any payment', () => {
    expect(isLocationLocked(null)).toBe(false)
    expect(isLocationLocked(aStudy())).toBe(false)
    expect(isLocationLocked(aStudy({ paymentAmount: 0.01 }))).toBe(true)
    expect(isLocationLocked(aStudy({ paymentAmount: 0, paymentMade: true }))).toBe(true)
  })
})

describe('ids', () => {
  it('are converted from machine to calendar and back, and the id of a machine contains the id of its location', () => {
    const machine = machineIDSchema.parse('us-wa-12-m3')
    expect(toMachineID(toCalendarID(machine))).toBe(machine)
    expect(locationOfMachine(machine)).toBe('us-wa-12')
  })
})
