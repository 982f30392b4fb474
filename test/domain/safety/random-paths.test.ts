import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gender } from '#domain/members/member.ts'
import { parseAnswers } from '#domain/safety/parse-answers.ts'
import type { Answers, AnswerValue, AskedQuestion, Facts } from '#domain/safety/question.ts'
import { applyAnswer, askedQuestions, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { howMany } from '../../fixtures/deep.ts'
import { askedBySpec, specFields, surgeryDate } from '../../fixtures/questionnaire/spec-oracle.ts'
import { knownDate } from '../../fixtures/time/known.ts'

const seed = 20_261_121
const pathsInAll = howMany(20_000)
const today = knownDate('2026-11-21')
const questions = askedQuestions(safetyQuestionnaire)
const byField = new Map(questions.map((question) => [question.field, question]))

const factsOf = (gender: Gender | null): Facts => (gender === null ? {} : { gender })

const texts = ['steel', '  ', 'أحمد', '🦴 2015', 'line one\nline two', '', '0', '__proto__']
const lines = ['Maple Pharmacy', ' ', 'صيدلية', '🏥', '', 'constructor']
const dates = ['2026-11-21', '2026-09-26', '1900-01-01', '2024-02-29', '']

const valueFor = (question: AskedQuestion, pick: number): AnswerValue => {
  switch (question.type) {
    case 'radio':
      return question.options[pick % (question.options.length + 1)]?.value ?? ''
    case 'choice': {
      const chosen = question.options.map((option) => option.value).filter((_, nth) => (pick >> nth) & 1)
      return pick & 64 ? chosen.reverse() : chosen
    }
    case 'text':
      return (question.rows === 1 ? lines : texts)[pick % (question.rows === 1 ? lines : texts).length] ?? ''
    case 'datepicker':
      return dates[pick % dates.length] ?? ''
  }
}

/**
 * One step of a path. About 1 step in 20 sets the sex, and 1 in 20 answers any question, asked or not. The
 * remaining steps answer a question on the page.
 */
type Step = readonly [what: number, which: number, value: number]
const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(19), fc.nat(9999), fc.nat(127))
/** About half of the paths start with yes to every top-level question, so that the deep follow-ups are reached. */
const path = fc.tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 12 }))

const deepStart: Answers = Object.fromEntries(
  safetyQuestionnaire.sections.flatMap(({ questions: top }) =>
    top.flatMap((question) =>
      question.type === 'radio' && question.options.some((option) => option.value === 'yes')
        ? [[question.field, 'yes'] as const]
        : [],
    ),
  ),
)

const sorted = (fields: Iterable<string>): readonly string[] => [...fields].sort()

/** Returns the answers as the back office reads them: the choices are in the questionnaire's order. */
const asSent = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([field, value]) => {
      const question = byField.get(field)
      if (question?.type !== 'choice') return [field, value]
      return [field, question.options.map((option) => option.value).filter((option) => value.includes(option))]
    }),
  )

