/** Milliseconds after a letter, digit or space in which the next one belongs to the same word. */
const typedWordMs = 600
/** Milliseconds after a change of page in which a letter does not act: the user may not see the new page yet. */
const arrivalMs = 600
/** Milliseconds after a change of page in which a repeat of the letter that opened the page counts as a mistake. */
const openerMs = 3000

type LetterMoment = {
  /** True while the focus is in a text field, or a dialog or menu has the keyboard. */
  readonly isTyping: boolean
  /** Milliseconds since the previous letter, digit or space; infinite if that one acted as a command. */
  readonly sinceLetterMs: number
  /** Milliseconds since the page changed. */
  readonly sinceArrivalMs: number
  /**
   * Whether the user has pressed an arrow, Tab, Enter, a function key or a combination, or used the pointer, since the
   * page changed.
   */
  readonly isSettled: boolean
}

/**
 * Returns whether a one-letter key may act (N, C, U, J, K, Y, 1 to 9): never in a text field and never within a typed
 * word. After a change of page it acts after a short delay, or once the user has pressed a key such as Tab or an arrow
 * or used the pointer, which shows that they see the new page.
 * @internal Tests check its cases directly.
 */
export const mayLetterAct = ({ isTyping, sinceLetterMs, sinceArrivalMs, isSettled }: LetterMoment): boolean =>
  !isTyping && sinceLetterMs >= typedWordMs && (isSettled || sinceArrivalMs >= arrivalMs)

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Returns whether a press is a letter, digit, sign or space without a modifier, as in a typed name. */
export const isTypedCharacter = ({ key, ctrlKey, metaKey, altKey }: Omit<Press, 'timeStamp'>): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey

type LetterKeys = {
  /** Records a key press. Recording the same press twice has no effect, so that every listener may record it first. */
  readonly notePress: (press: Press) => void
  readonly notePointer: () => void
  /** Records that the page changed. */
  readonly noteArrival: (timeStamp: number) => void
  /** Returns whether the last recorded press starts a word or belongs to none. */
  readonly isFirst: (press: Pick<Press, 'timeStamp'>) => boolean
  /** Returns whether the last recorded press may act, by {@link mayLetterAct}. */
  readonly mayAct: (press: Pick<Press, 'timeStamp'>, isTyping: boolean) => boolean
  /** Returns whether this is the letter that opened the page, pressed again before the user saw the page. */
  readonly isOpener: (press: Press) => boolean
  /** Records that the press acted: the next letter is a command of its own, not the rest of a word. */
  readonly noteAct: () => void
}

const never = Number.NEGATIVE_INFINITY

/**
 * Creates the record of key presses for {@link mayLetterAct}. Times are event times, in milliseconds since the window
 * opened.
 * @internal Tests check its cases directly.
 */
export const createLetterKeys = (): LetterKeys => {
  let lastLetter = never
  let letterBefore = never
  let arrival = never
  let isSettled = false
  let noted: Press | null = null
  /** The last letter that acted since the page changed. */
  let acted: string | null = null
  let opener: string | null = null
  const sinceLetterMs = ({ timeStamp }: Pick<Press, 'timeStamp'>): number => timeStamp - letterBefore
  return {
    notePress: (press) => {
      if (press === noted) return
      noted = press
      if (isTypedCharacter(press)) {
        letterBefore = lastLetter
        lastLetter = press.timeStamp
        return
      }
      if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Backspace', 'Dead'].includes(press.key)) return
      isSettled = true
      lastLetter = never
      letterBefore = never
    },
    notePointer: () => {
      isSettled = true
      lastLetter = never
      letterBefore = never
    },
    noteArrival: (timeStamp) => {
      arrival = timeStamp
      isSettled = false
      opener = acted
      acted = null
    },
    isFirst: (press) => sinceLetterMs(press) >= typedWordMs,
    mayAct: (press, isTyping) =>
      mayLetterAct({
        isTyping,
        isSettled,
        sinceLetterMs: sinceLetterMs(press),
        sinceArrivalMs: press.timeStamp - arrival,
      }),
    isOpener: ({ key, timeStamp }) => !isSettled && key.toLowerCase() === opener && timeStamp - arrival < openerMs,
    noteAct: () => {
      acted = noted?.key.toLowerCase() ?? null
      lastLetter = never
      letterBefore = never
    },
  }
}

/** The record of this window's keyboard. */
export const letterKeys: LetterKeys = createLetterKeys()

/** Returns whether letter keys belong to the focused element: a text field, a list searched by typing, a select. */
export const isTextTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=combobox], [role=listbox], [role=option], [role=spinbutton], [role=textbox]',
    ))
