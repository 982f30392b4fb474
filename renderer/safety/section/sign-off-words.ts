import { countOf } from '#domain/format/format-count.ts'
import { describeStops } from '#domain/safety/notice-words.ts'
import type { SettleReason } from '#domain/safety/safety-record.ts'

const settled: Readonly<Record<SettleReason['kind'], (reason: string) => string>> = {
  booked: (reason) => `Booked with reason: ${reason}`,
  moved: (reason) => `Moved with reason: ${reason}`,
  'checked-in': (reason) => `Checked in with reason: ${reason}`,
  scanned: (reason) => `Marked as scanned with reason: ${reason}`,
}

/** The texts of the sign-off of a study's stops. */
export const signOffWords = {
  title: 'Sign-off',
  cancelled: 'This appointment is cancelled.',
  forbidden: 'Cannot be scanned: no sign-off is possible',
  forbiddenHint: 'The member cannot be booked, checked in or scanned.',
  noStops: 'There are no stops to sign off.',
  notSignedOff: (stops: number) => `${describeStops(stops)} not signed off`,
  signedOff: (stops: number) => `${describeStops(stops)} signed off`,
  answersMissing: 'First answer every required question and save the answers.',
  signOff: 'Sign off',
  withdraw: 'Withdraw sign-off',
  scanBefore: (text: string) => `${text}.`,
  settled,
  notSettledThen: (notice: string) => `Not signed off at that time: ${notice}`,
  earlier: (count: number) => countOf(count, 'withdrawn sign-off'),
  withdrawnBy: 'Withdrawn by',
  withdrawnReason: (reason: string) => `: ${reason}`,
  dialog: {
    signOffTitle: (stops: number) => `Sign off ${describeStops(stops)}`,
    withdrawTitle: 'Withdraw sign-off',
    subtitle: (name: string, born: string, studyID: string) => `${name}, born ${born}, study ${studyID}`,
    cancel: 'Cancel',
    signOff: 'Sign off',
    signOffFor: (who: string) => `Sign off for ${who}`,
    withdraw: 'Withdraw sign-off',
    withdrawFor: (who: string) => `Withdraw sign-off for ${who}`,
    signedOff: (name: string) => `Stops signed off for ${name}`,
    withdrawn: 'Sign-off withdrawn',
    signOffHint:
      'Your name, the time and the reason are saved with the study. The sign-off is withdrawn automatically if a stop is added, if answers behind a stop change, or if the appointment moves to a time that the sign-off does not cover.',
    withdrawHint: 'Check-in is blocked until the stops are signed off again.',
    reason: 'Reason',
    reasonMissing: 'Enter a reason.',
    reasonTooLong: (maxLength: number) => `Use at most ${maxLength} characters.`,
    staleTitle: 'The answers or the appointment changed in the meantime',
    stale: 'This page now shows the latest answers and notices. Check them, then try again.',
    failedTitle: 'The request was not completed',
  },
}
