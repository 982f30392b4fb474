import type { Answers, AnswerValue, Condition, Question, Questionnaire } from './question.ts'
import { answerTo, changedFields, isMet, isSameAnswer } from './questionnaire-engine.ts'

export type AnswerConflict = {
  readonly field: string
  readonly base: AnswerValue | undefined
  readonly mine: AnswerValue | undefined
  readonly theirs: AnswerValue | undefined
}

/**
 * Merges the changes that two workstations made to the same answers. A field that only one workstation changed takes
 * that change. A field that both changed differently keeps my answer and is a conflict for a person to decide.
 *
 * A conflict also arises if one side answers a follow-up, and the other side changes a parent question so that the
 * follow-up is no longer asked. The parent question is then a conflict. If the follow-up was answered by the other
 * workstation, the follow-up is a conflict too. While a conflict is open, my answer to a field stays even if the other
 * workstation's answer to the parent question would clear it. The result may contain answers to questions that are no
 * longer asked: the caller evaluates the result, which clears these answers.
 */
export const mergeAnswers = (
  questionnaire: Questionnaire,
  base: Answers,
  mine: Answers,
  theirs: Answers,
): {
  readonly answers: Answers
  /** Fields taken from the other workstation. */
  readonly taken: readonly string[]
  readonly conflicts: readonly AnswerConflict[]
} => {
  const mineChanged = new Set(changedFields(questionnaire, base, mine))
  const theirsChanged = new Set(changedFields(questionnaire, base, theirs))
  const differing = [...theirsChanged].filter((field) => !isSameAnswer(answerTo(theirs, field), answerTo(mine, field)))
  const conflicting = new Set(differing.filter((field) => mineChanged.has(field)))
  const chains = conditionChains(questionnaire)
  const chainOf = (field: string): readonly Condition[] => chains.get(field) ?? []

  for (const field of mineChanged) {
    if (answerTo(mine, field) === undefined) continue
    for (const condition of chainOf(field)) {
      if (theirsChanged.has(condition.field) && isMet(condition, {}, mine) && !isMet(condition, {}, theirs))
        conflicting.add(condition.field)
    }
  }
  for (const field of differing) {
    if (answerTo(theirs, field) === undefined) continue
    for (const condition of chainOf(field)) {
      if (mineChanged.has(condition.field) && isMet(condition, {}, theirs) && !isMet(condition, {}, mine))
        conflicting.add(condition.field).add(field)
    }
  }

  // Whether the other workstation's conflicting answer cleared this field. My answer stays until a person has decided
  // the conflict.
  const isLostByConflict = (field: string): boolean =>
    answerTo(theirs, field) === undefined &&
    chainOf(field).some((condition) => conflicting.has(condition.field) && !isMet(condition, {}, theirs))
  const taken = differing.filter((field) => !conflicting.has(field) && !isLostByConflict(field))
  const merged = new Map(Object.entries(mine))
  for (const field of taken) {
    const value = answerTo(theirs, field)
    if (value === undefined) merged.delete(field)
    else merged.set(field, value)
  }
  const order = changedFields(questionnaire, {}, Object.fromEntries([...conflicting].map((field) => [field, ''])))
  const conflicts = order.map((field) => ({
    field,
    base: answerTo(base, field),
    mine: answerTo(mine, field),
    theirs: answerTo(theirs, field),
  }))
  return { answers: Object.fromEntries(merged), taken, conflicts }
}

/** Returns, for each field, all conditions under which it is asked: its own and those of the questions above it. */
const conditionChains = (questionnaire: Questionnaire): ReadonlyMap<string, readonly Condition[]> => {
  const chains = new Map<string, readonly Condition[]>()
  const visit = (questions: readonly Question[], above: readonly Condition[]): void => {
    for (const question of questions) {
      if (question.type === 'info') continue
      const chain = question.showWhen === undefined ? above : [...above, question.showWhen]
      chains.set(question.field, chain)
      visit(question.subs ?? [], chain)
    }
  }
  for (const section of questionnaire.sections) visit(section.questions, [])
  return chains
}
