import { describe, expect, it } from 'vitest'
import { describePerson, incompleteAppointmentMessage, missingForBooking } from '#domain/booking/booking-form.ts'
import { aMember } from '#test/builders/records.ts'

const all = { hasMember: true, hasLocation: true, hasScanType: true, hasTime: true }

describe('missingForBooking', () => {
  it.each([
    [all, null],
    [{ ...all, hasLocation: false }, incompleteAppointmentMessage],
    [{ ...all, hasScanType: false }, incompleteAppointmentMessage],
    [{ ...all, hasTime: false }, incompleteAppointmentMessage],
    [{ ...all, hasMember: false }, 'Please choose or create the member first.'],
    [{ ...all, hasMember: false, hasTime: false }, incompleteAppointmentMessage],
  ])('returns for %o: %s', (parts, reason) => {
    expect(missingForBooking(parts)).toBe(reason)
  })

  it('uses the words of the specification', () => {
    expect(incompleteAppointmentMessage).toBe(
      'Please select the appointment location, scan type and date & time first.',
    )
  })
})

describe('the person on a submit button', () => {
  it('is named with the birth date', () => {
    expect(describePerson(aMember())).toBe('Ana Silva, 03 Feb 1980')
  })
})
