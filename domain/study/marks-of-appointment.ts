import type { StatusFlag } from './status-flags.ts'
import type { StudyStatus } from './study.ts'

/** Flags that belong to one appointment and do not apply to another. */
const marks = [
  { flags: ['checkin'], words: 'check-in' },
  { flags: ['reminded', 'reminderEmailSent', 'reminderSMSSent'], words: 'reminders' },
  { flags: ['bookingConfirmationEmailSent'], words: 'booking confirmation' },
] as const satisfies readonly { readonly flags: readonly StatusFlag[]; readonly words: string }[]

export type ClearedMarks = {
  /** The set flags that the move clears. */
  readonly flags: readonly StatusFlag[]
  /** The cleared marks in words: `Check-in, reminders and booking confirmation`. */
  readonly words: string
}

/**
 * Returns the marks that a move to another start or location clears, because the check-in, the reminders and the
 * confirmation were for the old appointment. Null if none is set.
 */
export const marksClearedByMove = (status: StudyStatus): ClearedMarks | null => {
  const present = marks
    .map(({ flags, words }) => ({ words, flags: flags.filter((flag) => status[flag] === true) }))
    .filter(({ flags }) => flags.length > 0)
  if (present.length === 0) return null
  const named = present.map(({ words }) => words)
  const text = [named.slice(0, -1).join(', '), named.at(-1)].filter((part) => part !== '').join(' and ')
  return {
    flags: present.flatMap(({ flags }) => flags),
    words: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
  }
}
