/** The back office's refusals about a study. */
export const backOfficeStudyWords = {
  memberNotFound: 'Member not found.',
  practitionerNotFound: 'This practitioner is not in the directory.',
  practiceNotFound: "This practice isn't one of the practitioner's practices.",
  memberGone: "This study's member no longer exists.",
  memberOrLocationGone: "This study's member or location no longer exists.",
  appointmentMoved: 'The appointment was rescheduled after this check-in. Check the member in again.',
  checkInUndone: 'After you made this check-in, a check-in of this study was undone. Check the member in again.',
  scanNotConfirmed: 'Some points of this study are still open. Confirm them before you mark it as scanned.',
  noteEmpty: 'Write a note first.',
}
