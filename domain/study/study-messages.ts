import { consultMessages } from '../consult/consult-messages.ts'

/**
 * The messages of the study page: those of the spec's error catalogue (study spec §8) and of its rules (§5). Where the
 * spec fixes the words of a message, the message has exactly these words.
 */
export const studyMessages = {
  sedativeFailed: 'Sedative update failed.',
  reportIfPersists: 'Please report this issue if it persists.',
  ...consultMessages,
  noOpportunity: 'No opportunity found for the entered value. Make sure it is the opportunity id, not the person.',
  mismatchTitle: 'Study ID Mismatch',
  crmNoResponse: 'CRM error: no response',
  tryAgain: 'Try Again',
  reportFailed: 'Error fetching report',
  logFailed: "Couldn't add log",
  confirmationFailed: 'Sending confirmation email failed',
  resendFailed: 'Resend failed',
  feedbackFailed: 'Cannot resend feedback',
  amplificationFailed: 'Cannot resend feedback amplification',
  requestFailed: 'Request failed',
  requestNotRecorded: 'Cannot record request',
  generic: 'Something unexpected went wrong. Give it another try and please report an issue if this persists.',
  savingFailed: 'Saving failed',
  appointmentNotSaved: 'The appointment could not be saved.',
  prescriptionCancelFailed: 'Error cancelling prescription request',
  accountSummaryFailed: 'Error fetching account summary',
  studiesFailed: 'Loading studies failed',
  bodyCompositionFailed: 'Failed to confirm Body Composition QC',
  bodyCompositionConfirmed: 'Confirmed successfully',
  downloadFailed: 'Download failed',
  physicianReportFailed: "Couldn't retrieve physician's report",
  missingReportTitle: 'Missing report',
  missingReport: "We're missing a report for this study, please report an issue.",
  appointmentTimeHint: 'Please select an appointment time',
  locationForbidden: 'You do not have permission to view studies from this location.',
} as const
export type StudyMessage = keyof typeof studyMessages

/** The time for which the toast about the body composition QC is shown, in milliseconds (study spec §9). */
export const bodyCompositionToastMs = 10_000
