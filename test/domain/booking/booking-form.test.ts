import { describe, expect, it } from 'vitest'
import {
  describeAppointment,
  describeAppointmentInFull,
  describePerson,
  incompleteAppointmentMessage,
  missingForBooking,
} from '#domain/booking/booking-form.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { parseZoneId } from '#domain/values/location-clock.ts'
import { aMember } from '#test/builders/records.ts'

const at = (text: string) => parseInstant(text) ?? expect.fail(text)
const zone = (text: string) => parseZoneId(text) ?? expect.fail(text)
const all = { hasMember: true, hasLocation: true, hasScanType: true, hasTime: true }

describe('missingForBooking', () => {
  it.each([
    [all, null],
    [{ ...all, hasLocation: false }, incompleteAppointmentMessage],
    [{ ...all, hasScanType: false }, incompleteAppointmentMessage],
    [{ ...all, hasTime: false }, incompleteAppointmentMessage],
    [{ ...all, hasMember: false }, 'Please choose or create the member first.'],
    [{ ...all, hasMember: false, hasTime: false }, incompleteAppointmentMessage],
  ])('of %o says %s', (parts, reason) => {
    expect(missingForBooking(parts)).toBe(reason)
  })

  it('uses the words of the specification', () => {
    expect(incompleteAppointmentMessage).toBe(
      'Please select the appointment location, scan type and date & time first.',
    )
  })
})

describe('the words inside a committing button', () => {
  it('name the person with the birth date', () => {
    expect(describePerson(aMember())).toBe('Ana Silva, 03 Feb 1980')
  })

  it('give the time on the clock of the location, with its zone', () => {
    const start = at('2026-11-24T17:40:00Z')
    expect(describeAppointment(start, zone('America/Los_Angeles'))).toBe('Tue 24 Nov 09:40 PST')
    expect(describeAppointment(start, zone('America/St_Johns'))).toBe('Tue 24 Nov 14:10 NST')
    expect(describeAppointmentInFull(start, zone('America/Los_Angeles'))).toBe('Tue 24 Nov 2026, 09:40am PST')
  })

  it('tell the two passes of a repeated hour apart', () => {
    const first = describeAppointment(at('2026-11-01T08:30:00Z'), zone('America/Los_Angeles'))
    const second = describeAppointment(at('2026-11-01T09:30:00Z'), zone('America/Los_Angeles'))
    expect([first, second]).toEqual(['Sun 01 Nov 01:30 PDT', 'Sun 01 Nov 01:30 PST'])
  })
})
