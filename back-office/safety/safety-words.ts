/** The back office's texts about safety questions: refusals, and lines of the activity log. */
export const backOfficeSafetyWords = {
  answersInvalid: 'Some answers are not valid. Check the marked questions.',
  mustBeAnswered: 'must be answered',
  answersChanged: 'Someone else saved answers to these questions. Check the latest answers, then try again.',
  notAQuestion: 'is not a question of this form',
  otherMember: 'This study belongs to another member. Reload the study and try again.',
  deskOnly: 'Only the front desk can set the sedative choice.',
  unansweredBeforeSignOff: 'Answer all required questions before you sign off the stops.',
  nothingToSignOff: 'There are no stops to sign off.',
  noSignOff: 'There is no sign-off to withdraw.',
  appointmentMoved:
    'The appointment was rescheduled, so the stops were not signed off. Check the notices again before you sign off.',
  reasonNeeded: 'Enter a reason.',
  /** Lines of the activity log. */
  log: {
    draftBegun: 'Answers started, not completed',
    draftDiscarded: 'Incomplete answers discarded',
    signedOffAgain: 'Signed off again',
    signedOff: 'Stops signed off',
    withdrawn: 'Sign-off withdrawn',
    prescriptionRecorded: 'Prescription recorded',
    prescriptionCorrected: 'Prescription corrected',
    sedativeChanged: 'Sedative choice changed',
    sedativeStatusChanged: 'Sedative status changed',
  },
}
