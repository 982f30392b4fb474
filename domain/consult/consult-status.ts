import type { Consulting } from './consulting.ts'

/** What is said of a status nobody knows (study spec §4). */
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

/** Consult requested status in words (study spec §4): requested, not requested, pending; any other value shows Unknown. */
export const describeConsultRequested = (status: string): string => requestedWords.get(status) ?? unknownStatus

/** Consult scheduled status in words (study spec §4); null is that nothing was ever scheduled. */
export const describeConsultScheduled = (status: string | null): string =>
  status === null ? 'Not booked' : (scheduledWords.get(status) ?? unknownStatus)

/** Whether the action is reschedule or cancel rather than schedule (study spec §4: a booked status switches it). */
export const isConsultBooked = (consulting: Pick<Consulting, 'scheduledStatus'>): boolean =>
  consulting.scheduledStatus === 'booked'

/** Whether the consult has taken place. */
export const isConsultComplete = (consulting: Pick<Consulting, 'scheduledStatus'>): boolean =>
  consulting.scheduledStatus === 'complete'

/** Whether anybody has to see to a consult: it was asked for, nobody knows, or something was scheduled. */
export const isConsultWanted = (consulting: Pick<Consulting, 'requestedStatus' | 'scheduledStatus'>): boolean =>
  consulting.requestedStatus !== 'not requested' || consulting.scheduledStatus !== null
