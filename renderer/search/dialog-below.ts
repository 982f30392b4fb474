import { controlWords } from '../kit/controls/control-words.ts'

/** A dialog of the page over which the palette is open. */
export type DialogBelow = {
  readonly title: string
  /** The title, and the person or thing that the dialog is about. */
  readonly about: string
  /** False while the dialog cannot be closed, such as during a payment. */
  readonly canLeave: boolean
  /** True if the dialog has fields, so that leaving it may lose what the user typed. */
  readonly hasFields: boolean
}

const fields = 'input, textarea, select, [role=spinbutton], [role=combobox], [aria-haspopup=listbox]'

/** Returns the modal dialog that is in front, apart from the one that contains `own`; null if there is none. */
export const findDialogBelow = (own: Element | null): DialogBelow | null => {
  const dialogs = [...document.querySelectorAll<HTMLElement>('.w-dialog')].filter((dialog) => !dialog.contains(own))
  const front = dialogs.at(-1)
  if (front === undefined) return null
  const textOf = (part: string): string => front.querySelector(part)?.textContent?.trim() ?? ''
  const title = textOf('.w-dialog__title')
  return {
    title,
    about: [title, textOf('.w-commit-bar__who') || textOf('.w-dialog__subtitle')]
      .filter(Boolean)
      .join(controlWords.between),
    canLeave: dialogs.every((dialog) => dialog.querySelector('.w-dialog__head button') !== null),
    hasFields: dialogs.some((dialog) => dialog.querySelector(fields) !== null),
  }
}
