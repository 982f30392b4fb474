import type { Consulting } from './consulting.ts'

/** The words for an unknown status (study spec §4). */
const unknownStatus = 'Unknown'

const requestedWords = new Map([
  ['requested', 'Requested'],
  ['not requested', 'Not requested'],
  ['pending', 'Pending'],
])

const scheduledWords = new Map([
  ['booked', 'Booked'],
  ['complete', 'Complete'],
  ['not complete', 'Not complete'],
  ['cancelled', 'Cancelled'],
  ['reschedule', 'Reschedule'],
])

/**
 * Returns the requested status of a consult in words (study spec §4): requested, not requested, pending; otherwise
 * Unknown.
 */
export const describeConsultRequested = (status: string): string => requestedWords.get(status) ?? unknownStatus

/** Returns the scheduled status of a consult in words (study spec §4); null means that nothing was ever scheduled. */
export const describeConsultScheduled = (status: string | null): string =>
  status === null ? 'Not booked' : (scheduledWords.get(status) ?? unknownStatus)

/**
 * Returns whether the consult is booked. Staff can then reschedule or cancel it instead of scheduling (study spec §4).
 */
export const isConsultBooked = (consulting: Pick<Consulting, 'scheduledStatus'>): boolean =>
  consulting.scheduledStatus === 'booked'

/** Returns whether the consult has taken place. */
export const isConsultComplete = (consulting: Pick<Consulting, 'scheduledStatus'>): boolean =>
  consulting.scheduledStatus === 'complete'

/**
 * Returns whether a study needs a consult: its requested status is anything but `not requested`, or a consult was ever
 * scheduled, even if that consult was completed or cancelled.
 */
export const isConsultWanted = (consulting: Pick<Consulting, 'requestedStatus' | 'scheduledStatus'>): boolean =>
  consulting.requestedStatus !== 'not requested' || consulting.scheduledStatus !== null
