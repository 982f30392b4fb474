/** Milliseconds after a letter, a digit or a space in which the next one belongs to the same word. */
const typedWordMs = 600
/** Milliseconds after a change of page in which a letter is still meant for the page's text field. */
const arrivalMs = 600
/** Milliseconds after a change of page in which the letter that asked for the page is pressed again by mistake. */
const openerMs = 3000

type LetterMoment = {
  /** True while the focus is in a text field, or a dialog or menu has the keyboard. */
  readonly isTyping: boolean
  /** Milliseconds since the last letter, digit or space that was not a command itself. */
  readonly sinceLetterMs: number
  /** Milliseconds since the page changed. */
  readonly sinceArrivalMs: number
  /** Since the page changed the person used an arrow, Tab, Enter, a function key, a combination or the pointer. */
  readonly isSettled: boolean
}

/**
 * Whether a one-letter key may act (N, U, J, K, Y, 1 to 9). Never in a text field. Never as part of a word that is being
 * typed. Right after a change of page only once the person has shown, by another key or the pointer, that they see it.
 * @internal Tests go through its cases alone.
 */
export const mayLetterAct = ({ isTyping, sinceLetterMs, sinceArrivalMs, isSettled }: LetterMoment): boolean =>
  !isTyping && sinceLetterMs >= typedWordMs && (isSettled || sinceArrivalMs >= arrivalMs)

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** A letter, a digit, a sign or a space, without a modifier: what a person types into a name. */
export const isTypedCharacter = ({ key, ctrlKey, metaKey, altKey }: Omit<Press, 'timeStamp'>): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey

type LetterKeys = {
  /** Records a key press. Recording the same press twice changes nothing, so every listener may do it first. */
  readonly notePress: (press: Press) => void
  readonly notePointer: () => void
  /** Records that the page changed. */
  readonly noteArrival: (timeStamp: number) => void
  /** Whether the press that was noted last begins a word or is a key of its own, and is not part of a word. */
  readonly isFirst: (press: Pick<Press, 'timeStamp'>) => boolean
  /** Whether the press that was noted last may act, by {@link mayLetterAct}. */
  readonly mayAct: (press: Pick<Press, 'timeStamp'>, isTyping: boolean) => boolean
  /** Whether this is the letter that asked for the page, pressed once more before the person saw it. */
  readonly isOpener: (press: Press) => boolean
  /** The press acted: the next letter is a command of its own and not the rest of a word. */
  readonly noteAct: () => void
}

const never = Number.NEGATIVE_INFINITY

/**
 * Keeps what {@link mayLetterAct} needs. Times are those of events, in milliseconds since the window was opened.
 * @internal Tests go through its cases alone.
 */
export const createLetterKeys = (): LetterKeys => {
  let lastLetter = never
  let letterBefore = never
  let arrival = never
  let isSettled = false
  let noted: Press | null = null
  /** The letter that acted last on the page before. */
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

/** The keyboard of this window; there is one. */
export const letterKeys: LetterKeys = createLetterKeys()

/** Whether keys with a letter belong to what has the focus: a text field, a list that is searched by typing, a select. */
export const isTextTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=combobox], [role=listbox], [role=option], [role=spinbutton], [role=textbox]',
    ))
