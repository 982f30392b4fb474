import { describe, expect, it } from 'vitest'
import { toNamedAccounts } from '#back-office/kernel/options/named-accounts.ts'

describe('toNamedAccounts', () => {
  it.each<[string | undefined, readonly string[] | null]>([
    [undefined, []],
    [' , ', []],
    ['Ana@clinic.example, ben@clinic.example', ['ana@clinic.example', 'ben@clinic.example']],
    ['a@x,b@x,c@x,d@x,e@x', ['a@x', 'b@x', 'c@x', 'd@x', 'e@x']],
    ['a@x,b@x,c@x,d@x,e@x,f@x', null],
    ['everybody', null],
  ])('reads %j as %j', (text, users) => {
    expect(toNamedAccounts(text)).toEqual(users)
  })
})
