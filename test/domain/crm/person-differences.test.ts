import { describe, expect, it } from 'vitest'
import { differencesOf, mustBeConfirmed } from '#domain/crm/person-differences.ts'
import { aMember } from '#test/builders/records.ts'

const { firstname, lastname, dob, email } = aMember()
const member = { firstname, lastname, dob, email }
const person = (changes: object) => ({ ...member, ...changes })

describe('differencesOf', () => {
  it.each([
    [{}, []],
    [{ firstname: ` ${firstname.toUpperCase()}`, email: ` ${email.toUpperCase()}` }, []],
    [{ firstname: 'Ána', lastname: 'Silvâ' }, []],
    [{ lastname: 'Silvester' }, ['name']],
    [{ dob: '1981-02-03' }, ['dob']],
    [{ email: 'other@mail.example', firstname: 'Nadia' }, ['name', 'email']],
    [{ dob: null, email: '' }, []],
  ])('returns for %j: %j', (changes, expected) => {
    expect(differencesOf(person(changes), member)).toEqual(expected)
  })
})

describe('mustBeConfirmed', () => {
  it('is true for any difference, and if neither birth date nor email agrees', () => {
    expect(mustBeConfirmed(member, member)).toBe(false)
    expect(mustBeConfirmed(person({ dob: null }), member)).toBe(false)
    expect(mustBeConfirmed(person({ lastname: 'Silvester' }), member)).toBe(true)
    expect(mustBeConfirmed(person({ dob: null, email: '' }), member)).toBe(true)
  })
})
