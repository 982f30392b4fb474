import { describe, expect, it } from 'vitest'
import { matchesTypedTime } from '#domain/values/typed-time.ts'

describe('matchesTypedTime', () => {
  it.each([
    ['9', '09:25am', true],
    ['9', '09:25pm', true],
    ['925', '09:25am', true],
    ['9:25', '09:25am', true],
    ['0925', '09:25am', true],
    ['09.25', '09:25pm', true],
    ['9:25 am', '09:25pm', false],
    ['2p', '02:30pm', true],
    ['2p', '02:30am', false],
    ['2:30 PM', '02:30pm', true],
    ['14:30', '02:30pm', true],
    ['14:30', '02:30am', false],
    ['1430', '02:35pm', false],
    ['12', '12:05am', true],
    ['12', '12:05pm', true],
    ['1', '10:00am', true],
    ['2', '08:00pm', false],
    ['', '08:00pm', true],
    ['9', '01:30am PDT (first)', false],
    ['1', '01:30am PDT (first)', true],
  ])('compares the typed %j with the label %j: %j', (typed, label, isMatch) => {
    expect(matchesTypedTime(label, typed)).toBe(isMatch)
  })
})
