import { type AnswerConflict, mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue, Question } from '#domain/safety/question.ts'
import { isSameAnswer } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

/** The answers a workstation started from, and its changed answers. */
type Own = { readonly base: Answers; readonly mine: Answers }
export type Choice = 'mine' | 'theirs'

const parents = new Map<string, string>()
const noteParents = (questions: readonly Question[], parent: string | null): void => {
  for (const question of questions) {
    if (parent !== null) parents.set(question.field, parent)
    if (question.type !== 'info') noteParents(question.subs ?? [], question.field)
  }
}
for (const section of safetyQuestionnaire.sections) noteParents(section.questions, null)

/**
 * Returns a question's field and those of its parent questions, the nearest first.
 * @internal Tests check its cases directly.
 */
export const pathTo = (field: string): readonly string[] => {
  const path = [field]
  for (let parent = parents.get(field); parent !== undefined; parent = parents.get(parent)) path.push(parent)
  return path
}

const withAnswers = (answers: Answers, fields: readonly string[], from: Answers): Answers => {
  const next: Record<string, AnswerValue> = { ...answers }
  for (const field of fields) {
    const value = from[field]
    if (value === undefined) delete next[field]
    else next[field] = value
  }
  return next
}

/**
 * Merges this workstation's answers with the other side's answers; both sides started from `base`. `keptMine` has the
 * fields where the user kept this workstation's answer, each with the other side's answer at that time. Such a field
 * conflicts again only if the other side's answer has changed. The result may still have answers to questions that are
 * no longer asked.
 */
export const mergeSafety = (
  { base, mine }: Own,
  theirs: Answers,
  keptMine: ReadonlyMap<string, AnswerValue | undefined>,
): { readonly answers: Answers; readonly conflicts: readonly AnswerConflict[] } => {
  const merged = mergeAnswers(safetyQuestionnaire, base, mine, theirs)
  const isDecided = (conflict: AnswerConflict): boolean =>
    keptMine.has(conflict.field) && isSameAnswer(keptMine.get(conflict.field), conflict.theirs)
  return { answers: merged.answers, conflicts: merged.conflicts.filter((conflict) => !isDecided(conflict)) }
}

/**
 * Returns the conflicts resolved by keeping this workstation's answer: the conflict itself, and those of its follow-up
 * questions that only one of the two sides answered.
 */
export const resolvedByOwnAnswer = (
  conflict: AnswerConflict,
  conflicts: readonly AnswerConflict[],
): readonly AnswerConflict[] =>
  conflicts.filter(
    (each) =>
      each === conflict ||
      (pathTo(each.field).includes(conflict.field) && (each.mine === undefined || each.theirs === undefined)),
  )

/** Returns the conflicts that the user must decide: those that no other conflict's decision resolves. */
export const toDecide = (conflicts: readonly AnswerConflict[]): readonly AnswerConflict[] =>
  conflicts.filter((each) =>
    conflicts.every((other) => other === each || !resolvedByOwnAnswer(other, conflicts).includes(each)),
  )

/**
 * Resolves one conflict with the other side's answer. Also takes the other side's answers to the parent questions, so
 * that the question is asked, and to follow-up questions without an answer in `shown`. The result may still have
 * answers to questions that are no longer asked.
 */
export const takeTheirs = (shown: Answers, { field }: AnswerConflict, theirs: Answers): Answers => {
  const path = theirs[field] === undefined ? [field] : pathTo(field)
  const hidden = Object.keys(theirs).filter((each) => shown[each] === undefined && pathTo(each).includes(field))
  return withAnswers(shown, [...path, ...hidden], theirs)
}
