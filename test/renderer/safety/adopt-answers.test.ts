import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { adoptAnswers } from '#renderer/safety/adopt-answers.ts'
import type { Choice } from '#renderer/safety/study-safety-merge.ts'

const allergies = 'Allergies.Status'
const types = 'Allergies.Types'
const medications = 'Medications.Current'

describe('adopted answers of another desk', () => {
  it.each<[string, Answers, Answers, readonly (readonly [string, Choice])[], Answers, readonly string[], boolean]>([
    ['fill what is empty', {}, { [allergies]: 'no' }, [], { [allergies]: 'no' }, [], true],
    [
      'are added to the answers of this desk',
      { [medications]: 'no' },
      { [allergies]: 'no' },
      [],
      { [medications]: 'no', [allergies]: 'no' },
      [],
      true,
    ],
    [
      'change nothing that is the same',
      { [allergies]: 'no' },
      { [allergies]: 'no' },
      [],
      { [allergies]: 'no' },
      [],
      true,
    ],
    [
      'overwrite nothing before the conflict is decided',
      { [allergies]: 'no' },
      { [allergies]: 'yes', [medications]: 'no' },
      [],
      { [allergies]: 'no', [medications]: 'no' },
      [allergies],
      false,
    ],
    [
      'are ignored where this desk’s answer is chosen',
      { [allergies]: 'no' },
      { [allergies]: 'yes' },
      [[allergies, 'mine']],
      { [allergies]: 'no' },
      [allergies],
      true,
    ],
    [
      'come with their follow-up where the other desk’s answer is chosen',
      { [allergies]: 'no' },
      { [allergies]: 'yes', [types]: 'nuts' },
      [[allergies, 'theirs']],
      { [allergies]: 'yes', [types]: 'nuts' },
      [allergies],
      true,
    ],
  ])('%s', (_case, mine, theirs, choices, answers, conflicts, isDecided) => {
    const taken = adoptAnswers(mine, theirs, new Map(choices))
    expect(taken.answers).toEqual(answers)
    expect(taken.conflicts.map(({ field }) => field)).toEqual(conflicts)
    expect(taken.isDecided).toBe(isDecided)
  })
})
