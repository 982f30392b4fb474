import type { Answers, AnswerValue, Questionnaire } from './question.ts'
import { changedFields, isSameAnswer } from './questionnaire-engine.ts'

export type AnswerConflict = {
  readonly field: string
  readonly base: AnswerValue | undefined
  readonly mine: AnswerValue | undefined
  readonly theirs: AnswerValue | undefined
}

/**
 * Brings together what two desks made of the same answers: each field that only one of them changed is as they left it; where
 * both changed it differently, mine stays and the field is a conflict for a person to decide. Neither overwrites silently.
 * Not yet cleared: the caller evaluates the result.
 */
export const mergeAnswers = (
  questionnaire: Questionnaire,
  base: Answers,
  mine: Answers,
  theirs: Answers,
): {
  readonly answers: Answers
  /** Fields taken over from the other desk. */
  readonly taken: readonly string[]
  readonly conflicts: readonly AnswerConflict[]
} => {
  const merged: Record<string, AnswerValue> = { ...mine }
  const taken: string[] = []
  const conflicts: AnswerConflict[] = []
  const mineChanged = new Set(changedFields(questionnaire, base, mine))
  for (const field of changedFields(questionnaire, base, theirs)) {
    const value = theirs[field]
    if (isSameAnswer(value, mine[field])) continue
    if (mineChanged.has(field)) {
      conflicts.push({ field, base: base[field], mine: mine[field], theirs: value })
      continue
    }
    if (value === undefined) delete merged[field]
    else merged[field] = value
    taken.push(field)
  }
  return { answers: merged, taken, conflicts }
}
