/** The texts of the section People of Administration. */
export const accountsWords = {
  intro: 'The accounts of the people who work in your clinics.',
}
