import { describe, expect, it } from 'vitest'
import { createLetterKeys, isTypedCharacter, mayLetterAct } from '#renderer/kit/letter-keys.ts'

const press = (key: string, timeStamp: number, change: { ctrlKey?: boolean } = {}) => ({
  key,
  timeStamp,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...change,
})

/** Presses keys at intervals in milliseconds; returns which of them may act. */
const typed = (keys: readonly string[], gapMs: number, startMs = 10_000) => {
  const letters = createLetterKeys()
  letters.noteArrival(0)
  return keys.map((key, index) => {
    const event = press(key, startMs + index * gapMs)
    letters.notePress(event)
    return letters.mayAct(event, false)
  })
}

describe('mayLetterAct', () => {
  const calm = { isTyping: false, sinceLetterMs: 5000, sinceArrivalMs: 5000, isSettled: false }
  it.each([
    ['long after the last letter and the last change of page', {}, true],
    ['in a text field', { isTyping: true }, false],
    ['within a word', { sinceLetterMs: 599 }, false],
    ['after a word', { sinceLetterMs: 600 }, true],
    ['right after a change of page', { sinceArrivalMs: 100 }, false],
    ['right after a change of page and then an arrow key', { sinceArrivalMs: 100, isSettled: true }, true],
    ['within a word, even after an arrow key', { sinceLetterMs: 10, isSettled: true }, false],
  ])('decides whether a letter may act %s', (_, change, isAllowed) => {
    expect(mayLetterAct({ ...calm, ...change })).toBe(isAllowed)
  })
})

describe('createLetterKeys', () => {
  it('accepts no letter of a typed name, except possibly the first one after a long pause', () => {
    expect(typed([...'silva ana'], 120).slice(1)).toEqual(Array(8).fill(false))
    expect(typed(['g', 't', ...'nunu'], 150).slice(1)).toEqual(Array(5).fill(false))
  })

  it('accepts no letter right after a page change, unless an arrow key was pressed after the change', () => {
    const letters = createLetterKeys()
    letters.noteArrival(1000)
    letters.notePress(press('n', 1200))
    expect(letters.mayAct(press('n', 1200), false)).toBe(false)
    letters.notePress(press('ArrowDown', 1300))
    letters.notePress(press('n', 1350))
    expect(letters.mayAct(press('n', 1350), false)).toBe(true)
  })

  it('accepts letters pressed in quick succession if each one acts as a command', () => {
    const letters = createLetterKeys()
    for (const at of [0, 80, 160, 240]) {
      const event = press('y', 9000 + at)
      letters.notePress(event)
      expect(letters.mayAct(event, false)).toBe(true)
      letters.noteAct()
    }
  })

  it('continues the word after Backspace, and ends it at a pointer press', () => {
    const letters = createLetterKeys()
    letters.notePress(press('a', 5000))
    letters.notePress(press('Backspace', 5100))
    letters.notePress(press('n', 5200))
    expect(letters.mayAct(press('n', 5200), false)).toBe(false)
    letters.notePointer()
    letters.notePress(press('n', 5300))
    expect(letters.mayAct(press('n', 5300), false)).toBe(true)
  })

  it('recognises the letter that opened a page, and no other letter, until the user has seen the page', () => {
    const letters = createLetterKeys()
    letters.notePress(press('N', 1000))
    letters.noteAct()
    letters.noteArrival(1200)
    expect(letters.isOpener(press('n', 2700))).toBe(true)
    expect(letters.isOpener(press('y', 2700))).toBe(false)
    expect(letters.isOpener(press('n', 4200))).toBe(false)
    letters.notePress(press('ArrowDown', 2800))
    expect(letters.isOpener(press('n', 2900))).toBe(false)
    letters.noteArrival(3000)
    expect(letters.isOpener(press('n', 3100))).toBe(false)
  })

  it('recognises the characters that can be typed into a name, and no other keys', () => {
    expect(['a', 'É', '7', ' ', '-'].every((key) => isTypedCharacter(press(key, 0)))).toBe(true)
    expect(['Enter', 'ArrowUp', 'F8', 'Tab'].some((key) => isTypedCharacter(press(key, 0)))).toBe(false)
    expect(isTypedCharacter(press('k', 0, { ctrlKey: true }))).toBe(false)
  })
})
