import { mayKeepDirectory } from '#domain/people/directory-change.ts'
import { mayMatchResults } from '#domain/results/result-roles.ts'
import { maySeeTakings } from '#domain/session/finance-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import { worklistsOf } from '#domain/worklists/worklist.ts'
import { bookingShortcuts } from '../booking/booking-shortcuts.ts'
import { boardShortcuts } from '../booking/front-desk/board-shortcuts.ts'
import { isUndoPress } from '../kit/undo-press.ts'
import { maySeeMessages } from '../messages/message-counts-store.ts'
import { viewerShortcuts } from '../pdf-viewer/viewer-shortcuts.ts'
import { keysOfPlace, type Place, paths, places } from '../routes.ts'
import { safetyShortcuts } from '../safety/safety-shortcuts.ts'
import { studyShortcuts } from '../study-page/study-shortcuts.ts'
import { worklistShortcuts } from '../worklists/worklist-keys.ts'
import { frameWords } from './frame-words.ts'

/** What the frame itself does. */
export type FrameAction =
  | { readonly kind: 'search' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'sheet' }
  | { readonly kind: 'go'; readonly path: string }

/** An undo belongs to the newest notice that offers one, or to the part of the page with the focus. */
type ShortcutAction = FrameAction | { readonly kind: 'undo' }

export type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** True while the focus is in a text input. */
  readonly isTyping: boolean
  /** Whether the previous key press, at most 1.5 s ago, was a `g` outside a typed word and without a modifier. */
  readonly afterG: boolean
}

/** Returns whether a main screen opens with the focus in its search, so that the user can type a name at once. */
export const opensWithSearch = (path: string): boolean => path === paths.booking() || path === paths.members()

/**
 * Returns the main screens of a user. Finance needs a role that takes money or closes days, and Administration the role
 * `admin`. Directory is shown to users who maintain the directory, and to others while it has changes. Worklists,
 * Results and Messages are shown only to the roles that work there.
 */
export const placesOf = (roles: readonly string[], hasDirectory: boolean): readonly Place[] =>
  places.filter(({ id }) => {
    if (id === 'finance') return maySeeTakings(roles)
    if (id === 'administration') return hasRole(roles, 'admin')
    if (id === 'results') return mayMatchResults(roles)
    if (id === 'messages') return maySeeMessages(roles)
    if (id === 'worklists') return worklistsOf(roles).length > 0
    return id !== 'directory' || hasDirectory || mayKeepDirectory(roles)
  })

/**
 * Returns the main screens that the search and `g` with a letter open for a user. Directory is always one of them,
 * because these are the only ways to it while the rail does not show it (decision 322).
 */
export const keyedPlacesOf = (roles: readonly string[]): readonly Place[] => placesOf(roles, true)

/**
 * Returns the action of a key press, or null. `keyed` has the places that `g` and a letter open. Uses only combinations
 * that Chromium and Electron leave free.
 */
export const decideShortcut = (press: KeyPress, keyed: readonly Place[]): ShortcutAction | null => {
  const key = press.key.toLowerCase()
  const command = press.ctrlKey || press.metaKey
  if (press.altKey) return null
  if (command && !press.shiftKey && key === 'k') return { kind: 'search' }
  if ((command && press.shiftKey && key === 'l') || (!command && key === 'f9')) return { kind: 'lock' }
  if (isUndoPress(press) && !press.isTyping) return { kind: 'undo' }
  if (command || press.isTyping) return null
  if (press.key === '?') return { kind: 'sheet' }
  const place = press.afterG ? keyed.find(({ letter }) => letter === key) : undefined
  return place === undefined ? null : { kind: 'go', path: place.path }
}

type ShortcutGroup = {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
}

/** Returns the shortcut sheet, by group. `keyed` has the places that `g` and a letter open. */
export const shortcutSheetOf = (keyed: readonly Place[]): readonly ShortcutGroup[] => [
  {
    title: frameWords.sheet.everywhere,
    lines: [
      { what: frameWords.sheet.search, keys: [['Ctrl', 'K']] },
      {
        what: frameWords.sheet.lock,
        keys: [['F9'], ['Ctrl', 'Shift', 'L']],
      },
      { what: frameWords.sheet.undo, keys: [['Ctrl', 'Z']] },
      { what: frameWords.sheet.open, keys: [['?']] },
      { what: frameWords.sheet.goToNotices, keys: [['F6']] },
    ],
  },
  {
    title: frameWords.sheet.goTo,
    lines: keyed.map((place) => ({ what: place.label, keys: [keysOfPlace(place)] })),
  },
  {
    title: frameWords.sheet.inLists,
    lines: [
      { what: frameWords.sheet.move, keys: [['←'], ['↑'], ['↓'], ['→']] },
      { what: frameWords.sheet.choose, keys: [['Enter']] },
      { what: frameWords.sheet.close, keys: [['Esc']] },
      { what: frameWords.sheet.nextField, keys: [['Tab'], ['Shift', 'Tab']] },
    ],
  },
  boardShortcuts,
  bookingShortcuts,
  safetyShortcuts,
  studyShortcuts,
  viewerShortcuts,
  worklistShortcuts,
]
