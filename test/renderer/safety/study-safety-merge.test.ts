import { describe, expect, it } from 'vitest'
import type { AnswerConflict } from '#domain/safety/merge-answers.ts'
import type { Answers } from '#domain/safety/question.ts'
import { evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { mergeSafety, pathTo, resolvedByOwnAnswer, takeTheirs, toDecide } from '#renderer/safety/study-safety-merge.ts'

const shownOf = (answers: Answers): Answers => evaluate(safetyQuestionnaire, { gender: 'female' }, answers).answers
const surgery = 'OtherMetal.Implants'
const details = 'OtherMetal.Details'

const meet = (base: Answers, mine: Answers, theirs: Answers) => {
  const merged = mergeSafety({ base, mine }, theirs, new Map())
  const shown = shownOf(merged.answers)
  const conflict = (field: string): AnswerConflict => {
    const found = merged.conflicts.find((each) => each.field === field)
    if (found === undefined) throw new Error(`${field} is no conflict.`)
    return found
  }
  const fieldsResolved = (field: string): string[] =>
    resolvedByOwnAnswer(conflict(field), merged.conflicts).map((each) => each.field)
  return { ...merged, shown, conflict, fieldsResolved }
}

describe('the path to a question', () => {
  it('leads from a follow-up through all its parents', () => {
    expect(pathTo('MedicalMetal.Heart.Stent.Details')).toEqual([
      'MedicalMetal.Heart.Stent.Details',
      'MedicalMetal.Heart.Stent.Recent',
      'MedicalMetal.Heart.Type',
      'MedicalMetal.Heart.Surgery',
    ])
  })
})

describe('the merge of answers from two desks', () => {
  it('adopts what only the other desk changed', () => {
    const { shown, conflicts } = meet({}, { ReasonType: 'Worried' }, { 'Allergies.Status': 'no' })
    expect(shown).toEqual({ ReasonType: 'Worried', 'Allergies.Status': 'no' })
    expect(conflicts).toEqual([])
  })

  it("includes the other desk's follow-ups when its side of a conflict is chosen", () => {
    const theirs = { [surgery]: 'yes', [details]: 'Hip, 2011' }
    const { shown, conflict, fieldsResolved } = meet({}, { [surgery]: 'no' }, theirs)
    expect(shown).toEqual({ [surgery]: 'no' })
    expect(shownOf(takeTheirs(shown, conflict(surgery), theirs))).toEqual(theirs)
    expect(fieldsResolved(surgery)).toEqual(expect.arrayContaining([surgery]))
  })

  it('keeps my follow-up text if the other desk’s answer removes its question, until the user decides', () => {
    const base = { [surgery]: 'yes', [details]: 'Hip' }
    const mine = { [surgery]: 'yes', [details]: 'Hip, left, 2011' }
    const theirs = { [surgery]: 'no' }
    const { shown, conflict, conflicts, fieldsResolved } = meet(base, mine, theirs)
    expect(shown).toEqual(mine)
    expect(fieldsResolved(surgery)).toEqual([surgery, details])
    expect(toDecide(conflicts).map(({ field }) => field)).toEqual([surgery])
    expect(shownOf(takeTheirs(shown, conflict(surgery), theirs))).toEqual(theirs)
  })

  it('reports a conflict with the other desk’s follow-up text if my answer removes its question, and can use that text', () => {
    const base = { [surgery]: 'yes', [details]: 'Hip' }
    const theirs = { [surgery]: 'yes', [details]: 'Hip, left, 2011' }
    const { shown, conflict, fieldsResolved } = meet(base, { [surgery]: 'no' }, theirs)
    expect(shown).toEqual({ [surgery]: 'no' })
    expect(shownOf(takeTheirs(shown, conflict(details), theirs))).toEqual(theirs)
    expect(fieldsResolved(surgery)).toEqual([surgery, details])
  })

  it('requires a separate decision for a follow-up that both desks answered differently', () => {
    const type = 'MedicalMetal.Head.Type'
    const words = 'MedicalMetal.Head.Other'
    const yes = { 'MedicalMetal.Head.Surgery': 'yes' }
    const base = { ...yes, [type]: ['Other'], [words]: 'Scar' }
    const mine = { ...yes, [type]: ['Other', 'Cochlear Implant'], [words]: 'Scar, left' }
    const theirs = { ...yes, [type]: ['Other', 'Aneurysm Clip'], [words]: 'Scar, right' }
    const { conflicts, fieldsResolved } = meet(base, mine, theirs)
    expect(conflicts.map(({ field }) => field)).toEqual([type, words])
    expect(fieldsResolved(type)).toEqual([type])
    expect(toDecide(conflicts)).toEqual(conflicts)
  })

  it('after a decision for my side, asks again only if the other desk has a new answer', () => {
    const own = { base: {}, mine: { ReasonType: 'Worried' } }
    const decided = new Map([['ReasonType', 'Preventative']])
    expect(mergeSafety(own, { ReasonType: 'Preventative' }, decided).conflicts).toEqual([])
    expect(mergeSafety(own, { ReasonType: 'Specific concern' }, decided).conflicts).toHaveLength(1)
  })
})
