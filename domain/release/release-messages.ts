/** Messages of sending reports (study spec §5, §8), in the catalogue's words where it has them. */
export const releaseMessages = {
  faxNumberNotValid: 'Recipient Fax Number is not valid. Ensure it is 11 digits',
  updateDirectory: 'Update the practitioner directory',
  emailNotValid: 'Recipient Email Address is not valid.',
  confirm: 'I confirm the member and recipient information above are correct.',
  faxFailed: 'Error sending automated fax',
  emailFailed: 'Error sending automated email',
  checkLogs: 'Please refresh and check Activity logs.',
  newAddress: 'Nothing has been sent here before. Type it again to make sure it is right.',
  retypedDiffers: 'The two are not the same.',
  detailsChanged: 'The member’s record has changed meanwhile. Please look at it again before sending.',
  addressChanged: 'The practitioner’s directory entry has changed meanwhile. Please look at it again before sending.',
  notPublished: 'Reports can be sent once the report is published.',
  usaOnly: 'Images can be requested for locations in the USA only.',
  carrierUnavailable: 'The fax service cannot be reached.',
  mailUnavailable: 'The mail server cannot be reached.',
  uncertain: 'Atrium stopped while this was being sent. Nobody knows whether it went out.',
} as const
export type ReleaseMessage = keyof typeof releaseMessages
