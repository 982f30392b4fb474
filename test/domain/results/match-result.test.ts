import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResultIdentity } from '#domain/results/incoming-report.ts'
import { isAboutStudy, matchResult, needsAttachReason } from '#domain/results/match-result.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import { aMember } from '#test/builders/records.ts'

const member = aMember({ firstname: 'Ana', middlename: 'Maria', lastname: 'Silva', gender: 'female' })
const study = { studyID: 's-1' }
const identity = (changes: Partial<ResultIdentity> = {}): ResultIdentity => ({
  patientIDs: [member.patientID],
  given: 'Ana',
  family: 'Silva',
  birthDate: member.dob,
  partialBirthDate: '',
  sex: 'female',
  ...changes,
})
const outcomeOf = (changes: Partial<ResultIdentity>) => matchResult({ identity: identity(changes) }, study, member)

describe('matchResult', () => {
  it('is unmatched if the study is unknown', () => {
    expect(matchResult({ identity: identity() }, null, null)).toEqual({ kind: 'unmatched' })
  })

  it.each([
    [{}, { kind: 'match' }],
    [{ patientIDs: [] }, { kind: 'match' }],
    [{ patientIDs: ['RIS-77', member.patientID.toUpperCase()] }, { kind: 'match' }],
    [{ given: '', family: '', birthDate: null, sex: null }, { kind: 'match' }],
    [
      { patientIDs: [], given: '' },
      { kind: 'mismatch', fields: ['name'] },
    ],
    [{ patientIDs: [], birthDate: null }, { kind: 'incomplete' }],
    [{ birthDate: null, partialBirthDate: '1980' }, { kind: 'incomplete' }],
    [{ birthDate: null, partialBirthDate: '1980-02' }, { kind: 'incomplete' }],
    [{ birthDate: null, partialBirthDate: '20269999' }, { kind: 'incomplete' }],
    [
      { birthDate: null, partialBirthDate: '1975' },
      { kind: 'mismatch', fields: ['birthDate'] },
    ],
    [
      { birthDate: null, partialBirthDate: '198003' },
      { kind: 'mismatch', fields: ['birthDate'] },
    ],
    [{ patientIDs: [], given: '', family: '' }, { kind: 'incomplete' }],
    [{ patientIDs: [' '], given: '', family: '', birthDate: null, sex: null }, { kind: 'incomplete' }],
    [{ patientIDs: ['RIS-77'] }, { kind: 'mismatch', fields: ['patientID'] }],
    [{ birthDate: '1981-02-03' as PlainDate }, { kind: 'mismatch', fields: ['birthDate'] }],
    [{ sex: 'male' as const }, { kind: 'mismatch', fields: ['sex'] }],
    [{ given: 'Anna' }, { kind: 'mismatch', fields: ['name'] }],
    [{ given: 'Ana Lucia' }, { kind: 'mismatch', fields: ['name'] }],
    [
      { given: '---', family: '---' },
      { kind: 'mismatch', fields: ['name'] },
    ],
  ])('decides for %j: %j', (changes, expected) => {
    expect(outcomeOf(changes)).toEqual(expected)
  })
})

const people = [
  { firstname: 'Ana', middlename: '', lastname: 'Silva' },
  { firstname: 'Thị Hương', middlename: '', lastname: 'Nguyễn' },
  { firstname: 'Noël', middlename: 'Émile', lastname: 'Lefèvre' },
  { firstname: 'Seán', middlename: '', lastname: "O'Brien" },
  { firstname: 'Mary-Jane', middlename: 'Ann', lastname: 'Smith-Jones' },
  { firstname: 'Jürgen', middlename: '', lastname: 'Müller' },
  { firstname: 'Łukasz', middlename: '', lastname: 'Żółć' },
  { firstname: 'José Luis', middlename: '', lastname: 'García López' },
  { firstname: 'Do', middlename: 'Van', lastname: 'Ma' },
  { firstname: '明', middlename: '', lastname: '王' },
] as const
type Name = { readonly given: string; readonly family: string }
const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L').replaceAll('ł', 'l')
const both =
  (change: (text: string) => string) =>
  (name: Name): Name => ({ given: change(name.given), family: change(name.family) })
