import { inLanguages } from '../values/in-languages.ts'

/** The texts of the stamp, in the letters that its font has. */
const english = {
  birth: (date: string, sex: 'F' | 'M') => `DOB: ${date}   Sex: ${sex}`,
  study: (studyID: string) => `Study: ${studyID}`,
}

const french: typeof english = {
  birth: (date, sex) => `DDN : ${date}   Sexe : ${sex}`,
  study: (studyID) => `Examen : ${studyID}`,
}

/** Returns the texts of the stamp in a language. */
export const stampWordsIn = inLanguages({ en: english, 'fr-CA': french })