describe(`${pathsInAll} random answer paths`, () => {
  const seen = { asked: new Set<string>(), cleared: new Set<string>(), paths: 0, steps: 0 }

  /** Compares texts before it asserts, because one assertion takes longer than a whole step. */
  const checkStep = (gender: Gender | null, given: Answers, after: Answers): void => {
    const facts = factsOf(gender)
    const evaluation = evaluate(safetyQuestionnaire, facts, after)
    const { asked, required } = askedBySpec(gender, after)
    const visible = evaluation.visible.flatMap(({ question }) => (question.type === 'info' ? [] : [question.field]))

    if (sorted(visible).join() !== sorted(asked).join()) expect(sorted(visible)).toEqual(sorted(asked))
    if (sorted(evaluation.required).join() !== sorted(required).join()) {
      expect(sorted(evaluation.required)).toEqual(sorted(required))
    }
    for (const field of Object.keys(after)) {
      if (!asked.has(field)) expect.fail(`a hidden answer survived: ${field}`)
    }
    const missing = [...required].filter((field) => !Object.hasOwn(after, field))
    if (sorted(missing).join() !== sorted(evaluation.unanswered).join()) {
      expect(sorted(evaluation.unanswered)).toEqual(sorted(missing))
    }
    // A second evaluation clears nothing more.
    if (evaluation.cleared.length > 0) expect(evaluation.cleared).toEqual([])
    if (JSON.stringify(evaluation.answers) !== JSON.stringify(after)) expect(evaluation.answers).toEqual(after)
    // Only hidden or empty answers are removed.
    const askedOfGiven = askedBySpec(gender, given).asked
    for (const [field, value] of Object.entries(given)) {
      const isEmpty = typeof value === 'string' ? value.trim() === '' : value.length === 0
      if (askedOfGiven.has(field) && !isEmpty && after[field] !== value) expect.fail(`asked answer removed: ${field}`)
      if (!isEmpty && !Object.hasOwn(after, field)) seen.cleared.add(field)
    }
    for (const field of visible) seen.asked.add(field)
  }

  const checkBackOffice = (gender: Gender | null, answers: Answers): void => {
    const parsed = parseAnswers(safetyQuestionnaire, factsOf(gender), today, JSON.parse(JSON.stringify(answers)))
    if (!parsed.ok) expect.fail(`refused: ${JSON.stringify(parsed.problems)}`)
    const sent = asSent(answers)
    if (!isDeepStrictEqual(parsed.answers, sent)) expect(parsed.answers).toEqual(sent)
    if (parsed.cleared.length > 0) expect(parsed.cleared).toEqual([])
    const { unanswered } = evaluate(safetyQuestionnaire, factsOf(gender), answers)
    if (!isDeepStrictEqual(parsed.unanswered, unanswered)) expect(parsed.unanswered).toEqual(unanswered)
  }

  it('keep no hidden answer, find every missing required field, clear in one pass, and read the same in the back office', () => {
    fc.assert(
      fc.property(path, ([isDeep, steps]) => {
        seen.paths += 1
        let gender: Gender | null = isDeep ? 'female' : null
        let answers: Answers = isDeep ? deepStart : {}
        for (const [what, which, value] of steps) {
          seen.steps += 1
          let given = answers
          if (what === 0) {
            gender = (['male', 'female', null] as const)[which % 3] ?? null
            answers = evaluate(safetyQuestionnaire, factsOf(gender), given).answers
          } else {
            const { visible } = evaluate(safetyQuestionnaire, factsOf(gender), answers)
            const open = visible.flatMap(({ question }) => (question.type === 'info' ? [] : [question]))
            const question = what === 1 ? questions[which % questions.length] : open[which % open.length]
            if (question === undefined) throw new Error('no question to answer')
            const answer = valueFor(question, value)
            given = { ...answers, [question.field]: answer }
            answers = applyAnswer(safetyQuestionnaire, factsOf(gender), answers, question.field, answer)
          }
          checkStep(gender, given, answers)
          checkBackOffice(gender, answers)
        }
      }),
      { seed, numRuns: pathsInAll, endOnFailure: false },
    )
    expect(seen.paths).toBe(pathsInAll)
    expect(seen.steps).toBeGreaterThan(pathsInAll * 3)
  }, 120_000)

  it('reach every field, and clear every field that can be hidden', () => {
    const top = safetyQuestionnaire.sections.flatMap(({ questions: asked }) => asked.map(({ field }) => field))
    const hideable = questions.map(({ field }) => field).filter((field) => !top.includes(field))
    expect(sorted(seen.asked)).toEqual(sorted([...specFields, surgeryDate]))
    expect(sorted(seen.cleared)).toEqual(sorted([...hideable, 'Female.Pregnancy.Status']))
  })
})

describe('answers of any shape at all', () => {
  it('are never kept while hidden: the engine and the spec agree on what remains', () => {
    const anyValue = fc.oneof(
      fc.constantFrom('yes', 'no', 'unsure', 'Stent', '2+', 'left', 'Worried', '2026-10-01', '', ' ', 'no such option'),
      fc.subarray(['Pacemaker', 'Stent', 'Other', 'Neurostimulator', 'Eye Prosthesis', 'no such option']),
    )
    const anyField = fc.oneof(
      fc.constantFrom(...specFields, surgeryDate),
      fc.constantFrom('gender', 'constructor', '__proto__', 'toString', 'MedicalMetal', 'MedicalMetal.Heart', ''),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyField, anyValue), { maxLength: 60 }),
        fc.constantFrom('male', 'female', null),
        (entries, gender) => {
          const stored: Answers = Object.fromEntries(entries)
          const first = evaluate(safetyQuestionnaire, factsOf(gender), stored)
          const { asked, required } = askedBySpec(gender, first.answers)
          expect(Object.keys(first.answers).filter((field) => !asked.has(field))).toEqual([])
          expect(sorted([...Object.keys(first.answers), ...first.cleared])).toEqual(sorted(Object.keys(stored)))
          expect(sorted(first.required)).toEqual(sorted(required))
          const second = evaluate(safetyQuestionnaire, factsOf(gender), first.answers)
          expect(second).toEqual({ ...first, cleared: [] })
        },
      ),
      { seed, numRuns: 2000 },
    )
  })
})
