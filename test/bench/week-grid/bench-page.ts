type BenchPage = {
  mount(week: number): void
  unmount(): void
  /** Draws another week in place of the current one. */
  show(week: number): void
  readonly slotSelector: string
  /** Finds all free slots that can be clicked. */
  readonly freeSelector: string
  /** Finds the chosen slot after a click. */
  readonly chosenSelector: string
}

declare global {
  var benchPage: BenchPage | undefined
}

export const findRoot = (): HTMLElement => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  return root
}
