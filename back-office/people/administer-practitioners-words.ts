/** The refusals of the directory's administration. */
export const administerPractitionersWords = {
  stale: 'Someone else changed this practitioner. Compare both versions.',
  noSuchPractitioner: 'This practitioner is not in the directory.',
  practiceGone:
    "The form doesn't match this practitioner's saved practices: a saved practice is missing from the form, or the form contains a saved practice that isn't this practitioner's. A saved practice cannot be removed, because studies may refer to it. Reload the practitioner and try again.",
  sameEntry: 'Choose another practitioner.',
  intoInactive: 'This practitioner is deactivated.',
  alreadyMerged: 'This practitioner is already merged into another.',
  studyChanged: 'A study of this practitioner changed meanwhile. Try again.',
}
