/** The back office's refusals about a study. */
export const backOfficeStudyWords = {
  memberNotFound: 'Member not found.',
  practitionerNotFound: 'This practitioner is not in the directory.',
  practiceNotFound: "This practice isn't one of the practitioner's practices.",
  memberGone: "This study's member no longer exists.",
  memberOrLocationGone: "This study's member or location no longer exists.",
  appointmentMoved: 'The appointment was rescheduled after this check-in. Check the member in again.',
  checkInUndone: 'A check-in was undone after this one. Check the member in again.',
  scanNotConfirmed: 'Some items are still open before this scan. Confirm them first.',
  noteEmpty: 'Write a note first.',
}
