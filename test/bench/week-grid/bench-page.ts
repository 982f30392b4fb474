/** What each measured page lets the benchmark do with it. */
type BenchPage = {
  /** Draws a week into the empty page. */
  mount(week: number): void
  unmount(): void
  /** Draws another week in place of the one shown. */
  show(week: number): void
  /** Finds all slots, free or not. */
  readonly slotSelector: string
  /** Finds all free slots that can be clicked. */
  readonly freeSelector: string
  /** Finds what a click has chosen. */
  readonly chosenSelector: string
}

declare global {
  var benchPage: BenchPage | undefined
}

/** Where a page draws. */
export const findRoot = (): HTMLElement => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  return root
}
