import type { SlotLook } from './slot-look.ts'
import type { SlotRow } from './slot-rows.ts'

/** What a row shows in the page. */
export type DrawnRow = { readonly header: string; readonly looks: readonly SlotLook[] }

/** The look of a new cell. It is that of a free time without its texts, because most times are free. */
const blank: SlotLook = {
  classes: 'sg-cell--free',
  label: '',
  text: '',
  isHolder: false,
  until: null,
  isSelected: false,
  isDisabled: false,
  share: null,
}

/** The blank cells of a row, by their number. Each new row is a copy of them. */
const blankCells = new Map<number, DocumentFragment>()

const createBlankCells = (count: number): DocumentFragment => {
  const cells = document.createDocumentFragment()
  for (let column = 0; column < count; column += 1) {
    const cell = document.createElement('div')
    drawClasses(cell, blank)
    cell.setAttribute('role', 'gridcell')
    cell.tabIndex = -1
    cells.append(cell)
  }
  blankCells.set(count, cells)
  return cells
}

/**
 * Draws a row of the table into `element`: the header with the start, and a cell for each look. React must have no
 * children in `element`. `drawn` is the result of the previous call for this element, null for the first call. Only
 * differences from `drawn` change in the page, so a cell keeps its focus, its hint and its place in the tab order
 * (decision 390).
 */
export const drawSlotRow = (
  element: HTMLElement,
  { label, offsetNote }: Pick<SlotRow, 'label' | 'offsetNote'>,
  looks: readonly SlotLook[],
  drawn: DrawnRow | null,
): DrawnRow => {
  const header = `${label} ${offsetNote ?? ''}`
  if (drawn === null || drawn.looks.length !== looks.length) {
    const cells = document.importNode(blankCells.get(looks.length) ?? createBlankCells(looks.length), true)
    drawCells(cells.firstElementChild, [], looks)
    element.replaceChildren(createHeader(label, offsetNote), cells)
  } else {
    if (drawn.header !== header) element.firstElementChild?.replaceWith(createHeader(label, offsetNote))
    drawCells(element.firstElementChild?.nextElementSibling ?? null, drawn.looks, looks)
  }
  return { header, looks }
}

/** Draws the looks of a row into its cells, from the `first` on. A cell without a look in `before` is blank. */
const drawCells = (first: Element | null, before: readonly SlotLook[], looks: readonly SlotLook[]): void => {
  let cell = first
  for (let column = 0; column < looks.length && cell instanceof HTMLElement; column += 1) {
    const look = looks[column]
    if (look !== undefined) drawCell(cell, before[column] ?? blank, look)
    cell = cell.nextElementSibling
  }
}

const createHeader = (label: string, offsetNote: string | null): HTMLElement => {
  const header = document.createElement('div')
  header.setAttribute('role', 'rowheader')
  header.className = 'sg-time'
  header.append(label)
  if (offsetNote !== null) header.append(createSpan('sg-time__note', offsetNote))
  return header
}

const createSpan = (className: string, text: string): HTMLElement => {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}

const drawCell = (cell: HTMLElement, before: SlotLook, look: SlotLook): void => {
  if (look.classes !== before.classes) drawClasses(cell, look)
  if (look.label !== before.label) drawLabel(cell, before.label, look.label)
  if (look.isDisabled !== before.isDisabled) drawFlag(cell, 'aria-disabled', look.isDisabled)
  if (look.isSelected !== before.isSelected) drawFlag(cell, 'aria-selected', look.isSelected)
  if (look.share !== before.share) {
    if (look.share === null) cell.removeAttribute('style')
    else cell.style.setProperty('--sg-free', String(look.share))
  }
  if (look.text !== before.text || look.isHolder !== before.isHolder || look.until !== before.until) {
    drawContent(cell, before, look)
  }
}

const drawClasses = (cell: HTMLElement, { classes }: SlotLook): void => {
  cell.className = `sg-cell ${classes}`
}

/** A cell without a name has no slot, so it cannot take the focus. */
const drawLabel = (cell: HTMLElement, before: string | null, label: string | null): void => {
  if (label === null) {
    cell.removeAttribute('aria-label')
    cell.removeAttribute('tabindex')
    return
  }
  cell.setAttribute('aria-label', label)
  // A cell that already has a tab index keeps it, because the cell may be the tab stop.
  if (before === null) cell.tabIndex = -1
}

const drawFlag = (cell: HTMLElement, name: 'aria-disabled' | 'aria-selected', isSet: boolean): void => {
  if (isSet) cell.setAttribute(name, 'true')
  else cell.removeAttribute(name)
}

const isPlain = ({ isHolder, until }: SlotLook): boolean => !isHolder && until === null

const drawContent = (cell: HTMLElement, before: SlotLook, look: SlotLook): void => {
  if (isPlain(before) && isPlain(look)) {
    // A blank cell has no text node yet.
    if (cell.firstChild instanceof Text) cell.firstChild.data = look.text
    else cell.textContent = look.text
    return
  }
  const text = look.isHolder ? createSpan('sg-cell__who', look.text) : look.text
  if (look.until === null) {
    cell.replaceChildren(text)
    return
  }
  // An existing countdown stays, because the clock fills a new one only after the browser may have painted it.
  const left = cell.querySelector<HTMLElement>('.sg-cell__left') ?? createSpan('sg-cell__left', '')
  left.dataset.until = look.until
  cell.replaceChildren(text, left)
}
