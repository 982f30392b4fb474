import { expect, it } from 'vitest'
import { appointmentSchema, chosenTimeSchema, scanPlaceSchema } from '#domain/booking/appointment.ts'
import { bookingRequestSchema } from '#domain/booking/booking-request.ts'
import { machineTimeSchema, slotHoldSchema, stretchSchema } from '#domain/booking/machine-time.ts'
import { studySchema } from '#domain/study/study.ts'

const appointment = {
  locationID: 'ca-bc-1',
  skuID: 1,
  machineID: 'ca-bc-1-m1',
  utcStart: '2026-12-01T17:00:00Z',
  slotSelectionType: 'slot',
  holdEventID: null,
}

it('an appointment has the same fields for place and time in every record', () => {
  const names = Object.keys(appointmentSchema.shape)
  expect(names).toEqual([...Object.keys(appointment), 'outsideHoursConfirmed'])
  expect(Object.keys(bookingRequestSchema.shape)).toEqual(expect.arrayContaining(names))
  for (const name of Object.keys(scanPlaceSchema.shape)) {
    expect([name, name in chosenTimeSchema.shape, name in studySchema.shape]).toEqual([name, true, true])
  }
  for (const name of Object.keys(stretchSchema.shape)) {
    const places = [machineTimeSchema, slotHoldSchema, studySchema.shape.booking.unwrap()]
    expect([name, ...places.map(({ shape }) => name in shape)]).toEqual([name, true, true, true])
  }
})

it('an appointment requires at least one machine for a chosen time', () => {
  const { locationID, skuID, machineID, utcStart, slotSelectionType } = appointment
  const chosen = { locationID, skuID, utcStart, slotSelectionType, candidates: [machineID] }
  expect(appointmentSchema.parse(appointment)).toEqual(appointment)
  expect(chosenTimeSchema.parse(chosen)).toEqual(chosen)
  expect(chosenTimeSchema.safeParse({ ...chosen, candidates: [] }).success).toBe(false)
})
