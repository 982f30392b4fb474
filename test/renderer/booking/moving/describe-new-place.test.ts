import { expect, it } from 'vitest'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { addMinutes } from '#domain/values/instant.ts'
import { describeMoveEnd, describeNewPlace } from '#renderer/booking/moving/describe-new-place.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'

const location = aLocation()
const study = aStudy()
const { booking } = study
if (booking === null) expect.fail('no time')
const utcStart = addMinutes(booking.utcStart, 60)
const when = formatWeekdayAndInstant(utcStart, location.timezone)
const other = 'machine-9' as typeof booking.machineID
const withOther = {
  ...location,
  machines: location.machines.map((each) => ({ ...each, machineID: other, name: 'Nine' })),
}

it.each([
  ['only the time on the same machine', location, study, booking.machineID, when],
  ['the time and the machine if the machine changes', withOther, study, other, `${when}, Nine`],
  ['the id of a machine without a name', location, study, other, `${when}, machine-9`],
  ['only the time of a study without a time', withOther, { ...study, booking: null }, other, when],
  ['only the time at another location', { ...withOther, locationID: 'ca-on-9' as never }, study, other, when],
])('names %s', (_, at, moved, machineID, expected) => {
  expect(describeNewPlace({ machineID, utcStart }, at, moved)).toBe(expected)
})

it.each([
  ['the time and the machine', location.locationID, `${when}, Nine`],
  [
    'the location too, if the other end is at another one',
    'ca-on-9' as never,
    `${when}, ${withOther.address.name}, Nine`,
  ],
])('names, for one end of a move, %s', (_, otherID, expected) => {
  expect(describeMoveEnd({ machineID: other, utcStart }, withOther, otherID)).toBe(expected)
})
