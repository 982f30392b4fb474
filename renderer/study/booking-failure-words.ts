/** The texts of the failures of the booking subject. */
export const bookingFailureWords = {
  withErrorID: (message: string, errorID: string) => `${message} (${errorID})`,
  slotTaken: { text: 'Everything else you entered is kept.' },
  slotInPast: { title: 'This time has gone by', text: 'Please choose a later one. Everything else is kept.' },
  holdLapsed: {
    title: 'The hold on this time has run out',
    text: 'Please choose the time again if it is still free.',
  },
  holdOfOtherDesk: {
    title: 'This time is held by another desk',
    text: 'Please choose a different one, or wait until it is free.',
  },
  machineWithoutScan: {
    title: 'This machine does not do this scan',
    text: 'Please choose another machine or scan type.',
  },
  outsideOpeningHours: {
    title: 'The location is closed then',
    text: 'Please choose a time within its opening hours.',
  },
  locationNotBookable: { title: 'This location takes no bookings', text: 'Please choose another location.' },
  locationForbidden: { title: 'Location not allowed', text: 'The location is not allowed to your account.' },
  locationLocked: { title: 'The location stays as it is' },
  alreadyCancelled: { title: 'This appointment is cancelled already', text: 'Nothing more has to be done.' },
  notTemporaryHold: {
    title: 'This is no temporary hold any more',
    text: 'It was converted or released meanwhile.',
  },
  balanceDue: {
    title: 'There is still a balance',
    text: 'A temporary hold becomes a booking once nothing is owed.',
  },
  studyNotBookable: { title: 'This study cannot be booked' },
  scanProhibited: { title: 'This member cannot be scanned' },
  stale: {
    title: 'Somebody changed this meanwhile',
    text: 'What is shown is now up to date. Your choice is kept: check it and press again.',
  },
  insufficientPermissions: { title: 'Your account may not do this', text: 'Please ask an administrator.' },
  offline: {
    title: 'The back office cannot be reached',
    text: 'The week can still be read. What you entered is kept; try again once the connection is back.',
  },
  notSent: {
    title: 'Atrium cannot be reached',
    text: 'Nothing was sent. What you entered is kept; please try again.',
  },
  noAnswer: { title: 'No answer came', text: 'What you entered is kept. Please try again in a moment.' },
  notSignedIn: { title: 'Nobody is signed in', text: 'Sign in again; what you entered is kept.' },
  notFound: { title: 'Not found', text: 'It may have been removed meanwhile.' },
  idempotencyKeyReused: {
    title: 'An earlier try may have gone through',
    text: "Please look at the member's studies before booking again.",
  },
  zoneRulesDiffer: { title: 'The clock rules of this location are in doubt' },
  invalidInput: { title: 'Something is not right yet' },
  tooManyRequests: {
    title: 'Too many tries',
    text: (seconds: number) => `Please wait ${seconds} seconds.`,
  },
  other: { title: 'It did not work' },
}
