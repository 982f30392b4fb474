import { describe, expect, it } from 'vitest'
import { locationIDSchema } from '#domain/values/location-id.ts'

describe('locationIDSchema', () => {
  it.each(['ca-bc-1', 'us-wa-27', 'us-ny-999'])('accepts %j', (id) => {
    expect(locationIDSchema.parse(id)).toBe(id)
  })

  it.each([
    ['capital letters', 'CA-BC-1'],
    ['no number', 'ca-bc'],
    ['a number of four digits', 'ca-bc-1000'],
    ['a country of three letters', 'can-bc-1'],
    ['a state of one letter', 'ca-b-1'],
    ['digits in the state', 'ca-59-1'],
    ['no hyphens', 'cabc1'],
    ['text before the id', 'xca-bc-1'],
    ['the id of a machine', 'ca-bc-1-m2'],
    ['a line break at the end', 'ca-bc-1\n'],
    ['no text', ''],
  ])('refuses %s: %j', (_what, id) => {
    expect(locationIDSchema.safeParse(id).error?.issues).toMatchObject([
      { message: 'must be a location id such as ca-bc-1' },
    ])
  })
})
