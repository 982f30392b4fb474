import { describe, expect, it } from 'vitest'
import { countries } from '#domain/members/country.ts'
import { postalExample, readPostalCode } from '#domain/members/postal-code.ts'
import { readPhoneAgain, readTypedPhone } from '#domain/members/typed-phone.ts'

describe('readPostalCode', () => {
  it.each([
    ['v6b1a1', 'Canada', 'V6B 1A1'],
    [' V6B-1A1 ', 'Canada', 'V6B 1A1'],
    ['30303', 'United States', '30303'],
    ['303031234', 'United States', '30303-1234'],
    ['30303 1234', 'United States', '30303-1234'],
    ['sw1a1aa', 'United Kingdom', 'SW1A 1AA'],
    ['m1 1ae', 'United Kingdom', 'M1 1AE'],
    ['1000001', 'Japan', '100-0001'],
    ['1012ab', 'Netherlands', '1012 AB'],
    ['00 100', 'Finland', '00100'],
    ['', 'Canada', ''],
    ['none', 'Hong Kong', 'none'],
    ['any 1', 'Atlantis', 'any 1'],
  ])('writes %j of %s as %j', (typed, country, text) => {
    expect(readPostalCode(typed, country)).toEqual({ text, isKnown: true })
  })

  it.each([
    ['V6B 1A', 'Canada'],
    // No Canadian code has a D, F, I, O, Q or U, and none begins with W or Z.
    ['D6B 1A1', 'Canada'],
    ['W6B 1A1', 'Canada'],
    ['3030', 'United States'],
    ['V6B 1A1', 'United States'],
    ['1', 'Japan'],
  ])('leaves %j in %s as typed', (typed, country) => {
    expect(readPostalCode(typed, country)).toEqual({ text: typed, isKnown: false })
  })

  it('leaves the example of each country unchanged', () => {
    for (const country of countries) {
      const example = postalExample(country)
      if (example !== undefined) expect(readPostalCode(example, country)).toEqual({ text: example, isKnown: true })
      else expect(country).toBe('Hong Kong')
    }
  })
})

describe('readTypedPhone', () => {
  it.each([
    ['6045550123', 'Canada', '+1 604 555 0123', true],
    ['(404) 555-0123', 'United States', '+1 404 555 0123', true],
    ['020 7946 0958', 'United Kingdom', '+44 20 7946 0958', true],
    ['+44 20 7946 0958', 'Canada', '+44 20 7946 0958', true],
    ['604 555 0123 x12', 'Canada', '+1 604 555 0123 ext. 12', true],
    ['6045550123', '', '+1 604 555 0123', true],
    ['604 555 01', 'Canada', '604 555 01', false],
    ['104 555 0123', 'Canada', '104 555 0123', false],
    ['', 'Canada', '', false],
    [' 604 555 0123 ', 'Canada', '+1 604 555 0123', true],
    ['604 555 0123 (wife, evenings)', 'Canada', '604 555 0123 (wife, evenings)', false],
    ['wife: 604 555 0123', 'Canada', 'wife: 604 555 0123', false],
    ['020 7946 0958 ext 12', 'United Kingdom', '+44 20 7946 0958 ext. 12', true],
    ['+44 20 7946 0958 ext. 12', 'United Kingdom', '+44 20 7946 0958 ext. 12', true],
  ])('reads %j in %s as %j', (typed, country, text, isKnown) => {
    expect(readTypedPhone(typed, country)).toEqual({ text, isKnown })
  })
})

describe('readPhoneAgain', () => {
  it('reads the typed number again when the country changes, and reads a new text as a new number', () => {
    const first = readPhoneAgain('2079460958', null, 'Canada')
    expect(first.written).toBe('+1 207 946 0958')
    const second = readPhoneAgain(first.written, first, 'United Kingdom')
    expect(second).toEqual({ typed: '2079460958', written: '+44 20 7946 0958' })
    expect(readPhoneAgain('604 555 0123', second, 'Canada').written).toBe('+1 604 555 0123')
    expect(readPhoneAgain('', second, 'Canada').written).toBe('')
  })
})
