import { expect, it } from 'vitest'
import { countries } from '#domain/members/country.ts'

it('the countries are the 26 of the spec, in its order', () => {
  expect(countries.join(', ')).toBe(
    'Australia, Austria, Belgium, Brazil, Canada, China, Denmark, Finland, France, Germany, Hong Kong, Ireland, Italy, ' +
      'Japan, Luxembourg, Mexico, Netherlands, New Zealand, Norway, Portugal, Singapore, Spain, Sweden, Switzerland, ' +
      'United Kingdom, United States',
  )
})
