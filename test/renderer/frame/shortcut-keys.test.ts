import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decideShortcut, shortcutSheetOf } from '#renderer/frame/shortcuts.ts'
import { letterOfKey } from '#renderer/kit/letter-of-key.ts'
import { places } from '#renderer/routes.ts'
import { projectRoot } from '#scripts/project.ts'

/** Keys that are in the same place on every keyboard of the two layouts. */
const namedKeys = new Set('Ctrl,Shift,Alt,Enter,Esc,Tab,Space,Home,End,Page Up,Page Down,←,↑,→,↓,F6,F8,F9'.split(','))
/** The signs that need Shift, by layout: Canadian French (Quebec) and AZERTY (France). */
const shifted = { 'fr-CA': '?+', 'fr-FR': '?+1234567890' } as const
const plain = { 'fr-CA': 'abcdefghijklmnopqrstuvwxyz1234567890-', 'fr-FR': 'abcdefghijklmnopqrstuvwxyz-' } as const

const shortcutSheet = shortcutSheetOf(places)
const keysOfSheet = [...new Set(shortcutSheet.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys.flat())))]

describe.each(['fr-CA', 'fr-FR'] as const)('the shortcuts on a %s keyboard', (layout) => {
  it('use no character that the layout lacks or types only with AltGr', () => {
    const signs = keysOfSheet.filter((key) => !namedKeys.has(key) && key !== '1 – 9')
    const missing = signs.filter((key) => {
      const sign = key.toLowerCase()
      return sign.length !== 1 || !`${plain[layout]}${shifted[layout]}`.includes(sign)
    })
    expect(missing).toEqual([])
    expect([...'123456789'].every((digit) => `${plain[layout]}${shifted[layout]}`.includes(digit))).toBe(true)
  })

  it('open the list of shortcuts although the question mark needs Shift', () => {
    const press = { ctrlKey: false, metaKey: false, altKey: false, isTyping: false, afterG: false }
    expect(shifted[layout]).toContain('?')
    expect(decideShortcut({ ...press, key: '?', shiftKey: true }, places)).toEqual({ kind: 'sheet' })
  })
})

describe('the letter of a key with Alt', () => {
  it.each([
    ['Q on a QWERTY keyboard', 'q', 'KeyQ', 'q'],
    ['Q on an AZERTY keyboard', 'q', 'KeyA', 'q'],
    ['A on an AZERTY keyboard', 'a', 'KeyQ', 'a'],
    ['a capital letter', 'C', 'KeyC', 'c'],
    ['Option and C on a Mac', 'ç', 'KeyC', 'c'],
    ['Option and N on a Mac', 'Dead', 'KeyN', 'n'],
    ['an arrow, which has none', 'ArrowLeft', 'ArrowLeft', null],
  ])('is correct for %s', (_what, key, code, letter) => {
    expect(letterOfKey({ key, code })).toBe(letter)
  })
})

it('the keys that controls announce are on the shortcut sheet', () => {
  const onSheet = new Set(
    shortcutSheet.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys.map((all) => all.join('+')))),
  )
  const announced = globSync('renderer/**/*.tsx', { cwd: projectRoot }).flatMap((file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8')
    return [...source.matchAll(/aria-keyshortcuts=(?:"([^"]+)"|\{([^}]+)\})/g)].flatMap(([, text, code = '']) =>
      (text ?? [...code.matchAll(/'([A-Z?+-][^']*)'/g)].map(([, keys = '']) => keys).join(' ')).split(' '),
    )
  })
  // Meta is the command key of macOS, in place of Ctrl.
  const keys = announced.map((key) => key.replace(/^(Control|Meta)\+/, 'Ctrl+'))
  expect(keys.filter((key) => key !== '' && !onSheet.has(key))).toEqual([])
  expect(keys.length).toBeGreaterThan(8)
})
