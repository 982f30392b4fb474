import { maySeeTakings } from '#domain/session/finance-roles.ts'
import { bookingShortcuts } from '../booking/booking-shortcuts.ts'
import { boardShortcuts } from '../booking/front-desk/board-shortcuts.ts'
import { paths, places } from '../routes.ts'
import { safetyShortcuts } from '../safety/safety-shortcuts.ts'
import { studyShortcuts } from '../study-page/study-shortcuts.ts'

export type ShortcutAction =
  | { readonly kind: 'search' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'sheet' }
  | { readonly kind: 'go'; readonly path: string }

export type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** True while the focus is in a text input. */
  readonly isTyping: boolean
  /** Whether the previous key press was a lone `g`. */
  readonly afterG: boolean
}

/** Returns whether a place opens with the focus in its search, so that the user can type a name at once. */
export const opensWithSearch = (path: string): boolean => path === paths.booking() || path === paths.members()

/**
 * Returns the places of a user. Finance needs a role that takes or counts money; Directory shows only while it has
 * content.
 */
export const placesOf = (roles: readonly string[], hasDirectory: boolean): readonly (typeof places)[number][] =>
  places.filter(({ label }) => {
    if (label === 'Finance') return maySeeTakings(roles)
    return label !== 'Directory' || hasDirectory
  })

/**
 * Returns the action of a key press, or null. Browsers reserve some combinations; these are free in Chromium and
 * Electron.
 */
export const decideShortcut = (press: KeyPress): ShortcutAction | null => {
  const key = press.key.toLowerCase()
  const command = press.ctrlKey || press.metaKey
  if (press.altKey) return null
  if (command && !press.shiftKey && key === 'k') return { kind: 'search' }
  if ((command && press.shiftKey && key === 'l') || (!command && key === 'f9')) return { kind: 'lock' }
  if (command || press.isTyping) return null
  if (press.key === '?') return { kind: 'sheet' }
  const place = press.afterG ? places.find(({ letter }) => letter === key) : undefined
  return place === undefined ? null : { kind: 'go', path: place.path }
}

/** The printed sheet, in its groups. */
export const shortcutSheet: readonly {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
}[] = [
  {
    title: 'Everywhere',
    lines: [
      { what: 'Search members and studies, and do things', keys: [['Ctrl', 'K']] },
      {
        what: 'Lock this workstation',
        keys: [['F9'], ['Ctrl', 'Shift', 'L']],
      },
      { what: 'This sheet', keys: [['?']] },
      { what: 'Go to the notices', keys: [['F6']] },
    ],
  },
  {
    title: 'Go to',
    lines: places.map(({ label, letter }) => ({ what: label, keys: [['G', letter.toUpperCase()]] })),
  },
  {
    title: 'In lists, tables and windows',
    lines: [
      { what: 'Move', keys: [['←'], ['↑'], ['↓'], ['→']] },
      { what: 'Choose', keys: [['Enter']] },
      { what: 'Close, or go back', keys: [['Esc']] },
      { what: 'Next and previous field', keys: [['Tab'], ['Shift', 'Tab']] },
    ],
  },
  boardShortcuts,
  bookingShortcuts,
  safetyShortcuts,
  studyShortcuts,
]
