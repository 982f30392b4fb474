import { deliveryStateWords, deliveryWord } from '../release/delivery-words.ts'
import type { JobKind, JobState } from './job.ts'

const printWords: { readonly [State in JobState]?: string } = {
  queued: 'Waiting to be printed',
  sending: 'Being printed',
  'handed-over': 'With the printer',
  delivered: 'Printed',
}

/** Returns the words for the state of a job, the same as on the study and in its activity log for that send. */
export const jobStateWord = ({ kind, state }: { readonly kind: JobKind; readonly state: JobState }): string => {
  const delivery = state === 'queued' ? 'registered' : state
  if (kind === 'print') return printWords[state] ?? deliveryStateWords[delivery]
  return deliveryWord(kind, delivery)
}

/** The name of each kind of job, in lists and in the message that its sending is paused. */
export const jobKindWords = {
  fax: 'Fax',
  email: 'E-mail',
  cd: 'CD',
  usb: 'USB',
  message: 'Member e-mail',
  print: 'Print',
} as const satisfies Record<JobKind, string>

/** Reasons for a job without words of its deliverer (waiting, failed, uncertain), and reasons for refused actions. */
export const jobMessages = {
  uncertain: 'Atrium stopped while this was being sent. Nobody knows whether it went out.',
  broke: 'Something went wrong while this was being sent. Nobody knows whether it went out.',
  findingOut: 'Atrium stopped while this was being sent and is finding out what became of it.',
  beingLookedAt: 'Atrium is finding out how this one stands. Please try again in a moment.',
  begun: 'It is too late to undo this: sending has begun.',
  stopping: 'It is being stopped. Unless it has gone out by then, it will be cancelled.',
  notCancelled: 'It could not be cancelled. Please try again.',
  notSettled: 'This could not be recorded. Please try again.',
  notWritten: 'This could not be written down on this workstation, so nothing is sent.',
  notRead: 'This could not be read from this workstation.',
  notKept: 'This could not be written down on this workstation. Please try again.',
  notFound: 'This job is no longer on the list.',
  reused: 'This was asked for already with other details. Please start again.',
} as const
