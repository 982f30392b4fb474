import type { Answers } from '#domain/safety/question.ts'

/** What each measured page lets the benchmark do with it. */
type FormPage = {
  /** Draws the form without answers into the empty page. */
  mount(): void
  unmount(): void
  /** The position of a question; null while it is not asked. */
  question(field: string): Element | null
  /** What is clicked to choose an option; null while its question is not asked. */
  option(field: string, value: string): Element | null
  /** Where text is typed; null while its question is not asked. */
  text(field: string): HTMLElement | null
  /** All answers that the form holds. */
  answers(): Answers
}

declare global {
  var formPage: FormPage | undefined
}

/** Where a page draws. */
export const findRoot = (): HTMLElement => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  return root
}

/** A person clicks the words beside a box. */
export const labelOf = (input: Element | null): Element | null => input?.closest('label') ?? input

export const byID = (id: string): HTMLElement | null => document.getElementById(id)
