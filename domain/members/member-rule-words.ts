import { inLanguages } from '../values/in-languages.ts'

const toList = (items: readonly string[], and: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1)}`

/** The fields as the alerts name them. The three boxes of the birth date are one field. */
const names = {
  firstname: 'First Name',
  middlename: 'Middle Name',
  preferredName: 'Preferred Name',
  lastname: 'Last Name',
  email: 'Email',
  dobYear: 'Date of Birth',
  gender: 'Biological Sex',
  phone_number: 'Phone Number',
  address: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'Postal Code',
  country: 'Country',
  phn: 'Health Number',
  leadSource: 'Lead Source',
  leadSourceDetail: 'Lead Source Detail',
  language: 'Language',
}

/** The alerts of the member form, in English as booking spec §5 has them. */
const english = {
  names,
  enter: (missing: readonly string[]) => `Please Enter ${toList(missing, 'and')}`,
  invalidBirthDate: 'Please Enter a Valid Date of Birth',
  invalid: (name: string) => `Please Enter a Valid ${name}`,
  /** A rule of the record's schema, such as `must be one line`. */
  rule: (name: string, message: string) => `${name} ${message}`,
}

const french: typeof english = {
  names: {
    firstname: 'votre prénom',
    middlename: 'votre deuxième prénom',
    preferredName: 'votre nom usuel',
    lastname: 'votre nom de famille',
    email: 'votre adresse de courriel',
    dobYear: 'votre date de naissance',
    gender: 'votre sexe biologique',
    phone_number: 'votre numéro de téléphone',
    address: 'votre rue',
    city: 'votre ville',
    state: 'votre province ou État',
    postalCode: 'votre code postal',
    country: 'votre pays',
    phn: 'votre numéro d’assurance maladie',
    leadSource: 'la source',
    leadSourceDetail: 'le détail de la source',
    language: 'votre langue',
  },
  enter: (missing) => `Veuillez entrer ${toList(missing, 'et')}`,
  invalidBirthDate: 'Veuillez entrer une date de naissance valide',
  invalid: (name) => `Veuillez vérifier ${name}`,
  rule: (name) => `Veuillez vérifier ${name}`,
}

/** Returns the alerts of the member form in a language. */
export const memberRuleWordsIn = inLanguages({ en: english, 'fr-CA': french })
