import { describe, expect, it } from 'vitest'
import { countOf } from '#domain/values/count-of.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { describeFieldAnswer } from '#renderer/safety/safety-words.ts'
import { formatMoment, listNames, studyPartWords } from '#renderer/study/study-words.ts'

const toronto = 'America/Toronto' as ZoneId

describe('a moment', () => {
  it.each([
    ['2026-11-23T15:05:00Z', '10:05am EST'],
    // Still the day before in Toronto.
    ['2026-11-23T04:59:00Z', '22 Nov 2026 11:59pm EST'],
    ['2026-11-23T05:00:00Z', '12:00am EST'],
  ])('%s is said as %s at noon of 23 November there', (instant, words) => {
    expect(formatMoment(instant as Instant, '2026-11-23T17:00:00Z' as Instant, toronto)).toBe(words)
  })
})

describe('words', () => {
  it.each([
    [[], studyPartWords.unnamed],
    [['Ben'], 'Ben'],
    [['Ben', 'Ana'], 'Ben and Ana'],
    [['Ben', 'Ana', 'Li'], 'Ben, Ana and Li'],
  ])('list %j as %s', (names, words) => expect(listNames(names)).toBe(words))

  it('count', () => {
    expect([countOf(1, 'answer'), countOf(2, 'answer'), countOf(0, 'answer')]).toEqual([
      '1 answer',
      '2 answers',
      '0 answers',
    ])
  })

  it('say what is stored, not what the label said', () => {
    expect(describeFieldAnswer('MedicalMetal.Heart.Surgery', 'no')).toBe('No heart surgery')
    expect(describeFieldAnswer('MedicalMetal.Heart.Surgery', undefined)).toBe('No answer')
  })
})
