import { expect, it } from 'vitest'
import { partOfDay } from '#domain/values/part-of-day.ts'

it('partOfDay starts the afternoon at noon and the evening at 5pm', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => partOfDay(hour))
  expect(hours.lastIndexOf('morning')).toBe(11)
  expect([hours.indexOf('afternoon'), hours.lastIndexOf('afternoon')]).toEqual([12, 16])
  expect(hours.indexOf('evening')).toBe(17)
  expect(hours[23]).toBe('evening')
})
