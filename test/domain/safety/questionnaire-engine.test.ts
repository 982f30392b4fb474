import { describe, expect, it } from 'vitest'
import { findSafetyNotices } from '#domain/safety/notices.ts'
import { parseAnswers } from '#domain/safety/parse-answers.ts'
import type { Answers, AnswerValue, Condition, Questionnaire } from '#domain/safety/question.ts'
import {
  answerTo,
  applyAnswer,
  askedQuestions,
  changedFields,
  evaluate,
  isAnswered,
  isMet,
  isSameAnswer,
} from '#domain/safety/questionnaire-engine.ts'
import { coatCheck } from '../../fixtures/questionnaire/coat-check.ts'
import { knownDate, knownInstant } from '../../fixtures/time/known.ts'

const heavyBag: Answers = { items: ['coat', 'bag'], 'bag.heavy': 'yes', 'bag.contents': 'bricks' }

describe('evaluate, on a coat check', () => {
  it('lists the asked questions in the order of the page, with depth, topmost question and notices', () => {
    const { visible } = evaluate(coatCheck, { ticket: 'season' }, { ...heavyBag, items: ['bag', 'umbrella'] })
    expect(visible.map(({ question, depth, top }) => [question.field, depth, top])).toEqual([
      ['items', 0, 'items'],
      ['bag.heavy', 1, 'items'],
      ['bag.contents', 2, 'items'],
      ['notice.bricks', 3, 'items'],
      ['notice.umbrella', 1, 'items'],
      ['wish', 0, 'wish'],
      ['wish.reason', 1, 'wish'],
      ['member.since', 0, 'member.since'],
    ])
  })

  it('asks a question that depends on a fact only if the fact has the required value', () => {
    const unanswered = (ticket?: string) =>
      evaluate(coatCheck, ticket === undefined ? {} : { ticket }, { items: ['coat'] }).unanswered
    expect(unanswered('season')).toEqual(['member.since'])
    expect(unanswered('day')).toEqual([])
    expect(unanswered()).toEqual([])
  })

  it('clears follow-ups down to the third level in one pass, and a second pass changes nothing', () => {
    const first = evaluate(coatCheck, {}, { ...heavyBag, items: ['coat'] })
    expect(first.answers).toEqual({ items: ['coat'] })
    expect(first.cleared).toEqual(['bag.heavy', 'bag.contents'])
    expect(evaluate(coatCheck, {}, first.answers)).toEqual({ ...first, cleared: [] })
  })

  it('requires every asked question except the optional ones', () => {
    const { required, unanswered } = evaluate(coatCheck, { ticket: 'season' }, { items: ['bag'], 'bag.heavy': 'no' })
    expect(required).toEqual(['items', 'bag.heavy', 'member.since'])
    expect(unanswered).toEqual(['member.since'])
  })

  it('removes a question with show: false, its follow-ups and their answers', () => {
    const { visible, required, answers, cleared } = evaluate(
      coatCheck,
      {},
      { items: ['coat'], retired: 'yes', 'retired.details': 'x' },
    )
    expect(visible.map(({ question }) => question.field)).not.toContain('retired')
    expect(required).toEqual(['items'])
    expect(answers).toEqual({ items: ['coat'] })
    expect(cleared).toEqual(['retired', 'retired.details'])
  })

  it('clears answers to unknown fields', () => {
    const stored: Answers = JSON.parse('{"items": ["coat"], "__proto__": "x", "constructor": "x", "hat": "x", "": "x"}')
    const { answers, cleared } = evaluate(coatCheck, {}, stored)
    expect(answers).toEqual({ items: ['coat'] })
    expect([...cleared].sort()).toEqual(['', '__proto__', 'constructor', 'hat'])
  })

  it.each<[name: string, stored: unknown]>([
    ['a text for a choice', { items: 'bag' }],
    ['an option that no longer exists', { items: ['bag', 'skis'] }],
    ['a list for a radio', { items: ['bag'], 'bag.heavy': ['yes'] }],
    ['an option of a radio that no longer exists', { items: ['bag'], 'bag.heavy': 'rather' }],
    ['a list for a text', { items: ['bag'], 'bag.heavy': 'yes', 'bag.contents': ['bricks'] }],
    ['a number', { items: 7 }],
    ['null', { items: null }],
  ])('treats %s, as in a damaged draft, as no answer', (_name, stored) => {
    const kept = stored as Answers
    const last = Object.keys(kept).at(-1) ?? ''
    const { answers, cleared, unanswered } = evaluate(coatCheck, {}, kept)
    expect(cleared).toEqual([last])
    expect(unanswered).toContain(last)
    expect(Object.keys(answers)).toEqual(Object.keys(kept).slice(0, -1))
  })

  it('changes neither the questionnaire nor the answers', () => {
    const stored = Object.freeze({ ...heavyBag, hat: 'x' })
    const before = JSON.stringify(coatCheck)
    evaluate(coatCheck, Object.freeze({}), stored)
    expect(JSON.stringify(coatCheck)).toBe(before)
  })

  it('visits each question once, at any depth', () => {
    let visits = 0
    const deep = (level: number): Questionnaire['sections'][number]['questions'] =>
      level === 0
        ? []
        : [
            {
              get type() {
                return 'radio' as const
              },
              get field() {
                visits += 1
                return `level${level}`
              },
              title: 'Go on?',
              options: [{ value: 'yes', label: 'Yes' }],
              subs: deep(level - 1),
            },
          ]
    const measure = (levels: number): number => {
      const questionnaire = { field: 'x', title: 'x', sections: [{ title: 'x', questions: deep(levels) }] }
      visits = 0
      evaluate(questionnaire, {}, {})
      return visits
    }
    expect(measure(300) - measure(200)).toBe(measure(200) - measure(100))
  })

  it('evaluates notices and reads answers from the same questionnaire', () => {
    const context = { appointment: null, now: knownInstant('2026-11-21T15:00:00Z'), supportPhone: '555-0100' }
    expect(findSafetyNotices(evaluate(coatCheck, {}, heavyBag), context)).toEqual([
      {
        key: 'notice.bricks',
        top: 'items',
        tone: 'red',
        text: 'Bricks stay outside. Ring 555-0100.',
        reason: null,
        date: null,
        isProhibitive: true,
        isDated: false,
      },
    ])
    const today = knownDate('2026-11-21')
    expect(parseAnswers(coatCheck, { ticket: 'season' }, today, { ...heavyBag, 'member.since': '2026-11-22' })).toEqual(
      {
        ok: false,
        problems: { 'member.since': 'must not be in the future' },
      },
    )
    expect(parseAnswers(coatCheck, { ticket: 'season' }, today, { ...heavyBag, 'bag.heavy': 'no' })).toEqual({
      ok: true,
      answers: { items: ['coat', 'bag'], 'bag.heavy': 'no' },
      cleared: ['bag.contents'],
      unanswered: ['member.since'],
    })
  })
})

