import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { applyAnswer, changedFields, evaluate, isSameAnswer } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { everythingToReport, nothingToReport, without } from '../../fixtures/questionnaire/written-answers.ts'

const facts = { gender: 'female' }
const merge = (base: Answers, mine: Answers, theirs: Answers) => mergeAnswers(safetyQuestionnaire, base, mine, theirs)
const applyTo = (answers: Answers, field: string, value: AnswerValue): Answers =>
  applyAnswer(safetyQuestionnaire, facts, answers, field, value)

const heart = 'MedicalMetal.Heart.Surgery'
const type = 'MedicalMetal.Heart.Type'
const stent = 'MedicalMetal.Heart.Stent.Recent'
const stentDetails = 'MedicalMetal.Heart.Stent.Details'
const valveDetails = 'MedicalMetal.Heart.ValveReplacement.Details'

describe('mergeAnswers', () => {
  const base = nothingToReport
  const worried = { ...base, ReasonType: 'Worried' }
  const allergic = { ...base, 'Allergies.Status': 'yes', 'Allergies.Types': 'Latex' }

  it.each<[state: string, base: Answers, mine: Answers, theirs: Answers, merged: Answers, taken: readonly string[]]>([
    ['no workstation changed anything', base, base, base, base, []],
    ['only I changed a field', base, worried, base, worried, []],
    ['only the other workstation changed a field', base, base, worried, worried, ['ReasonType']],
    ['both made the same change', base, worried, worried, worried, []],
    [
      'each changed a different field',
      base,
      worried,
      allergic,
      { ...allergic, ReasonType: 'Worried' },
      ['Allergies.Status', 'Allergies.Types'],
    ],
    [
      'the other workstation removed an answer',
      base,
      base,
      without(base, 'ReasonType'),
      without(base, 'ReasonType'),
      ['ReasonType'],
    ],
    [
      'I removed an answer that the other workstation kept',
      base,
      without(base, 'ReasonType'),
      base,
      without(base, 'ReasonType'),
      [],
    ],
    [
      'both removed the same answer',
      base,
      without(base, 'ReasonType'),
      without(base, 'ReasonType'),
      without(base, 'ReasonType'),
      [],
    ],
    [
      'both started empty, with different fields',
      {},
      { ReasonType: 'Worried' },
      { ReasonForVisit: 'x' },
      { ReasonType: 'Worried', ReasonForVisit: 'x' },
      ['ReasonForVisit'],
    ],
    [
      'the other workstation changed only the order of choices',
      { [heart]: 'yes', [type]: ['Stent', 'Other'] },
      { [heart]: 'yes', [type]: ['Stent', 'Other'] },
      { [heart]: 'yes', [type]: ['Other', 'Stent'] },
      { [heart]: 'yes', [type]: ['Stent', 'Other'] },
      [],
    ],
  ])('finds no conflict if %s', (_state, from, mine, theirs, merged, taken) => {
    expect(merge(from, mine, theirs)).toEqual({ answers: merged, taken, conflicts: [] })
  })

  it('keeps my answer and reports a conflict when both changed a field differently', () => {
    const theirs = { ...base, ReasonType: 'Specific concern', 'GlucoseMonitor.Status': 'yes' }
    expect(merge(base, worried, theirs)).toEqual({
      answers: { ...worried, 'GlucoseMonitor.Status': 'yes' },
      taken: ['GlucoseMonitor.Status'],
      conflicts: [{ field: 'ReasonType', base: 'Preventative', mine: 'Worried', theirs: 'Specific concern' }],
    })
  })

  it('reports a conflict when one workstation removed an answer that the other workstation changed', () => {
    const theirs = without(base, 'ReasonType')
    expect(merge(base, worried, theirs).conflicts).toEqual([
      { field: 'ReasonType', base: 'Preventative', mine: 'Worried', theirs: undefined },
    ])
    expect(merge(base, theirs, worried)).toEqual({
      answers: theirs,
      taken: [],
      conflicts: [{ field: 'ReasonType', base: 'Preventative', mine: undefined, theirs: 'Worried' }],
    })
  })

  const operated: Answers = {
    ...base,
    [heart]: 'yes',
    [type]: ['Valve Replacement', 'Stent'],
    [valveDetails]: 'Aortic',
  }

  it('reports their “no” as a conflict with a follow-up that I answered, and keeps my answers', () => {
    const mine = applyTo(applyTo(operated, stent, 'no'), stentDetails, 'Steel')
    const theirs = applyTo(operated, heart, 'no')
    const { answers, taken, conflicts } = merge(operated, mine, theirs)
    expect(answers).toEqual(mine)
    expect(taken).toEqual([])
    expect(conflicts).toEqual([
      { field: heart, base: 'yes', mine: 'yes', theirs: 'no' },
      { field: type, base: ['Valve Replacement', 'Stent'], mine: ['Valve Replacement', 'Stent'], theirs: undefined },
    ])
    expect(applyTo(answers, heart, 'no')).toEqual(theirs)
  })

  it('reports a conflict when my “no” would clear a follow-up that they answered', () => {
    const mine = applyTo(operated, heart, 'no')
    const theirs = applyTo(operated, stent, 'yes')
    const { answers, taken, conflicts } = merge(operated, mine, theirs)
    expect(answers).toEqual(mine)
    expect(taken).toEqual([])
    expect(conflicts.map(({ field }) => field)).toEqual([heart, type, stent])
    expect(conflicts.at(-1)).toEqual({ field: stent, base: undefined, mine: undefined, theirs: 'yes' })
  })

  it('takes their “no”, and clears its follow-ups, if I changed none of them', () => {
    const mine = { ...operated, ReasonType: 'Worried' }
    const theirs = applyTo(operated, heart, 'no')
    expect(merge(operated, mine, theirs)).toEqual({
      answers: { ...theirs, ReasonType: 'Worried' },
      taken: [heart, type, valveDetails],
      conflicts: [],
    })
  })

  it('treats fields named like members of Object.prototype as ordinary fields', () => {
    const theirs: Answers = JSON.parse('{"__proto__": ["x"], "constructor": "y"}')
    const { answers, taken, conflicts } = merge({}, {}, theirs)
    expect(conflicts).toEqual([])
    expect([...taken].sort()).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(answers)).toBe(Object.prototype)
    expect(merge({}, { constructor: 'z' }, { constructor: 'y' }).conflicts).toEqual([
      { field: 'constructor', base: undefined, mine: 'z', theirs: 'y' },
    ])
  })

  it('does not change its three arguments', () => {
    const [a, b, c] = [base, worried, allergic].map((answers) => Object.freeze({ ...answers }))
    merge(a ?? {}, b ?? {}, c ?? {})
    expect([a, b, c]).toEqual([base, worried, allergic])
  })

  it('loses no answer: all of mine remain, and each of theirs remains or is a conflict', () => {
    const fields = Object.keys(everythingToReport).filter((field) => /Heart|Claustro|HealthNumber|COVID/.test(field))
    const value = (field: string): AnswerValue[] => {
      const full = everythingToReport[field] ?? ''
      if (typeof full !== 'string') return [full, full.slice(0, 1), full.slice(1), []]
      return /^(yes|no|unsure)$/.test(full) ? ['yes', 'no', ''] : [full, '']
    }
    const step = fc
      .constantFrom(...fields)
      .chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...value(field))))
    const path = fc.array(step, { maxLength: 12 })
    const walk = (from: Answers, steps: readonly (readonly [string, AnswerValue])[]): Answers =>
      steps.reduce((answers, [field, answer]) => applyTo(answers, field, answer), from)
    const seen = { conflicts: 0, taken: 0 }
    fc.assert(
      fc.property(fc.constantFrom(nothingToReport, everythingToReport), path, path, (from, a, b) => {
        const mine = walk(from, a)
        const theirs = walk(from, b)
        const { answers, taken, conflicts } = merge(from, mine, theirs)
        const inConflict = new Set(conflicts.map(({ field }) => field))
        const evaluated = evaluate(safetyQuestionnaire, facts, answers).answers
        seen.conflicts += conflicts.length
        seen.taken += taken.length
        for (const field of changedFields(safetyQuestionnaire, from, mine)) {
          if (mine[field] === undefined) continue
          if (!isSameAnswer(evaluated[field], mine[field])) expect.fail(`my answer is lost: ${field}`)
        }
        for (const field of changedFields(safetyQuestionnaire, from, theirs)) {
          if (theirs[field] === undefined || inConflict.has(field)) continue
          if (!isSameAnswer(evaluated[field], theirs[field]))
            expect.fail(`their answer is lost without a conflict: ${field}`)
        }
        for (const { field, base: before, mine: here, theirs: there } of conflicts) {
          expect([before, here, there]).toEqual([from[field], mine[field], theirs[field]])
          expect(isSameAnswer(here, there)).toBe(false)
          expect(isSameAnswer(answers[field], here)).toBe(true)
        }
      }),
      { seed: 20_261_121, numRuns: 3000 },
    )
    expect(seen.conflicts).toBeGreaterThan(500)
    expect(seen.taken).toBeGreaterThan(500)
  })
})
