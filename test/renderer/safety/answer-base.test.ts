import { expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { createAnswerBase } from '#renderer/safety/answer-base.ts'

const record = (version: number, answers: Answers, draft: { by: string; answers: Answers } | null = null) =>
  ({
    version,
    SafetyQuestions: answers,
    draft: draft === null ? null : { byUser: draft.by, by: draft.by, SafetyQuestions: draft.answers, version: 1 },
  }) as never

const field = 'Surgery.Recent'

it('makes the latest answers the base when there is no conflict', () => {
  const base = createAnswerBase('u-1')
  base.begin({ version: 1, answers: {} })
  expect(base.merge({}, record(2, { [field]: 'no' }))).toMatchObject({ answers: { [field]: 'no' }, conflicts: [] })
  expect(base.current()).toEqual({ version: 2, answers: { [field]: 'no' } })
})

it('keeps the base while a conflict is undecided, and finds no conflict once this desk’s answer is chosen', () => {
  const base = createAnswerBase('u-1')
  base.begin({ version: 1, answers: {} })
  const theirs = record(2, { [field]: 'no' })
  const { conflicts } = base.merge({ [field]: 'yes' }, theirs)
  expect(conflicts).toMatchObject([{ field, mine: 'yes', theirs: 'no' }])
  expect(base.current().version).toBe(1)
  for (const conflict of conflicts) base.keepMine(conflict, conflicts)
  expect(base.merge({ [field]: 'yes' }, theirs).conflicts).toEqual([])
  expect(base.current().version).toBe(2)
})

it('clears the decisions when the base starts again', () => {
  const base = createAnswerBase('u-1')
  base.begin({ version: 1, answers: {} })
  const theirs = record(2, { [field]: 'no' })
  const { conflicts } = base.merge({ [field]: 'yes' }, theirs)
  for (const conflict of conflicts) base.keepMine(conflict, conflicts)
  base.begin({ version: 1, answers: {} })
  expect(base.merge({ [field]: 'yes' }, theirs).conflicts).toHaveLength(1)
})

it.each([
  ['no conflict with this user’s own earlier draft', 'u-1', 1, 0],
  ['a conflict with the draft of another user', 'u-2', 1, 1],
  ['a conflict if the saved version is newer, even if the draft is this user’s own', 'u-1', 2, 1],
])('finds, for a different answer, %s', (_, by, version, count) => {
  const base = createAnswerBase('u-1')
  base.begin({ version: 1, answers: {} })
  const theirs = record(version, {}, { by, answers: { [field]: 'no' } })
  expect(base.merge({ [field]: 'yes' }, theirs).conflicts).toHaveLength(count)
})
