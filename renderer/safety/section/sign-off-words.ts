import { describeStops } from '#domain/safety/notice-words.ts'
import type { SettleReason } from '#domain/safety/safety-record.ts'
import { countOf } from '#domain/values/count-of.ts'

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
  forbiddenHint: 'A member with this cannot be booked, checked in or scanned.',
  noStops: 'No stop is left to sign off.',
  notSignedOff: (stops: number) => `${describeStops(stops)} not signed off`,
  signedOff: (stops: number) => `${describeStops(stops)} signed off`,
  answersMissing: 'Every required question must be answered and saved first.',
  signOff: 'Sign off',
  withdraw: 'Withdraw the sign-off',
  scanBefore: (text: string) => `${text}.`,
  settled,
  notSettledThen: (notice: string) => `Not settled then: ${notice}`,
  earlier: (count: number) => `${countOf(count, 'earlier sign-off')}, withdrawn`,
  withdrawnBy: 'Withdrawn by',
  withdrawnReason: (reason: string) => `: ${reason}`,
  dialog: {
    signOffTitle: (stops: number) => `Sign off ${describeStops(stops)}`,
    withdrawTitle: 'Withdraw the sign-off',
    subtitle: (name: string, born: string, studyID: string) => `${name}, born ${born}, study ${studyID}`,
    cancel: 'Go back',
    signOff: (who: string) => `Sign off for ${who}`,
    withdraw: (who: string) => `Withdraw the sign-off for ${who}`,
    signedOff: (name: string) => `Stops of ${name} signed off`,
    withdrawn: 'The sign-off was withdrawn',
    signOffHint:
      'Your name, the time and the reason are kept with the study. The sign-off is withdrawn by itself when answers behind these notices change, or the appointment moves to where it was not given for.',
    withdrawHint: 'Check-in is blocked until the stops are signed off again.',
    reason: 'Reason',
    reasonMissing: 'Please give the reason.',
    reasonTooLong: (maxLength: number) => `At most ${maxLength} characters.`,
    staleTitle: 'The answers changed meanwhile',
    stale: 'What is shown is now up to date. Look at the answers again before signing off.',
    failedTitle: 'That did not work',
  },
}
