import type { StatusFlag } from './status-flags.ts'
import type { StudyStatus } from './study.ts'

/** Flags that were set for one appointment and say nothing of another. */
const marks = [
  { flags: ['checkin'], words: 'check-in' },
  { flags: ['reminded', 'reminderEmailSent', 'reminderSMSSent'], words: 'reminders' },
  { flags: ['bookingConfirmationEmailSent'], words: 'booking confirmation' },
] as const satisfies readonly { readonly flags: readonly StatusFlag[]; readonly words: string }[]

export type ClearedMarks = {
  /** The flags that stand and go. */
  readonly flags: readonly StatusFlag[]
  /** What goes: `Check-in, reminders and booking confirmation`. */
  readonly words: string
}

/**
 * What of a study's status goes with its appointment when it moves to another start or location: nobody is here for the new
 * one, nor was told of it. Null where nothing of it stands.
 */
export const marksClearedByMove = (status: StudyStatus): ClearedMarks | null => {
  const standing = marks
    .map(({ flags, words }) => ({ words, flags: flags.filter((flag) => status[flag] === true) }))
    .filter(({ flags }) => flags.length > 0)
  if (standing.length === 0) return null
  const named = standing.map(({ words }) => words)
  const text = [named.slice(0, -1).join(', '), named.at(-1)].filter((part) => part !== '').join(' and ')
  return {
    flags: standing.flatMap(({ flags }) => flags),
    words: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
  }
}