/** Ways in which other systems write the name of the same person. */
const forms: readonly ((name: Name) => Name)[] = [
  both((text) => text.toUpperCase()),
  both((text) => text.toLowerCase()),
  both(withoutAccents),
  both((text) => text.normalize('NFD')),
  both((text) => text.replaceAll('-', ' ')),
  both((text) => text.replaceAll("'", '’')),
  both((text) => text.replaceAll("'", '')),
  both((text) => text.replaceAll('-', '')),
  both((text) => ` ${text.replaceAll(' ', '  ')} `),
  (name) => ({ given: name.family, family: name.given }),
  (name) => ({ ...name, family: `${name.family} Jr.` }),
  (name) => ({ ...name, family: `${name.family}, III` }),
  (name) => ({ ...name, given: `Dr. ${name.given}` }),
  (name) => ({ ...name, family: `${name.family} M.D.` }),
  both((text) => text.replaceAll('ü', 'ue')),
]
const anyMember = fc.record({
  name: fc.constantFrom(...people),
  days: fc.integer({ min: 0, max: 25_000 }),
  sex: fc.constantFrom('male' as const, 'female' as const),
  number: fc.integer({ min: 1, max: 999_998 }),
})
const toMember = ({
  name,
  days,
  sex,
  number,
}: {
  name: (typeof people)[number]
  days: number
  sex: 'male' | 'female'
  number: number
}) =>
  aMember({
    ...name,
    dob: addDays('1935-01-01' as PlainDate, days),
    gender: sex,
    patientID: `m-${String(number).padStart(6, '0')}` as never,
  })

describe('needsAttachReason', () => {
  it.each([
    ['s-1', {}, false],
    ['s-2', {}, true],
    ['', {}, true],
    ['s-1', { birthDate: '1901-01-01' as PlainDate }, true],
    ['s-1', { patientIDs: [], birthDate: null }, true],
  ])('of a result for %s with %o is %s', (studyRef, changes, isNeeded) => {
    expect(needsAttachReason({ identity: identity(changes), studyRef }, study, member)).toBe(isNeeded)
  })
})

describe('matchResult with generated identities', () => {
  it('raises no false alarm for accents, case, order, hyphens, middle names and suffixes', () => {
    fc.assert(
      fc.property(
        anyMember,
        fc.constantFrom('none' as const, 'full' as const, 'initial' as const),
        fc.array(fc.constantFrom(...forms), { maxLength: 3 }),
        fc.boolean(),
        (person, middle, changes, sendsID) => {
          const one = toMember(person)
          const further =
            middle === 'full' ? one.middlename : middle === 'initial' ? `${[...one.middlename][0] ?? ''}.` : ''
          const plain: Name = { given: `${one.firstname} ${further}`.replace(/ \.?$/, ''), family: one.lastname }
          const name = changes.reduce((each, change) => change(each), plain)
          const sent = { ...name, patientIDs: sendsID ? [one.patientID] : [], birthDate: one.dob, partialBirthDate: '' }
          const whole = { ...sent, sex: one.gender }
          expect(matchResult({ identity: whole }, study, one)).toEqual({ kind: 'match' })
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('finds each of 1,000 planted mismatches and names its field', () => {
    const plants = ['patientID', 'name', 'letter', 'birthDate', 'year', 'sex'] as const
    const plant = fc.constantFrom(...plants)
    const otherName = fc.tuple(fc.constantFrom(...people), fc.constantFrom(...people))
    fc.assert(
      fc.property(
        anyMember,
        plant,
        otherName,
        fc.constantFrom(...forms),
        fc.boolean(),
        (person, field, [first, last], form, sendsID) => {
          const one = toMember(person)
          const isOther = first.firstname !== one.firstname || last.lastname !== one.lastname
          fc.pre(field !== 'name' || isOther)
          const sent: ResultIdentity = {
            patientIDs: field === 'patientID' ? ['m-999999'] : sendsID ? [one.patientID] : [],
            ...form(
              field === 'name'
                ? { given: first.firstname, family: last.lastname }
                : { given: one.firstname, family: field === 'letter' ? `${one.lastname}q` : one.lastname },
            ),
            birthDate:
              field === 'year' ? null : field === 'birthDate' ? addDays(one.dob, 1 + (person.number % 400)) : one.dob,
            partialBirthDate: field === 'year' ? String(Number(one.dob.slice(0, 4)) + 1) : '',
            sex: field === 'sex' ? (one.gender === 'male' ? 'female' : 'male') : one.gender,
          }
          expect(matchResult({ identity: sent }, study, one)).toEqual({
            kind: 'mismatch',
            fields: [field === 'letter' ? 'name' : field === 'year' ? 'birthDate' : field],
          })
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('isAboutStudy', () => {
  const isAbout = (studyRef: string, changes: Partial<ResultIdentity>) =>
    isAboutStudy({ studyRef, identity: identity(changes) }, study, member)

  it.each<[string, string, Partial<ResultIdentity>, boolean]>([
    ['names the study', 's-1', {}, true],
    ['names the study and another person', 's-1', { patientIDs: [], birthDate: '1901-01-01' as PlainDate }, true],
    ['names the member but no study', '', {}, true],
    ['names the member by name and birth date', 'F-77', { patientIDs: [] }, true],
    ['names another person', 'F-77', { birthDate: '1901-01-01' as PlainDate }, false],
    ['names the member by name only', 'F-77', { patientIDs: [], birthDate: null }, false],
  ])('decides about a result that %s', (_name, studyRef, changes, expected) => {
    expect(isAbout(studyRef, changes)).toBe(expected)
  })
})
