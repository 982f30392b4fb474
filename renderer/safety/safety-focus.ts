import type { SafetyAssessment } from '#domain/safety/safety-assessment.ts'

/**
 * The required question without an answer that comes next on the page after `from`, or the first of all when none comes
 * after it; null when all are answered.
 */
export const nextUnanswered = (assessment: SafetyAssessment, from: string | null): string | null => {
  const order = assessment.visible.map(({ question }) => question.field)
  const place = from === null ? -1 : order.indexOf(from)
  const after = assessment.unanswered.find((field) => order.indexOf(field) > place)
  return after ?? assessment.unanswered[0] ?? null
}

/**
 * Returns where the button "Next unanswered" goes: to the question that had the focus last while that is not answered, and to
 * the one after it once the button has led there (`reached`). Null when all are answered.
 */
export const nextForButton = (
  assessment: SafetyAssessment,
  last: string | null,
  reached: string | null,
): string | null =>
  last !== null && last !== reached && assessment.unanswered.includes(last) ? last : nextUnanswered(assessment, last)

/** Puts the focus on a question's chosen option, or its first one, or its box, and into sight. False where it is not on the page. */
export const focusQuestion = (root: HTMLElement | null, field: string): boolean => {
  const question = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  if (question == null) return false
  const control =
    question.querySelector<HTMLElement>('.sq__field :is(input:checked)') ??
    question.querySelector<HTMLElement>(':is(input, textarea)')
  if (control === null) return false
  control.focus({ preventScroll: true, focusVisible: true })
  // Once the follow-ups are drawn, so that the question stands where it is going to be.
  question.scrollIntoView({ block: 'nearest' })
  return true
}

/** Puts the focus on the first required question without an answer. False when there is none. */
export const focusFirstUnanswered = (root: HTMLElement | null, assessment: SafetyAssessment): boolean => {
  const field = nextUnanswered(assessment, null)
  return field !== null && focusQuestion(root, field)
}

/** The field of the question that an element stands in; null for none. */
export const fieldOf = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null
