import { type AnswerConflict, mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue, Question } from '#domain/safety/question.ts'
import { isSameAnswer } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

/** The answers a desk began from, and what it made of them. */
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
 * A question's field and those of the questions it follows from, the nearest first.
 * @internal Tests go through its cases alone.
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
 * Brings together what this desk and another made of the same answers. `keptMine` are conflicts decided for this desk
 * already, with what the other had then: they are conflicts again only where the other has something new. Not yet cleared.
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

/** A conflict decided by keeping this desk's side: with it go those below that only one of the two desks could answer. */
export const settledByMine = (
  conflict: AnswerConflict,
  conflicts: readonly AnswerConflict[],
): readonly AnswerConflict[] =>
  conflicts.filter(
    (each) =>
      each === conflict ||
      (pathTo(each.field).includes(conflict.field) && (each.mine === undefined || each.theirs === undefined)),
  )

/** The conflicts a person has to decide: those that are not settled together with another, above them. */
export const toDecide = (conflicts: readonly AnswerConflict[]): readonly AnswerConflict[] =>
  conflicts.filter((each) =>
    conflicts.every((other) => other === each || !settledByMine(other, conflicts).includes(each)),
  )

/**
 * Takes the other desk's side of one conflict. An answer stands only where its question is asked, so the questions it follows
 * from go with it, and so do follow-ups that are not shown yet. Not yet cleared.
 */
export const takeTheirs = (shown: Answers, { field }: AnswerConflict, theirs: Answers): Answers => {
  const path = theirs[field] === undefined ? [field] : pathTo(field)
  const hidden = Object.keys(theirs).filter((each) => shown[each] === undefined && pathTo(each).includes(field))
  return withAnswers(shown, [...path, ...hidden], theirs)
}
