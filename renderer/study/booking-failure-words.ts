/** The texts of the failures of the booking subject. */
export const bookingFailureWords = {
  withErrorID: (message: string, errorID: string) => `${message} (${errorID})`,
  slotTaken: { text: 'Everything else you entered is kept.' },
  slotInPast: { title: 'This time has passed', text: 'Choose a later time. Everything else you entered is kept.' },
  holdLapsed: {
    title: 'Your hold on this time has expired',
    text: "Choose the time again if it's still free.",
  },
  holdOfOtherDesk: {
    title: 'Another desk is holding this time',
    text: "Choose a different time, or wait until it's free.",
  },
  machineWithoutScan: {
    title: "This machine can't do this scan",
    text: 'Choose another machine or scan type.',
  },
  outsideOpeningHours: {
    title: 'The location is closed at this time',
    text: 'Choose a time within its opening hours.',
  },
  locationClosed: { title: 'Closed at this time' },
  locationNotBookable: { title: "This location doesn't take bookings", text: 'Choose another location.' },
  locationForbidden: { title: 'Location not allowed', text: 'The location is not allowed to your account.' },
  locationLocked: { title: "The location can't be changed" },
  alreadyCancelled: { title: 'This appointment is already cancelled', text: 'Nothing was changed.' },
  notTemporaryHold: {
    title: 'This is no longer a temporary hold',
    text: 'It was converted or released in the meantime.',
  },
  balanceDue: {
    title: 'There is a balance due',
    text: 'A temporary hold can become a booking once nothing is owed.',
  },
  studyNotBookable: { title: "This study can't be booked" },
  scanProhibited: { title: "This member can't be scanned" },
  stale: {
    title: 'This was changed in the meantime',
    text: 'You now see the latest version. Your choice is kept: check it and try again.',
  },
  insufficientPermissions: { title: "You don't have permission to do this", text: 'Ask an administrator.' },
  offline: {
    title: "You're offline",
    text: "What you entered is kept. Try again when you're back online.",
  },
  notSent: {
    title: "Atrium isn't responding",
    text: 'Nothing was sent. What you entered is kept. Try again.',
  },
  noAnswer: { title: 'No answer from the server', text: 'What you entered is kept. Try again in a moment.' },
  signedOut: { title: "You're signed out", text: 'Sign in again. What you entered is kept.' },
  locked: { title: 'Atrium is locked', text: 'Unlock it to continue. What you entered is kept.' },
  answerWithheld: {
    title: 'Atrium was locked or you were signed out before the answer came',
    text: 'Your last action may or may not have been completed. Unlock or sign in, then check what is saved before you try again. What you entered is kept.',
  },
  notFound: { title: 'Not found', text: 'The record that you opened or changed may have been removed.' },
  idempotencyKeyReused: {
    title: 'An earlier attempt may have gone through',
    text: "Check the member's studies before you book again.",
  },
  zoneRulesDiffer: { title: "The local time of this location isn't certain" },
  invalidInput: { title: 'Check what you entered' },
  tooManyRequests: {
    title: 'Too many attempts',
    text: (seconds: number) => `Wait ${seconds} second${seconds === 1 ? '' : 's'}, then try again.`,
  },
  other: { title: "This couldn't be done" },
}
