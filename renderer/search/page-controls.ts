/** A button or link of the page behind the palette. */
export type PageControl = {
  readonly element: HTMLElement
  /** Its accessible name. */
  readonly name: string
  /** Why it cannot be used now, or its key; empty for neither. */
  readonly detail: string
}

/** Returns the keys that press a control. Any of them does it alone, unlike the keys of a place. */
const keysOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-keyshortcuts') ?? '').split(' ').join(' / ')

const textOfIDs = (ids: string): string =>
  ids
    .split(' ')
    .map((id) => document.getElementById(id))
    .map((element) => (element?.ariaLabel ?? element?.textContent ?? '').trim())
    .filter((text) => text !== '')
    .join(' ')

const nameOf = (element: HTMLElement): string =>
  (textOfIDs(element.getAttribute('aria-labelledby') ?? '') || element.ariaLabel || element.textContent || '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Returns the buttons and links that a part of the page shows, in the page's order. If several have the same name, such
 * as in the rows of a list, only the first is returned.
 */
export const findPageControls = (root: ParentNode | null): readonly PageControl[] => {
  const byName = new Map<string, PageControl>()
  for (const element of root?.querySelectorAll<HTMLElement>('button, a[href], [role=button]') ?? []) {
    const name = nameOf(element)
    if (name === '' || byName.has(name) || !element.checkVisibility({ visibilityProperty: true })) continue
    const isDisabled = element.ariaDisabled === 'true'
    const reason = isDisabled ? textOfIDs(element.getAttribute('aria-describedby') ?? '') : ''
    byName.set(name, { element, name, detail: reason || keysOf(element) })
  }
  return [...byName.values()]
}

/** Moves the focus to a control of the page as soon as no dialog is open, or after half a second. */
export const focusControl = (element: HTMLElement, until: number = performance.now() + 500): void => {
  if (document.querySelector('[role=dialog]') !== null && performance.now() < until) {
    requestAnimationFrame(() => focusControl(element, until))
    return
  }
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
}
