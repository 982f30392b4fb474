import { inLanguages } from '#domain/values/in-languages.ts'

const english = {
  formNote: 'Form to sign on paper',
  version: (version: string, date: string | null) =>
    date === null ? `Agreement: ${version}` : `Agreement: ${version}, of ${date}`,
  versionNotRecorded: 'The version that the member signed is not recorded. The current text is shown.',
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

const french: typeof english = {
  formNote: 'Formulaire à signer sur papier',
  version: (version, date) => (date === null ? `Entente\u00a0: ${version}` : `Entente\u00a0: ${version}, du ${date}`),
  versionNotRecorded: 'La version que le membre a signée n’est pas inscrite. Voici le texte en vigueur.',
  member: 'Membre',
  technologist: 'Technologue',
  date: 'Date',
  missing: 'Incomplet. Le membre n’a pas signé.',
  notSigned: 'Non signé',
  dateNotRecorded: 'Date non inscrite',
  markedAsSigned: (name, date) => `Signé sur papier (inscrit par ${name}, ${date})`,
  markDateUnknown: 'date non inscrite',
  signedElectronically: (role) => `${role}, signature électronique`,
  theDesk: 'la réception',
  technologistOnDuty: 'Technologue en service',
}

/**
 * Returns the texts around the member agreement and its blank form in a language; administrators write the agreement
 * itself.
 */
export const consentWordsIn = inLanguages({ en: english, 'fr-CA': french })
