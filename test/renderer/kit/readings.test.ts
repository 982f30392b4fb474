import { expect, it } from 'vitest'
import { createReadings } from '#renderer/kit/readings.ts'

it('drops the answer to a reading once a later one began', () => {
  const readings = createReadings()
  const first = readings.begin()
  expect(first()).toBe(true)
  const second = readings.begin()
  expect([first(), second()]).toEqual([false, true])
})

it('drops the answers to all readings that are under way when what is shown is newer', () => {
  const readings = createReadings()
  const isLatest = readings.begin()
  readings.expire()
  expect(isLatest()).toBe(false)
  expect(readings.begin()()).toBe(true)
})
