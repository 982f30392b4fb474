import { describe, expect, it, vi } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { createSafetyFormStore } from '#renderer/safety/safety-form-store.ts'
import type { AskedView } from '#renderer/safety/safety-views.ts'
import { describeProblem, fieldTitle, questionOf } from '#renderer/safety/safety-words.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { aSafetyCase } from './safety-case.ts'

const heart = 'MedicalMetal.Heart.Surgery'
const type = 'MedicalMetal.Heart.Type'
const stent = 'MedicalMetal.Heart.Stent.Recent'

const open = (answers: Answers = {}) => {
  const onChange = vi.fn<(answers: Answers) => void>()
  const store = createSafetyFormStore({ answers, safetyCase: aSafetyCase(), onChange })
  const asked = (field: string): AskedView => {
    const view = store.getState().views.get(field)
    if (view?.kind !== 'asked') throw new Error(`${field} is not asked`)
    return view
  }
  return { store, onChange, asked, state: store.getState }
}

const known = (field: string) => {
  const question = questionOf(field)
  if (question === undefined) throw new Error(`${field} is not a question`)
  return question
}

describe('safety form store', () => {
  it('has no preset answers, and reports no change without an answer', () => {
    const { state, onChange } = open()
    expect(state().answers).toEqual({})
    expect(state().assessment.unanswered).toEqual(state().assessment.required)
    expect([...state().views.values()].every((view) => view.kind === 'asked' && view.value === undefined)).toBe(true)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('asks a follow-up question once an answer calls for it, and reports every change', () => {
    const { state, onChange, asked } = open()
    expect(state().views.has(type)).toBe(false)
    state().answer(heart, 'yes')
    expect(asked(heart).subs.map(({ field }) => field)).toEqual([type])
    state().answer(type, ['Stent'])
    expect(onChange.mock.calls.map(([answers]) => answers)).toEqual([
      { [heart]: 'yes' },
      { [heart]: 'yes', [type]: ['Stent'] },
    ])
  })

  it('keeps all other answers, even incomplete ones, when one question is answered', () => {
    const given = { 'Surgery.Recent': 'yes', 'Surgery.Date': '2026--', 'Medications.Current': 'yes' }
    const { state } = open(given)
    state().answer('Medications.Types', '  two blanks before')
    expect(state().answers).toEqual({ ...given, 'Medications.Types': '  two blanks before' })
    state().answer('Medications.Types', '')
    expect(state().answers).toEqual(given)
  })

  it('clears the answers to questions that are no longer asked, names these answers, and restores all of them', () => {
    const given = { [heart]: 'yes', [type]: ['Stent'], [stent]: 'no', 'MedicalMetal.Heart.Stent.Details': 'Steel' }
    const { state, onChange } = open(given)
    state().answer(heart, 'no')
    expect(state().answers).toEqual({ [heart]: 'no' })
    expect(state().lastCleared).toEqual([type, stent, 'MedicalMetal.Heart.Stent.Details'])
    state().undoClear()
    expect(state().answers).toEqual(given)
    expect(state().lastCleared).toEqual([])
    expect(onChange.mock.lastCall).toEqual([given])
    state().undoClear()
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('does not list as cleared an answer that the user emptied', () => {
    const { state } = open({ 'Allergies.Status': 'yes', 'Allergies.Types': 'Nuts' })
    state().answer('Allergies.Types', '')
    expect(state().lastCleared).toEqual([])
    expect(state().answers).toEqual({ 'Allergies.Status': 'yes' })
  })

  it('forgets the cleared answers once another question is answered, so that an undo cannot remove the new answer', () => {
    const { state } = open({ [heart]: 'yes', [type]: ['Stent'] })
    state().answer(heart, 'no')
    state().answer('Allergies.Status', 'no')
    state().undoClear()
    expect(state().answers).toEqual({ [heart]: 'no', 'Allergies.Status': 'no' })
  })

  it('replaces the answers without reporting a change', () => {
    const { state, onChange } = open({ [heart]: 'yes' })
    state().setProblems({ [heart]: 'must be answered' })
    state().replace({ [heart]: 'no' })
    expect(state()).toMatchObject({ answers: { [heart]: 'no' }, problems: {}, lastCleared: [] })
    expect(onChange).not.toHaveBeenCalled()
  })

  it('recalculates the notices for another appointment, and reuses equal ones', () => {
    const { state } = open({ 'Surgery.Recent': 'yes', 'Surgery.Date': '2026-11-02', 'Claustrophobic.Status': 'yes' })
    const before = state().notices
    expect(before.map(({ tone }) => tone)).toEqual(['red', 'blue'])
    state().setCase(
      aSafetyCase({
        appointment: { utcStart: '2027-01-20T18:00:00Z' as Instant, timezone: 'America/Vancouver' as ZoneId },
      }),
    )
    expect(state().notices.map(({ tone }) => tone)).toEqual(['green', 'blue'])
    expect(state().notices[1]).toBe(before[1])
  })

  it.each(['female', null] as const)('reports no edit when only the time passes, with the sex %s', (gender) => {
    const { state, onChange } = open({ 'Female.Pregnancy.Status': 'no', 'Allergies.Status': 'no' })
    state().setCase(aSafetyCase({ gender }))
    const before = state().answers
    state().setCase(aSafetyCase({ gender, now: '2026-11-21T20:01:00Z' as Instant }))
    expect(state().answers).toBe(before)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('drops answers to sex-specific questions when the sex changes, and reports the change', () => {
    const { state, onChange } = open({ 'Female.Pregnancy.Status': 'no', 'Allergies.Status': 'no' })
    state().setCase(aSafetyCase({ gender: 'male' }))
    expect(state().answers).toEqual({ 'Allergies.Status': 'no' })
    expect(state().views.has('Female.Pregnancy.Status')).toBe(false)
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ 'Allergies.Status': 'no' })
    state().setCase(aSafetyCase({ gender: 'male', now: '2026-11-21T20:01:00Z' as Instant }))
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('highlights each open required question until it is answered', () => {
    const { state, asked } = open({ 'Surgery.Recent': 'yes' })
    expect(asked('Surgery.Description').isMissing).toBe(false)
    state().showMissing()
    expect(asked('Surgery.Description').isMissing).toBe(true)
    expect(asked('Surgery.Date').isMissing).toBe(false)
    expect(asked('Surgery.Recent').isMissing).toBe(false)
    state().answer('Surgery.Description', 'Knee')
    expect(asked('Surgery.Description').isMissing).toBe(false)
    expect(state().assessment.unanswered).toContain(heart)
    expect(asked(heart).isMissing).toBe(true)
  })

  it('clears the message of a refused save only for a question that is answered again', () => {
    const { state, asked } = open({ [heart]: 'yes' })
    state().setProblems({ [heart]: 'must be one of a, b', 'Allergies.Status': 'must be answered' })
    expect(asked(heart).said).toBe('must be one of a, b')
    state().answer(heart, 'no')
    expect(asked(heart).said).toBeNull()
    expect(state().problems).toEqual({ 'Allergies.Status': 'must be answered' })
  })

  it('redraws only the question that was typed into and its parent questions', () => {
    const { store, state } = open(completeAnswers('female', { [heart]: 'yes', [type]: ['Valve Replacement'] }))
    const field = 'MedicalMetal.Heart.ValveReplacement.Details'
    const before = store.getState()
    state().answer(field, 'Aortic, 2012')
    const changed = [...state().views].filter(([each, view]) => before.views.get(each) !== view).map(([each]) => each)
    expect(changed.sort()).toEqual([heart, type, field].sort())
    expect(state().notices).toBe(before.notices)
  })
})

describe('safety words', () => {
  it('name a field by the title of its question, and an unknown field by the name of the field', () => {
    expect(fieldTitle('Medications.Types')).toBe('Which medications?')
    expect(fieldTitle('Gone.Since')).toBe('Gone.Since')
  })

  it.each([
    [heart, 'must be answered', 'Please answer this question.'],
    [heart, 'must be one of yes, no', 'Choose from the answers shown.'],
    [type, 'must be a list of Stent, Other', 'Choose from the answers shown.'],
    ['Medications.Types', 'must be at most 2000 characters', 'This must be at most 2000 characters.'],
    ['Surgery.Date', 'must not be in the future', 'The date must not be in the future.'],
    ['Surgery.Date', 'must be a date that exists, as YYYY-MM-DD', 'Enter a full, valid date: year, month and day.'],
    ['Surgery.Date', 'must be in 1900 or later', 'The date must be in 1900 or later.'],
  ])('describe, for the field %s, the problem “%s”', (field, problem, words) => {
    expect(describeProblem(known(field), problem)).toBe(words)
  })
})
