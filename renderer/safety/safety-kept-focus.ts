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
  /** The question that last had the focus, even while the focus is elsewhere; null for none. */
  readonly last: RefObject<string | null>
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Restores the focus when the focused control is removed or disabled. If another workstation's answers remove the
 * question, the focus moves to its parent question. After the form was disabled, the focus returns to the same
 * question. `shown` is the data the page is drawn from.
 */
export const useKeptFocus = (root: RefObject<HTMLElement | null>, shown: unknown, isDisabled: boolean): KeptFocus => {
  const last = useRef<string | null>(null)
  // The browser sends no event when a focused element is removed or disabled.
  const held = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of what is drawn
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
