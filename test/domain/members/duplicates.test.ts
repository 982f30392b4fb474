import { describe, expect, it } from 'vitest'
import {
  areNamesSimilar,
  findDuplicateReasons,
  findLikelyDuplicates,
  findLookalikes,
  phoneKey,
} from '#domain/members/duplicates.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { aMember } from '#test/builders/records.ts'

const draft = {
  firstname: 'Ana',
  lastname: 'Silva',
  email: 'someone@else.example',
  dob: '1980-02-03' as PlainDate,
  phone_number: '778 555 0199',
}

describe('findDuplicateReasons', () => {
  it.each([
    [
      'the email differs only by case',
      { email: 'ANA.silva@mail.example', firstname: 'Zoe', lastname: 'Other' },
      ['same-email'],
    ],
    ['name and birth date are the same', {}, ['same-name-and-birth-date']],
    ['the name is one letter off', { lastname: 'Sylva' }, ['similar-name-and-birth-date']],
    ['first and last name are swapped', { firstname: 'Silva', lastname: 'Ana' }, ['similar-name-and-birth-date']],
    ['accents differ', { firstname: 'Ána' }, ['same-name-and-birth-date']],
    ['day and month are swapped', { dob: '1980-03-02' }, ['similar-name-and-birth-date']],
    [
      'the phone and the name are the same',
      { dob: '1991-01-01', phone_number: '(604) 555-0142' },
      ['same-phone-and-similar-name'],
    ],
    ['only the birth date is the same, and the names are short', { firstname: 'Bo', lastname: 'Kurz' }, []],
    ['only the birth date is the same', { firstname: 'Maria', lastname: 'Keller' }, []],
    ['only phone and birth date are the same', { firstname: 'Bo', lastname: 'Kurz', phone_number: '604-555-0142' }, []],
  ])('when %s (%j), returns the reasons %j', (_, changes, reasons) => {
    expect(findDuplicateReasons({ ...draft, ...changes } as typeof draft, aMember())).toEqual(reasons)
  })
})

describe('findLikelyDuplicates', () => {
  const { firstname, lastname, dob } = draft
  it('returns those with the same name and birth date first, and leaves out all who share only one of both', () => {
    const misspelled = aMember({ patientID: 'm-1', lastname: 'Sylva' })
    const same = aMember({ patientID: 'm-2' })
    const swapped = aMember({ patientID: 'm-3', dob: '1980-03-02' })
    const namesake = aMember({ patientID: 'm-4', dob: '1955-12-24' })
    const twin = aMember({ patientID: 'm-5', firstname: 'Roberta' })
    const members = [misspelled, namesake, twin, same, swapped]
    expect(findLikelyDuplicates({ firstname, lastname, dob }, members)).toEqual([same, misspelled, swapped])
  })

  it('does not count an email or a phone number that both records lack', () => {
    const other = aMember({ firstname: 'Zoe', lastname: 'Other', email: '', phone_number: '' })
    expect(findLikelyDuplicates({ firstname, lastname, dob }, [other])).toEqual([])
  })
})

describe('areNamesSimilar', () => {
  it('does not count short names with two different letters as similar', () => {
    expect(areNamesSimilar({ firstname: 'Ann', lastname: 'Lee' }, { firstname: 'Ian', lastname: 'Lee' })).toBe(false)
  })
  it('counts two swapped neighbouring letters as one difference', () => {
    expect(
      areNamesSimilar({ firstname: 'Maria', lastname: 'Schmidt' }, { firstname: 'Maira', lastname: 'Schmitd' }),
    ).toBe(true)
  })
})

describe('phoneKey', () => {
  it.each([
    ['+1 (604) 555-0142', '6045550142'],
    ['604.555.0142 ext. 12', '6045550142'],
    ['+44 20 7946 0000', '442079460000'],
  ])('normalizes %s', (phone, key) => {
    expect(phoneKey(phone)).toBe(key)
  })
})

describe('findLookalikes', () => {
  it('returns other members with a similar name, each once, and never the member itself', () => {
    const ana = aMember({ patientID: 'm-1', firstname: 'Ana', lastname: 'Silvas' })
    const anna = aMember({ patientID: 'm-2', firstname: 'Ana', lastname: 'Silva' })
    const ben = aMember({ patientID: 'm-3', firstname: 'Ben', lastname: 'Ortiz' })
    expect(findLookalikes(ana, [ana, anna, ben, anna])).toEqual([anna])
    expect(findLookalikes(ben, [ana, anna, ben])).toEqual([])
  })
})
