import { expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { readEachDayOnce } from '#renderer/booking/calendar/read-each-day-once.ts'

type ReadDay = Parameters<typeof readEachDayOnce>[0]

const dayOf = (location: string, text: string): Parameters<ReadDay>[0] => {
  const date = parsePlainDate(text)
  if (date === undefined) expect.fail('no date')
  return { locationID: locationIDSchema.parse(location), date }
}

it('reads each day of a location once, even if it is requested again during the read, and repeats a failed read', async () => {
  const asked: string[] = []
  let isBroken = true
  const read = readEachDayOnce(async ({ locationID, date }) => {
    asked.push(`${locationID} ${date}`)
    return isBroken ? fail('unexpected', 'No.') : ok({ entries: [] } as never)
  })
  const monday = dayOf('ca-bc-1', '2026-11-23')
  await read(monday)
  isBroken = false
  await Promise.all([read(monday), read(monday)])
  await read(monday)
  await read(dayOf('ca-bc-1', '2026-11-24'))
  await read(dayOf('ca-on-1', '2026-11-23'))
  expect(asked).toEqual(['ca-bc-1 2026-11-23', 'ca-bc-1 2026-11-23', 'ca-bc-1 2026-11-24', 'ca-on-1 2026-11-23'])
})
