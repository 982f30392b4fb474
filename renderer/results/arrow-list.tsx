import { type KeyboardEvent, type ReactNode, useRef } from 'react'

/** Shows a list of links. The arrow keys move the focus between them, and Enter opens the focused link. */
export function ArrowList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const moveFocus = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
  return (
    <ul ref={list} className="res__list" aria-label={label} onKeyDown={moveFocus}>
      {children}
    </ul>
  )
}
