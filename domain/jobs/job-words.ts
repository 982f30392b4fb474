import type { JobKind, JobState } from './job.ts'

/** The states as a receptionist knows them. */
export const jobStateWords = {
  queued: 'Waiting',
  sending: 'Sending',
  'handed-over': 'Handed over – waiting for confirmation',
  delivered: 'Sent',
  failed: 'Not sent',
  uncertain: 'Please check',
  cancelled: 'Cancelled',
} as const satisfies Record<JobState, string>

/** What a list calls each kind, and what its pausing says. */
export const jobKindWords = {
  fax: 'Fax',
  email: 'E-mail',
  cd: 'CD',
  usb: 'USB',
  print: 'Print',
} as const satisfies Record<JobKind, string>

/** Why a job waits, failed or is uncertain where its deliverer has no words of its own, and why acts are refused. */
export const jobMessages = {
  uncertain: 'Atrium stopped while this was being sent. Nobody knows whether it went out.',
  broke: 'Something went wrong while this was being sent. Nobody knows whether it went out.',
  findingOut: 'Atrium stopped while this was being sent and is finding out what became of it.',
  beingLookedAt: 'Atrium is finding out how this one stands. Please try again in a moment.',
  stopping: 'It is being stopped. Unless it has gone out by then, it will be cancelled.',
  notCancelled: 'It could not be cancelled. Please try again.',
  notSettled: 'This could not be recorded. Please try again.',
  notWritten: 'This could not be written down on this workstation, so nothing is sent.',
  notRead: 'This could not be read from this workstation.',
  notKept: 'This could not be written down on this workstation. Please try again.',
  notFound: 'This job is no longer on the list.',
  reused: 'This was asked for already with other details. Please start again.',
} as const
