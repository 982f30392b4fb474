import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, findOpenStops, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'

const safetyCase: SafetyCase = {
  gender: 'female',
  appointment: null,
  now: '2026-11-23T17:00:00Z' as Instant,
  supportPhone: null,
}
const surgery = (date: string): Answers => ({
  'Surgery.Recent': 'yes',
  'Surgery.Description': 'knee',
  'Surgery.Date': date,
})
const noXRay: Answers = {
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': 'no',
  'NonMedicalMetal.Eyes.MRISince': 'no',
}
const fourth = surgery('2026-11-04')

describe('the stops that no sign-off covers', () => {
  it.each<[string, Answers, Answers | null, boolean, readonly string[]]>([
    ['none', {}, null, false, []],
    ['of the saved answers', fourth, null, false, ['Surgery']],
    ['none if they are signed', fourth, null, true, []],
    ['of a draft only', {}, fourth, false, ['Surgery']],
    ['only once if the saved answers and the draft have the same stop', fourth, fourth, false, ['Surgery']],
    ['of the saved answers and of the draft', fourth, noXRay, false, ['Surgery', 'NonMedicalMetal']],
    ['none if a draft has the signed stops with the same answers', fourth, fourth, true, []],
    ['if a draft has other answers than the signed ones', fourth, surgery('2026-11-10'), true, ['Surgery']],
    ['added by a draft', fourth, { ...fourth, ...noXRay }, true, ['NonMedicalMetal']],
  ])('are found: %s', (_case, saved, draft, isSigned, tops) => {
    const open = findOpenStops(
      assessSafety(saved, safetyCase),
      draft === null ? null : assessSafety(draft, safetyCase),
      isSigned,
    )
    expect(open.map(({ top }) => top.split('.')[0]).sort()).toEqual([...tops].sort())
  })
})