describe('isMet', () => {
  const on = (operator: Condition['operator'], value = 'bag'): Condition => ({ field: 'items', operator, value })

  it.each<[name: string, condition: Condition, answers: Answers, facts: Record<string, string>, met: boolean]>([
    ['equality with the same text', on('equality'), { items: 'bag' }, {}, true],
    ['equality with another text', on('equality'), { items: 'Bag' }, {}, false],
    ['equality with a list of only that text', on('equality'), { items: ['bag'] }, {}, false],
    ['contains with only that value', on('contains'), { items: ['bag'] }, {}, true],
    ['contains with several values', on('contains'), { items: ['coat', 'bag'] }, {}, true],
    ['contains with other values only', on('contains'), { items: ['coat'] }, {}, false],
    ['contains with part of a chosen value', on('contains'), { items: ['handbag'] }, {}, false],
    ['contains with a text instead of a list', on('contains'), { items: 'a bag' }, {}, false],
    ['an unanswered field', on('equality'), {}, {}, false],
    ['an unanswered field against an empty value', on('equality', ''), {}, {}, false],
    ['a fact', on('equality'), {}, { items: 'bag' }, true],
    ['an answer that takes precedence over a fact', on('equality'), { items: 'coat' }, { items: 'bag' }, false],
    ['a name of the prototype', { field: 'constructor', operator: 'equality', value: 'x' }, {}, {}, false],
    ['a name of the prototype, contains', { field: 'toString', operator: 'contains', value: 'x' }, {}, {}, false],
  ])('decides for %s', (_name, condition, answers, facts, met) => {
    expect(isMet(condition, facts, answers)).toBe(met)
  })
})

