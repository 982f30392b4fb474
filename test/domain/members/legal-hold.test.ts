import { describe, expect, it } from 'vitest'
import { isHoldName } from '#domain/members/legal-hold.ts'

describe('isHoldName', () => {
  it.each([
    ['Case 7', 'Case 7', true],
    [' case  7 ', 'Case 7', true],
    ['CASE 7', 'Case 7', true],
    ['Case 8', 'Case 7', false],
    ['Case', 'Case 7', false],
    ['', 'Case 7', false],
  ])('of the typed %j for the hold %j is %j', (typed, name, is) => {
    expect(isHoldName(typed, name)).toBe(is)
  })
})
