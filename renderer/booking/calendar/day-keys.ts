/** The elements that the arrow keys reach in the day view: the free times and the appointments. */
const reachable = '.dp__free:not(:disabled), a.dp__who'

const middleOf = (element: Element): number => {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}

/**
 * Returns the free time or appointment that an arrow key moves to. Up and down stay on the same machine; left and right
 * go to about the same time on the next machine. Null for another key or at the edge.
 */
export const neighbourItem = (day: HTMLElement, from: Element, key: string): HTMLElement | null => {
  const columns = [...day.querySelectorAll<HTMLElement>('[data-machine]')]
  const at = columns.findIndex((column) => column.contains(from))
  const items = (column: HTMLElement | undefined): HTMLElement[] => [
    ...(column?.querySelectorAll<HTMLElement>(reachable) ?? []),
  ]
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const own = items(columns[at])
    return own[own.indexOf(from as HTMLElement) + (key === 'ArrowUp' ? -1 : 1)] ?? null
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const wanted = middleOf(from)
  const distance = (item: HTMLElement): number => Math.abs(middleOf(item) - wanted)
  const beside = items(columns[at + (key === 'ArrowLeft' ? -1 : 1)])
  return beside.sort((a, b) => distance(a) - distance(b))[0] ?? null
}
