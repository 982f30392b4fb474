import { describe, expect, it } from 'vitest'
import { letterheadOf } from '#domain/locations/letterhead.ts'
import { pageSizeOfCountry } from '#domain/locations/page-size.ts'
import { aLocation } from '../../builders/records.ts'

describe('the page size', () => {
  it.each([
    ['Canada', 'letter'],
    ['United States', 'letter'],
    [' us ', 'letter'],
    ['Mexico', 'letter'],
    ['', 'letter'],
    ['Germany', 'a4'],
    ['United Kingdom', 'a4'],
    ['Australia', 'a4'],
  ])('of %s is %s', (country, size) => {
    expect(pageSizeOfCountry(country)).toBe(size)
  })
})

describe('the letterhead of a location', () => {
  it('has the name, the address without empty lines, phone and email, and the size of its country', () => {
    const location = aLocation()
    expect(letterheadOf(location)).toEqual({
      brand: 'Atrium',
      name: 'Vancouver',
      lines: ['1 Harbour Street', 'Vancouver BC V6B 1A1'],
      phone: '+1 604 555 0100',
      email: location.contactInfo.email,
      logo: '',
      legal: [],
      pageSize: 'letter',
    })
    const named = {
      ...location,
      paperName: 'Harbour Imaging',
      paperLogo: 'iVBORw0KGgo=',
      legalLine: 'Registered in BC, no. 1234',
    }
    expect(letterheadOf(named)).toMatchObject({
      brand: 'Harbour Imaging',
      logo: 'iVBORw0KGgo=',
      legal: ['Registered in BC, no. 1234'],
    })
    const address = { ...location.address, country: 'Germany' }
    expect(letterheadOf({ ...location, address }).pageSize).toBe('a4')
  })
})
