import { describe, expect, it } from 'vitest'
import { toOpenPromoUsers, toReconciliation } from '#main/back-office/money-settings.ts'

describe('toOpenPromoUsers', () => {
  it.each<[string | undefined, readonly string[] | null]>([
    [undefined, []],
    [' , ', []],
    ['Ana@clinic.example, ben@clinic.example', ['ana@clinic.example', 'ben@clinic.example']],
    ['a@x,b@x,c@x,d@x,e@x', ['a@x', 'b@x', 'c@x', 'd@x', 'e@x']],
    ['a@x,b@x,c@x,d@x,e@x,f@x', null],
    ['everybody', null],
  ])('reads %j', (text, users) => {
    expect(toOpenPromoUsers(text)).toEqual(users)
  })
})

describe('toReconciliation', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['1', true],
    ['0', false],
    ['yes', false],
  ])('reads %j', (text, isOn) => {
    expect(toReconciliation(text)).toBe(isOn)
  })
})
