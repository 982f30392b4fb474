import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Question } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { fieldOf, focusQuestion } from './safety-focus.ts'

const parents = new Map<string, string>()
const findParents = (questions: readonly Question[], parent: string | null): void => {
  for (const question of questions) {
    if (parent !== null) parents.set(question.field, parent)
    if (question.type !== 'info') findParents(question.subs ?? [], question.field)
  }
}
for (const { questions } of safetyQuestionnaire.sections) findParents(questions, null)

type KeptFocus = {
  /** The question that had the focus last, also while the focus is elsewhere; null for none. */
  readonly last: RefObject<string | null>
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Keeps the focus of a form's questions when what had it goes away: with a question that another desk's answers took from
 * the page it goes to the one it followed from, and after the form was disabled for a while back to where it was. `shown` is
 * what the page is drawn from.
 */
export const useKeptFocus = (root: RefObject<HTMLElement | null>, shown: unknown, isDisabled: boolean): KeptFocus => {
  const last = useRef<string | null>(null)
  // The browser tells nobody that an element with the focus has gone or was disabled.
  const held = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is not looked at; that it changed is the reason
  useLayoutEffect(() => {
    if (isDisabled || held.current === null || document.activeElement !== document.body) return
    let field: string | undefined = held.current
    while (field !== undefined && !focusQuestion(root.current, field)) field = parents.get(field)
  }, [root, shown, isDisabled])
  return {
    last,
    onFocus: ({ target }) => {
      held.current = fieldOf(target)
      last.current = held.current ?? last.current
    },
    onBlur: () => {
      if (!isDisabled) held.current = null
    },
  }
}
