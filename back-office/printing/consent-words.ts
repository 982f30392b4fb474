/** The texts around the member agreement and its blank form; administrators write the agreement itself. */
export const consentWords = {
  formNote: 'Form to sign on paper',
  version: (version: string, date: string | null) =>
    date === null ? `Agreement: ${version}` : `Agreement: ${version}, of ${date}`,
  versionNotRecorded: 'The version that the member signed is not recorded. This is the text in force.',
  member: 'Member',
  technologist: 'Technologist',
  date: 'Date',
  missing: 'Not complete. The member has not signed.',
  notSigned: 'Not signed',
  dateNotRecorded: 'Date not recorded',
  markedAsSigned: (name: string, date: string) => `Signed on paper (marked by ${name}, ${date})`,
  markDateUnknown: 'date not recorded',
  signedElectronically: (role: string) => `${role}, signed electronically`,
  theDesk: 'the front desk',
  technologistOnDuty: 'Technologist on duty',
}
