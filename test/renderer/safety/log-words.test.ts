import { describe, expect, it } from 'vitest'
import { answeredLine } from '#back-office/safety/answers.ts'
import { safetyCategory } from '#back-office/safety/refresh.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { logWords } from '#renderer/safety/log-words.ts'

const fields = askedQuestions(safetyQuestionnaire).map(({ field }) => ({ field }))
const line = (version: number, of: readonly { readonly field: string }[]) =>
  logWords({ category: safetyCategory, content: answeredLine(version, of) })

describe('logWords', () => {
  it('names up to three questions by their titles', () => {
    expect(line(1, [{ field: 'Medications.Types' }, { field: 'Allergies.Types' }])).toEqual({
      text: 'Changed: “Which medications?”, “Which allergies?”',
      details: [],
    })
  })

  it('counts the questions if there are more than three, and lists all of them on request', () => {
    const words = line(0, fields)
    expect(words.text).toBe(`Answered ${fields.length} safety questions`)
    expect(words.details).toHaveLength(fields.length)
    for (const { field } of fields) expect(words.details.join()).not.toContain(field)
  })

  it.each([
    ['Note', 'Answered: the phone'],
    [safetyCategory, 'Signed off: recent surgery'],
    [safetyCategory, 'Answered: '],
  ])('in the category “%s”, returns “%s” unchanged', (category, content) => {
    expect(logWords({ category, content })).toEqual({ text: content, details: [] })
  })

  it('names the field of a question that is no longer asked', () => {
    expect(line(1, [{ field: 'Former.Question' }]).text).toBe('Changed: “Former.Question”')
  })
})
