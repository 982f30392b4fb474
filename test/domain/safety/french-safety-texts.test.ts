import { describe, expect, it } from 'vitest'
import { answerWords } from '#domain/safety/answer-words.ts'
import { frenchSafetyTexts } from '#domain/safety/french-safety-texts.ts'
import { findSafetyNotices } from '#domain/safety/notices.ts'
import type { Question } from '#domain/safety/question.ts'
import { questionIn } from '#domain/safety/question-in.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { assessSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { toSettleBasis } from '#domain/safety/settle-rule.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { everythingToReport } from '#test/fixtures/questionnaire/written-answers.ts'

const textsOf = (question: Question): string[] => [
  question.title,
  question.description ?? '',
  ...(question.type === 'radio' || question.type === 'choice'
    ? question.options.flatMap(({ label, echo = '' }) => [label, echo])
    : []),
  ...(question.type === 'info' && question.dateRule?.kind === 'wait-after'
    ? [question.dateRule.metTitle, question.dateRule.unknownReason]
    : []),
  ...(question.type === 'info' ? [] : (question.subs ?? []).flatMap(textsOf)),
]
const sources = new Set(
  [
    safetyQuestionnaire.title,
    ...safetyQuestionnaire.sections.flatMap(({ title, questions }) => [title, ...questions.flatMap(textsOf)]),
  ].filter((text) => text !== ''),
)

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

const aCase = toSafetyCase({
  gender: 'female',
  appointment: { utcStart: '2026-12-03T18:00:00Z' as Instant, timezone: 'America/Toronto' as ZoneId },
  now: '2026-12-03T17:00:00Z' as Instant,
  supportPhone: '1-800-555-0142',
})

describe('the safety questions in French', () => {
  it('have a translation of each current English text', () => {
    expect([...sources].filter((text) => !frenchSafetyTexts.has(text))).toEqual([])
  })

  it('have no translation of a text that is no longer used', () => {
    expect([...frenchSafetyTexts.keys()].filter((text) => !sources.has(text))).toEqual([])
  })

  it('have the same placeholders and numbers as the English, but a different text', () => {
    for (const [english, french] of frenchSafetyTexts) {
      expect(placeholders(french), english).toEqual(placeholders(english))
      if (/[A-Za-z]{4}/.test(english)) expect(french).not.toBe(english)
    }
  })

  it('store the same answers: a translated question has the same fields, values and follow-ups', () => {
    const keep = (question: Question): unknown => ({
      ...question,
      title: '',
      description: question.description === undefined ? undefined : '',
      ...(question.type === 'radio' || question.type === 'choice'
        ? { options: question.options.map(({ value, echo }) => ({ value, echo: echo === undefined ? undefined : '' })) }
        : {}),
    })
    for (const question of askedQuestions(safetyQuestionnaire)) {
      for (const language of ['fr-CA', 'en-XA'] as const) {
        const translated = questionIn(language, question)
        expect(keep(translated)).toEqual(keep(question))
        expect(questionIn(language, question)).toBe(translated)
        expect(translated.title).not.toBe(question.title)
      }
      expect(questionIn('en', question)).toBe(question)
    }
  })

  it('give the same notices with French texts, reasons and dates; the basis of a reason stays in English', () => {
    const assessment = assessSafety({ ...everythingToReport, 'Female.Pregnancy.Status': 'yes' }, aCase)
    const french = findSafetyNotices(assessment, { ...aCase, language: 'fr-CA' })
    expect(french.map(({ key, tone, date }) => [key, tone, date])).toEqual(
      assessment.notices.map(({ key, tone, date }) => [key, tone, date]),
    )
    for (const [place, { text, reason, key }] of french.entries()) {
      const english = assessment.notices[place]
      expect(text, key).not.toBe(english?.text)
      if (reason !== null) expect(reason, key).not.toBe(english?.reason)
      expect(`${text} ${reason}`, key).not.toMatch(/\b(?:[Tt]he|appointment|weeks|months|[Cc]all|[Pp]lease|Nov|Dec)\b/)
    }
    expect(french.some(({ text }) => text.includes('le +1 800 555 0142'))).toBe(true)
    expect(toSettleBasis(assessSafety(everythingToReport, aCase).notices)).toContain('Were due by')
  })

  it.each([
    ['Surgery.Recent', 'no', 'Aucune chirurgie au cours des 8\u00a0dernières semaines'],
    ['MedicalMetal.Heart.Type', ['Stent', 'Other'], 'Endoprothèse (stent); Autre'],
    ['Surgery.Date', '2026-11-02', '2 nov. 2026'],
    ['Medications.Types', 'Aspirin 81 mg', 'Aspirin 81 mg'],
  ] as const)('show the answer to %s in words', (field, value, words) => {
    const question = askedQuestions(safetyQuestionnaire).find((each) => each.field === field)
    expect(question && answerWords(question, value, 'fr-CA')).toBe(words)
  })

  it('follow the spacing of Canadian French', () => {
    for (const text of frenchSafetyTexts.values()) expect(text).not.toMatch(/ [:;?!%]|\w['"]\w/)
  })
})
