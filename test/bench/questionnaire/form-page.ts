import type { Answers } from '#domain/safety/question.ts'

type FormPage = {
  mount(): void
  unmount(): void
  /** Returns the element of a question; null while it is not asked. */
  question(field: string): Element | null
  /** Returns the element to click for an option; null while its question is not asked. */
  option(field: string, value: string): Element | null
  /** Returns the text box of a question; null while it is not asked. */
  text(field: string): HTMLElement | null
  answers(): Answers
}

declare global {
  var formPage: FormPage | undefined
}

export const findRoot = (): HTMLElement => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  return root
}

/** Returns the label of an input, if it has one, because a user clicks the words beside a box. */
export const labelOf = (input: Element | null): Element | null => input?.closest('label') ?? input

export const byID = (id: string): HTMLElement | null => document.getElementById(id)
