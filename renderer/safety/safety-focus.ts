import type { SafetyAssessment } from '#domain/safety/safety-assessment.ts'

/**
 * Returns the next unanswered required question after `from` on the page, or else the first one; null when all are
 * answered.
 */
export const nextUnanswered = (assessment: SafetyAssessment, from: string | null): string | null => {
  const order = assessment.visible.map(({ question }) => question.field)
  const place = from === null ? -1 : order.indexOf(from)
  const after = assessment.unanswered.find((field) => order.indexOf(field) > place)
  return after ?? assessment.unanswered[0] ?? null
}

/**
 * Returns the question to which the button "Next unanswered" leads: the question that last had the focus (`last`), if
 * it is unanswered and the button has not already led to it (`reached`); otherwise the next unanswered question. Null
 * when all are answered.
 */
export const nextForButton = (
  assessment: SafetyAssessment,
  last: string | null,
  reached: string | null,
): string | null =>
  last !== null && last !== reached && assessment.unanswered.includes(last) ? last : nextUnanswered(assessment, last)

/**
 * Focuses a question's chosen option, else its first option or text box, and scrolls it into view. Returns false if the
 * question is not on the page.
 */
export const focusQuestion = (root: HTMLElement | null, field: string): boolean => {
  const question = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  if (question == null) return false
  const control =
    question.querySelector<HTMLElement>('.sq__field :is(input:checked)') ??
    question.querySelector<HTMLElement>(':is(input, textarea)')
  if (control === null) return false
  control.focus({ preventScroll: true, focusVisible: true })
  // Scrolls the whole question into view. Focusing alone would scroll only its control.
  question.scrollIntoView({ block: 'nearest' })
  return true
}

/** Focuses the first unanswered required question. Returns false if there is none. */
export const focusFirstUnanswered = (root: HTMLElement | null, assessment: SafetyAssessment): boolean => {
  const field = nextUnanswered(assessment, null)
  return field !== null && focusQuestion(root, field)
}

/** Returns the field of the question that contains an element; null if the element is in no question. */
export const fieldOf = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null
