import { faxNumberNotValid } from '../people/fax-number.ts'

/** Names the page on which an administrator sees what is missing. */
export const seeConfiguration = 'Under Administration, Configuration, an administrator sees what is missing.'

/** Messages about sending reports (study spec §5, §8), in the words of the error catalogue where it has them. */
export const releaseMessages = {
  faxNumberNotValid,
  updateDirectory: 'Update the practitioner directory',
  emailNotValid: 'Recipient Email Address is not valid.',
  confirm: 'I confirm the member and recipient information above are correct.',
  faxFailed: 'Error sending automated fax',
  emailFailed: 'Error sending automated email',
  checkLogs: 'Please refresh and check Activity logs.',
  newAddress: 'Nothing has been sent here before. Re-enter it to confirm.',
  retypedDiffers: 'The two entries don’t match.',
  detailsChanged: 'The member’s record has changed. Check it again before sending.',
  addressChanged: 'The practitioner’s directory entry has changed. Check it again before sending.',
  notPublished: 'The report can be sent once it is published.',
  usaOnly: 'Images can be requested for locations in the USA only.',
  carrierUnavailable: 'The fax service cannot be reached.',
  mailUnavailable: 'The mail server cannot be reached.',
  noFaxServer: `No fax server is set up. ${seeConfiguration}`,
  noMailServer: `No mail server is set up. ${seeConfiguration}`,
  uncertain: 'Atrium stopped while this was being sent. It may or may not have gone out.',
  notUncertain: 'Only a send with an unknown result can be resolved.',
  notWritten: 'Nothing has been written to a disc or stick for this send.',
  notYours: 'Only the person who started this send, or their workstation, can confirm it.',
  tooLate: 'Too late: this send is finished or already on its way.',
  noAddressOnMedium: 'Discs and sticks have no address.',
  reportChanged: 'A newer version has been published. Check it before sending.',
  alreadyOnItsWay: 'This is already being sent to this practitioner. See Last Send.',
  draft: 'This document is a draft. Publish it before sending it.',
  notReleasable: 'This study has no such document to send.',
  practitionerNotNamed: 'This practitioner is not on the study.',
  mailUncertain: 'The mail server did not confirm the email. It may or may not have gone out.',
  carrierSilent: 'The fax service did not confirm the fax. It may or may not have gone out.',
  faxLost: 'The fax service accepted the fax but no longer lists it. It may or may not have gone out.',
  mailRefused: 'The mail server rejected the email to this address.',
  earlierTry: 'An earlier try went through. Check Last Send before you send again.',
  offline: 'You’re offline. Nothing was sent.',
  answerLost: 'Atrium locked before the result arrived. Check Last Send before you send again.',
  archiveUnavailable: 'The image archive cannot be reached.',
} as const
