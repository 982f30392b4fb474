import { describe, expect, it } from 'vitest'
import { describeListed, describeMatch } from '#domain/members/match-reason.ts'
import { misspellingKeys, soundOf } from '#domain/members/name-keys.ts'
import { leastNameLikeness, nameLikeness, rankByName, wordLikeness } from '#domain/members/rank-by-name.ts'
import { parseSearch } from '#domain/members/search-words.ts'
import { takeBirthDates } from '#domain/members/typed-birth-dates.ts'
import { studyIDOnPaper } from '#domain/members/typed-paper-number.ts'
import { aMember } from '#test/builders/records.ts'

const named = (firstname: string, lastname: string) => aMember({ firstname, lastname })

describe('takeBirthDates', () => {
  it.each([
    ['1980-02-03', ['1980-02-03']],
    ['19800203', ['1980-02-03']],
    ['3 feb 1980', ['1980-02-03']],
    ['february 3, 1980', ['1980-02-03']],
    ['3 feb 80', ['1980-02-03', '2080-02-03']],
    ['02/03/1980', ['1980-03-02', '1980-02-03']],
    ['02/03/80', ['1980-03-02', '1980-02-03', '2080-03-02', '2080-02-03']],
    ['31.12.75', ['1975-12-31', '2075-12-31']],
    ['29/02/00', ['2000-02-29']],
  ])('reads %s', (text, dates) => expect(takeBirthDates(text).dates).toEqual([dates]))

  it.each(['30/02/1980', '604-555-0188', '12/34/56', '1/2/3', '555.01.99.80', 'may'])('reads no date in %s', (text) =>
    expect(takeBirthDates(text).dates).toEqual([]),
  )
})

describe('the number on a paper', () => {
  it.each([
    ['CA-BC-1-s-000313-R1', 's-000313'],
    ['CA-BC-1-s-0b1c2d3e4f50-R12', 's-0b1c2d3e4f50'],
    ['CA-BC-1-s-000313', 's-000313'],
    ['ca-bc-1-s-000313-r1', 's-000313'],
    ['CA-BC-1-S-0B1C2D3E4F50', 's-0b1c2d3e4f50'],
    ['  CA-BC-1-s-000313-R1 ', 's-000313'],
    ['MRI Vancouver/2026-s-000313-R1', 's-000313'],
    ['s-000313-R1', 's-000313'],
    ['s-000313', 's-000313'],
  ])('%j has the study %s', (text, studyID) => {
    expect(studyIDOnPaper(text)).toBe(studyID)
    expect(parseSearch(text)).toEqual(parseSearch(studyID))
  })

  it.each([
    '',
    'CA-BC-1',
    'CA-BC-1-s-',
    'CA-BC-1-s-0003',
    'CA-BC-1-s-000313-R',
    'CA-BC-1-s-000313-R1-2',
    'CA-BC-1-m-000313-R1',
    'CA-BC-1-s-0b1c2d3e4f501',
    'ana s-000313',
    'ross-000313',
    'smith-s-facade',
    '604-555-0142',
    '1980-02-03',
  ])('%j has none', (text) => expect(studyIDOnPaper(text)).toBeNull())
})

describe('a typed search', () => {
  it('distinguishes names from exact terms', () => {
    const query = parseSearch('garica maria 02/03/1980 (604) 555-0142')
    expect(query.names).toEqual(['garica', 'maria'])
    expect(query.exactTerms.map(({ prefixes }) => prefixes[0])).toEqual(['b1980-03-02', 'p6045550142'])
  })
  it.each(['', ' ', '%', '_', '"', '\u0000', '🙂'])('is empty for %j', (text) =>
    expect(parseSearch(text).terms).toEqual([]),
  )
})

