import { deliveryStateWords, deliveryWord } from '../release/delivery-words.ts'
import type { JobKind, JobState } from './job.ts'

const printWords: { readonly [State in JobState]?: string } = {
  queued: 'Waiting to print',
  sending: 'Printing',
  'handed-over': 'Sent to the printer',
  delivered: 'Printed',
}

/**
 * Returns the words for a job's state. The study and its activity log use the same words for a send, except for a CD.
 * The job of a CD ends when its image is written, but the delivery ends when the disc is burnt.
 */
export const jobStateWord = ({ kind, state }: { readonly kind: JobKind; readonly state: JobState }): string => {
  const delivery = state === 'queued' ? 'registered' : state
  if (kind === 'print') return printWords[state] ?? deliveryStateWords[delivery]
  if (kind === 'cd') return deliveryWord('usb', delivery)
  return deliveryWord(kind, delivery)
}

/** The name of each kind of job, in lists and in the message that its sending is paused. */
export const jobKindWords = {
  fax: 'Fax',
  email: 'Practitioner email',
  cd: 'CD',
  usb: 'USB',
  message: 'Member email',
  print: 'Print',
} as const satisfies Record<JobKind, string>

/**
 * Texts that say why a job waits, failed or is uncertain if its deliverer gave no reason, and why an action is refused.
 */
export const jobMessages = {
  uncertain: 'Atrium stopped while sending this. It may or may not have been sent.',
  broke: 'Something went wrong while sending this. It may or may not have been sent.',
  findingOut: 'Atrium stopped while sending this and is checking whether it was sent.',
  beingChecked: 'Atrium is checking the status of this job. Try again in a moment.',
  begun: 'Too late to undo: sending has started.',
  stopping: 'Atrium is still stopping this job. It will be cancelled unless it has already been sent.',
  notCancelled: 'The job could not be cancelled. Try again.',
  notSettled: 'The result could not be recorded. Try again.',
  notWritten: 'The job could not be saved on this computer, so nothing was sent.',
  notRead: 'The job could not be read from this computer.',
  notKept: 'The change could not be saved on this computer. Try again.',
  notFound: 'This job is no longer in the queue.',
  reused: 'This was already requested with different details. Start again.',
} as const
