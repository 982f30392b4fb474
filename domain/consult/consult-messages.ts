/** The messages of the consult's scheduling, in the words of study spec §8. */
export const consultMessages = {
  schedulerTitle: 'Error accessing the scheduler',
  schedulerError: 'This location does not seem to have a valid NP Consult Team.',
  bookingIssueTitle: 'Booking Issue Detected',
  bookingIssue: 'The booking was made in the scheduler but saving failed. Please cancel it there and try again.',
  processing: 'Processing',
  bookingConfirmed: 'Booking Confirmed!',
  consultCancelled: 'Consult cancelled',
} as const

/** Milliseconds until the booking overlay of the scheduler disappears (study spec §9). */
export const processingOverlayMs = 4000