describe('the keys of a misspelling', () => {
  it.each([
    ['abernaty', 'abernathy'],
    ['hernandes', 'hernandez'],
    ['garica', 'garcia'],
    ['shivon', 'siobhan'],
    ['mueller', 'muller'],
    ['catarzyna', 'katarzyna'],
    ['wie', 'wei'],
  ])('are shared by %s and %s', (typed, word) => {
    const keys = new Set(misspellingKeys(word))
    expect(misspellingKeys(typed).some((key) => keys.has(key))).toBe(true)
  })
  it('do not split letters outside the basic plane', () => {
    expect(misspellingKeys('𠮷野家𠮷野家𠮷野家').every((key) => key.isWellFormed())).toBe(true)
  })
  it.each([
    ['', ''],
    ['aeiou', ''],
    ['hannah', 'n'],
    ['annan', 'nn'],
  ])('reduce %j to the sound %j', (word, sound) => expect(soundOf(word)).toBe(sound))
})

describe('likeness', () => {
  it.each([
    ['silva', 'silva', 1],
    ['sil', 'silva', 0.95],
    ['anna', 'xyz', 0],
    ['', 'silva', 0],
  ])('of the words %j and %j is %d', (typed, word, likeness) => expect(wordLikeness(typed, word)).toBe(likeness))

  it('accepts names in any order, joined and split', () => {
    for (const typed of ['silva ana', 'ana silva'])
      expect(nameLikeness(typed.split(' '), named('Ana', 'Silva'))).toBe(1)
    expect(nameLikeness(['liam', 'mac', 'donald'], named('Liam', 'MacDonald'))).toBe(1)
    expect(nameLikeness(['obrien'], named('Siobhán', "O'Brien"))).toBe(1)
  })
  it('is small if one of two names differs completely', () => {
    expect(nameLikeness(['ana', 'muller'], named('Zoë', 'Müller'))).toBeLessThan(leastNameLikeness)
    expect(nameLikeness(['garica', 'maria'], named('Beatriz', 'García'))).toBeLessThan(leastNameLikeness)
    expect(nameLikeness(['garica', 'maria'], named('Maria', 'García'))).toBeGreaterThan(leastNameLikeness)
  })
  it('ranks the same name first, then names that begin with it, then misspellings, and equal names by alphabet', () => {
    const people = [named('Anna', 'Sylva'), named('Zita', 'Silva'), named('Ana', 'Silva'), named('Ana', 'Silvano')]
    const ranked = rankByName(['ana', 'silva'], people).map(({ person }) => `${person.firstname} ${person.lastname}`)
    expect(ranked).toEqual(['Ana Silva', 'Ana Silvano', 'Anna Sylva', 'Zita Silva'])
    const same = rankByName(['silva'], [named('Zita', 'Silva'), named('Ana', 'Silva')])
    expect(same.map(({ person }) => person.firstname)).toEqual(['Ana', 'Zita'])
  })
})

describe('why a member was found', () => {
  const ana = aMember({ firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03' })
  it.each([
    ['ana silva', []],
    ['sil an', []],
    ['1980-02-03', []],
    ['03 feb 80', []],
    ['ana@mail', []],
    [ana.patientID, []],
    ['anna silva', ['Similar name']],
    ['02/03/80', ['Birth date 02 Mar 1980 / 03 Feb 1980']],
    ['sylva 02/03/1980', ['Similar name', 'Birth date 02 Mar 1980 / 03 Feb 1980']],
  ])('is described for %s as %j', (text, reasons) => expect(describeMatch(text, ana)).toEqual(reasons))

  it.each([
    ['anna silva', true, { isSimilar: true, reasons: [] }],
    ['ana silva', true, { isSimilar: true, reasons: [] }],
    ['ana silva', false, { isSimilar: false, reasons: [] }],
    ['sylva 02/03/1980', false, { isSimilar: true, reasons: ['Birth date 02 Mar 1980 / 03 Feb 1980'] }],
  ])('has a similar name apart from other reasons, for %s (lookalike: %s)', (text, hasLookalike, said) =>
    expect(describeListed(text, ana, hasLookalike)).toEqual(said),
  )
})
