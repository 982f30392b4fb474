import { type AnswerConflict, mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type Choice, takeTheirs, toDecide } from './study-safety-merge.ts'

/** What taking over another desk's answers gives, and what a person has to decide first. */
type TakingOver = {
  /** This desk's answers with those taken over. Not yet cleared. */
  readonly answers: Answers
  /** Questions that both desks answered differently, in the order of the form. */
  readonly conflicts: readonly AnswerConflict[]
  /** Whether each of them is decided. */
  readonly isDecided: boolean
}

/**
 * Takes another desk's answers over, field by field: what this desk did not answer is taken, what both answered differently
 * stays as it is here until a person chooses. `choices` are by field.
 */
export const takeOverAnswers = (
  mine: Answers,
  theirs: Answers,
  choices: ReadonlyMap<string, Choice> = new Map(),
): TakingOver => {
  const merged = mergeAnswers(safetyQuestionnaire, {}, mine, theirs)
  const conflicts = toDecide(merged.conflicts)
  const chosen = conflicts.filter(({ field }) => choices.get(field) === 'theirs')
  return {
    answers: chosen.reduce((answers, conflict) => takeTheirs(answers, conflict, theirs), merged.answers),
    conflicts,
    isDecided: conflicts.every(({ field }) => choices.has(field)),
  }
}
