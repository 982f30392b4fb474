import { describe, expect, it } from 'vitest'
import { countries } from '#domain/members/country.ts'
import {
  checkMemberForm,
  emptyMemberForm,
  type MemberFormValues,
  memberProblems,
  parseBirthDate,
  readTypedPerson,
} from '#domain/members/member-rules.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const today = '2026-11-21' as PlainDate
const filled: MemberFormValues = {
  ...emptyMemberForm,
  firstname: 'Ana',
  lastname: 'Silva',
  email: 'ana.silva@mail.example',
  dobYear: '1980',
  dobMonth: '2',
  dobDay: '3',
  gender: 'female',
  phone_number: '+1 604 555 0142',
  address: '2 Cedar Lane',
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada',
}

describe('checkMemberForm', () => {
  it('returns the draft when all required fields are filled', () => {
    const check = checkMemberForm(filled, today)
    expect(check.kind).toBe('complete')
    if (check.kind === 'complete') expect(check.draft).toMatchObject({ firstname: 'Ana', dob: '1980-02-03' })
  })

  it.each([
    ['firstname', 'First Name'],
    ['lastname', 'Last Name'],
    ['email', 'Email'],
    ['gender', 'Biological Sex'],
    ['phone_number', 'Phone Number'],
    ['address', 'Street'],
    ['city', 'City'],
    ['state', 'State'],
    ['country', 'Country'],
  ] as const)('returns Please Enter when %s is missing', (field, name) => {
    const check = checkMemberForm({ ...filled, [field]: '  ' }, today)
    expect(check).toMatchObject({
      kind: 'incomplete',
      alert: `Please Enter ${name}`,
      fields: { [field]: `Please Enter ${name}` },
    })
  })

  it('lists all missing fields in one alert', () => {
    const check = checkMemberForm({ ...filled, firstname: '', city: '', dobYear: '', dobMonth: '', dobDay: '' }, today)
    expect(check).toMatchObject({ alert: 'Please Enter First Name, Date of Birth and City' })
  })

  it('names the missing and invalid fields in French', () => {
    const french = (values: Partial<MemberFormValues>) => checkMemberForm({ ...filled, ...values }, today, 'fr-CA')
    const none = { dobYear: '', dobMonth: '', dobDay: '' }
    expect(french({ firstname: '', city: '', ...none })).toMatchObject({
      alert: 'Veuillez entrer votre prénom, votre date de naissance et votre ville',
      fields: { city: 'Veuillez entrer votre ville' },
    })
    expect(french({ dobMonth: '13' })).toMatchObject({ alert: 'Veuillez entrer une date de naissance valide' })
    expect(french({ email: 'not an address' })).toMatchObject({ alert: 'Veuillez vérifier votre adresse de courriel' })
    expect(french({ firstname: 'Ana\u0000' })).toMatchObject({ alert: 'Veuillez vérifier votre prénom' })
    expect(french({})).toMatchObject({ kind: 'complete' })
  })

  it('requires a state everywhere except in the United Kingdom', () => {
    for (const country of countries) {
      const check = checkMemberForm({ ...filled, country, state: '' }, today)
      expect(check.kind, country).toBe(country === 'United Kingdom' ? 'complete' : 'incomplete')
    }
  })

  it.each([
    ['a month above 12', '1980', '13', '3'],
    ['a day above 31', '1980', '2', '32'],
    ['a date that does not exist', '1981', '2', '29'],
    ['a date in the future', '2026', '11', '22'],
    ['a two-digit year', '80', '2', '3'],
    ['letters', 'year', '2', '3'],
    ['a missing part', '1980', '', '3'],
  ])('returns Please Enter a Valid Date of Birth for %s', (_, dobYear, dobMonth, dobDay) => {
    const check = checkMemberForm({ ...filled, dobYear, dobMonth, dobDay }, today)
    expect(check).toMatchObject({ kind: 'incomplete', alert: 'Please Enter a Valid Date of Birth' })
  })

  it.each([
    ['email', 'not an address'],
    ['phone_number', '12'],
    ['country', 'Atlantis'],
    ['firstname', 'Ana\u0000'],
    ['lastname', 'x'.repeat(101)],
  ] as const)('shows the same problem in the alert and beside the field when %s is wrong', (field, value) => {
    const check = checkMemberForm({ ...filled, [field]: value }, today)
    expect(check.kind).toBe('incomplete')
    if (check.kind === 'incomplete') expect(check.fields[field]).toBe(check.alert)
  })

  it('keeps names of any script, quotes and angle brackets as typed', () => {
    const lastname = "O'Néill-Łukasz <b>山田</b>; DROP TABLE member"
    const check = checkMemberForm({ ...filled, lastname }, today)
    expect(check.kind === 'complete' && check.draft.lastname).toBe(lastname)
  })
})

describe('parseBirthDate', () => {
  it('accepts 29 February in a leap year', () => {
    expect(parseBirthDate('2000', '2', '29', today)).toBe('2000-02-29')
  })
})

describe('readTypedPerson', () => {
  it.each<[string, Partial<MemberFormValues>, object | null]>([
    ['both names and a birth date', {}, { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03' }],
    ['spaces around a name', { firstname: ' Ana ' }, { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03' }],
    ['no first name', { firstname: ' ' }, null],
    ['no last name', { lastname: '' }, null],
    ['no day', { dobDay: '' }, null],
    ['a year that is not complete', { dobYear: '198' }, null],
    ['a date that does not exist', { dobDay: '30' }, null],
  ])('reads %s', (_, typed, person) => {
    expect(readTypedPerson({ ...filled, ...typed }, today)).toEqual(person)
  })
})

describe('memberProblems', () => {
  it('finds problems that depend on another field or on today’s date', () => {
    expect(memberProblems({ country: 'Canada', state: '', dob: '2030-01-01' as PlainDate }, today)).toEqual({
      state: 'Please Enter State',
      dob: 'Please Enter a Valid Date of Birth',
    })
    expect(memberProblems({ country: 'United Kingdom', state: '', dob: '1980-01-01' as PlainDate }, today)).toEqual({})
  })
})
