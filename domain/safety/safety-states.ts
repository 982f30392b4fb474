import type { StateRole } from '../values/state-role.ts'
import { describeAnswered, isKnownSafetySigned, knownSafety } from './known-safety.ts'
import { describeNotes, describeStops, noticeLevelTitles } from './notice-words.ts'
import { countOtherStops, describeOtherBookingsShort } from './other-bookings.ts'
import type { SafetySummary } from './safety-record.ts'

/** The safety states of a study that lists show, the most serious first. @internal Tests cover every entry. */
export const safetyStates = [
  'forbidden',
  'stops',
  'signed-stops',
  'signed-off',
  'stops-elsewhere',
  'settled-elsewhere',
  'draft',
  'not-answered',
  'part-answered',
  'notes',
  'answered',
] as const
export type SafetyState = (typeof safetyStates)[number]

/**
 * The role of each safety state on every screen. Only a stop that is not settled is a `stop`: missing answers are
 * asked for at the check-in and block nothing.
 */
export const safetyRoles: Readonly<Record<SafetyState, Exclude<StateRole, 'none'>>> = {
  forbidden: 'stop',
  stops: 'stop',
  'signed-stops': 'attention',
  'signed-off': 'done',
  'stops-elsewhere': 'stop',
  'settled-elsewhere': 'attention',
  draft: 'attention',
  'not-answered': 'attention',
  'part-answered': 'attention',
  notes: 'info',
  answered: 'done',
}

/** The words of the states that have no count, in badges. The board has a shorter word for `answered`. */
export const safetyStateWords = {
  signedOff: 'Signed off',
  notAnswered: 'Safety: not answered',
  partAnswered: (count: number) => `${count} unanswered`,
  answered: 'Safety questions answered',
}

type SafetyMark = { readonly state: SafetyState; readonly word: string }

/**
 * Returns the states of a study's safety questions with their words, the most serious first. The last state is
 * `answered` only if the answers have neither stops nor notes.
 */
export const toSafetyMarks = (summary: SafetySummary): readonly SafetyMark[] => {
  const { stops, notes, isProhibited, source } = knownSafety(summary)
  const marks: SafetyMark[] = []
  const add = (state: SafetyState, word: string): void => void marks.push({ state, word })
  const isSigned = isKnownSafetySigned(summary)
  if (isProhibited) add('forbidden', noticeLevelTitles.forbidden)
  else if (stops > 0) add(isSigned ? 'signed-stops' : 'stops', describeStops(stops))
  if (stops > 0 && !isProhibited && isSigned) add('signed-off', safetyStateWords.signedOff)
  const elsewhere = describeOtherBookingsShort(summary)
  if (elsewhere !== null) {
    const isOpen = countOtherStops(summary) > 0 && (summary.othersReason ?? null) === null
    add(isOpen ? 'stops-elsewhere' : 'settled-elsewhere', elsewhere)
  }
  if (source === 'draft') add('draft', describeAnswered(summary))
  else if (summary.state === 'unanswered') add('not-answered', safetyStateWords.notAnswered)
  else if (summary.state === 'incomplete') add('part-answered', safetyStateWords.partAnswered(summary.unanswered))
  if (notes > 0) add('notes', describeNotes(notes))
  if (marks.length === 0) add('answered', safetyStateWords.answered)
  return marks
}