describe('applyAnswer', () => {
  it('sets an answer and keeps the others', () => {
    expect(applyAnswer(coatCheck, {}, heavyBag, 'wish', 'A low hook')).toEqual({ ...heavyBag, wish: 'A low hook' })
  })

  it('clears answers that depended on the previous answer', () => {
    expect(applyAnswer(coatCheck, {}, heavyBag, 'bag.heavy', 'no')).toEqual({
      items: ['coat', 'bag'],
      'bag.heavy': 'no',
    })
  })

  it.each<[value: AnswerValue]>([[''], ['  '], [[]]])('removes the answer if the new value is %j', (value) => {
    expect(applyAnswer(coatCheck, {}, heavyBag, 'items', value)).toEqual({})
  })

  it('does not answer questions that are hidden or do not exist', () => {
    expect(applyAnswer(coatCheck, {}, {}, 'bag.heavy', 'yes')).toEqual({})
    expect(applyAnswer(coatCheck, {}, {}, 'hat', 'yes')).toEqual({})
    const answers = applyAnswer(coatCheck, {}, heavyBag, '__proto__', ['coat'])
    expect(answers).toEqual(heavyBag)
    expect(Object.getPrototypeOf(answers)).toBe(Object.prototype)
  })

  it('keeps a text unchanged while it is typed, including trailing blanks', () => {
    expect(applyAnswer(coatCheck, {}, {}, 'wish', 'A low ')).toEqual({ wish: 'A low ' })
  })
})

describe('isAnswered', () => {
  it.each<[value: AnswerValue | undefined, answered: boolean]>([
    ['yes', true],
    ['0', true],
    [['coat'], true],
    [undefined, false],
    ['', false],
    [' \n\t\u00a0', false],
    [[], false],
  ])('decides whether %j is an answer: %s', (value, answered) => {
    expect(isAnswered(value)).toBe(answered)
  })
})

describe('answerTo', () => {
  it('returns own entries of the record only, not those of its prototype', () => {
    expect(answerTo(heavyBag, 'bag.heavy')).toBe('yes')
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(answerTo(heavyBag, name)).toBeUndefined()
    }
  })
})

describe('askedQuestions', () => {
  it('are all questions that can be answered, in the order of the page, hidden ones included', () => {
    expect(askedQuestions(coatCheck).map(({ field }) => field)).toEqual([
      'items',
      'bag.heavy',
      'bag.contents',
      'wish',
      'wish.reason',
      'member.since',
      'retired',
      'retired.details',
    ])
  })
})

describe('changedFields', () => {
  it.each<[name: string, before: Answers, after: Answers, changed: readonly string[]]>([
    ['nothing', heavyBag, { ...heavyBag }, []],
    ['a text', heavyBag, { ...heavyBag, 'bag.contents': 'books' }, ['bag.contents']],
    ['an answer given', {}, { wish: 'x' }, ['wish']],
    ['a removed answer', { wish: 'x' }, {}, ['wish']],
    ['another order of choices', { items: ['coat', 'bag'] }, { items: ['bag', 'coat'] }, []],
    ['one more choice', { items: ['coat'] }, { items: ['coat', 'bag'] }, ['items']],
    ['another choice', { items: ['coat'] }, { items: ['bag'] }, ['items']],
    [
      'several, in the questionnaire’s order, then unknown ones by name',
      {},
      { zebra: 'x', wish: 'x', hat: 'x', items: ['bag'], constructor: 'x' },
      ['items', 'wish', 'constructor', 'hat', 'zebra'],
    ],
  ])('returns the changed fields: %s', (_name, before, after, changed) => {
    expect(changedFields(coatCheck, before, after)).toEqual(changed)
    expect(changedFields(coatCheck, after, before)).toEqual(changed)
  })
})

describe('isSameAnswer', () => {
  it.each<[a: AnswerValue | undefined, b: AnswerValue | undefined, same: boolean]>([
    ['x', 'x', true],
    ['x', 'y', false],
    ['x', ['x'], false],
    [undefined, undefined, true],
    [undefined, 'x', false],
    [undefined, [], false],
    [['a', 'b'], ['b', 'a'], true],
    [['a', 'b'], ['a'], false],
    [['a'], ['b'], false],
    [['a', 'b'], ['b', 'c'], false],
  ])('compares %j and %j: %s', (a, b, same) => {
    expect(isSameAnswer(a, b)).toBe(same)
    expect(isSameAnswer(b, a)).toBe(same)
  })
})
