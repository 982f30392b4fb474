/** The back office's refusals about a study. */
export const backOfficeStudyWords = {
  memberNotFound: 'Member not found.',
  practitionerNotFound: 'This practitioner is not in the directory.',
  practiceNotFound: "This practice isn't one of the practitioner's practices.",
  memberGone: "This study's member no longer exists.",
  memberOrLocationGone: "This study's member or location no longer exists.",
  appointmentMoved: 'The appointment was rescheduled after this check-in. Check the member in again.',
  checkInUndone: 'The check-in of this study was undone after you checked the member in. Check the member in again.',
  scanNotConfirmed:
    'Some requirements for this scan are still open, such as consent or payment. Confirm each one before you mark the study as scanned.',
  radiologistNotFound: 'This account does not belong to an active radiologist at this location.',
  changedMeanwhile:
    'The study changed while the message was prepared, so nothing was sent. Check the study, then try again.',
  noConsentText: 'This is not a consent text of this location.',
  noteEmpty: 'Write a note first.',
  noteOfCancelled: 'This appointment has been cancelled.',
}
