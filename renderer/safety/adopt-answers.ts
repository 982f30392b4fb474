import { type AnswerConflict, mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type Choice, takeTheirs, toDecide } from './study-safety-merge.ts'

/** The result of taking over another workstation's answers, and the conflicts that the user must decide. */
type AnswerAdoption = {
  /** This workstation's answers with the adopted ones. May still have answers to questions that are no longer asked. */
  readonly answers: Answers
  /** Questions that both workstations answered differently, in the order of the form. */
  readonly conflicts: readonly AnswerConflict[]
  /** Whether every conflict is decided. */
  readonly isDecided: boolean
}

/**
 * Adopts another workstation's answers, field by field. Unanswered fields are filled; a field that both answered
 * differently keeps this side's answer until the user chooses. `choices` are by field.
 */
export const adoptAnswers = (
  mine: Answers,
  theirs: Answers,
  choices: ReadonlyMap<string, Choice> = new Map(),
): AnswerAdoption => {
  const merged = mergeAnswers(safetyQuestionnaire, {}, mine, theirs)
  const conflicts = toDecide(merged.conflicts)
  const chosen = conflicts.filter(({ field }) => choices.get(field) === 'theirs')
  return {
    answers: chosen.reduce((answers, conflict) => takeTheirs(answers, conflict, theirs), merged.answers),
    conflicts,
    isDecided: conflicts.every(({ field }) => choices.has(field)),
  }
}
