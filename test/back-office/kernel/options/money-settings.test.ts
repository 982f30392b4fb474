import { describe, expect, it } from 'vitest'
import { toReconciliation } from '#back-office/kernel/options/money-settings.ts'

describe('toReconciliation', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['1', true],
    ['0', false],
    ['yes', false],
  ])('reads %j as %s', (text, isOn) => {
    expect(toReconciliation(text)).toBe(isOn)
  })
})
