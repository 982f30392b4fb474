import { describe, expect, it } from 'vitest'
import { describeFieldAnswer } from '#renderer/safety/safety-words.ts'
import { listNames, studyPartWords } from '#renderer/study/study-words.ts'

describe('words', () => {
  it.each([
    [[], studyPartWords.unnamed],
    [['Ben'], 'Ben'],
    [['Ben', 'Ana'], 'Ben and Ana'],
    [['Ben', 'Ana', 'Li'], 'Ben, Ana and Li'],
  ])('list %j as %s', (names, words) => expect(listNames(names)).toBe(words))

  it('describe what a stored answer means, instead of the label of its option', () => {
    expect(describeFieldAnswer('MedicalMetal.Heart.Surgery', 'no')).toBe('No heart surgery')
    expect(describeFieldAnswer('MedicalMetal.Heart.Surgery', undefined)).toBe('No answer')
  })
})
