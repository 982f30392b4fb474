import { inLanguages } from '#domain/values/in-languages.ts'
import { paperSheetWords } from './paper-sheet-words.ts'

const french: typeof paperSheetWords = {
  healthInformation: 'Pour le personnel des renseignements de santé',
  page: (page, pages) => `Page ${page} de ${pages}`,
  replaced: '\u{fffd} remplace un caractère qui ne peut pas être imprimé ici.',
  notRecorded: 'Non inscrit',
  printed: (time) => `Imprimé le ${time}`,
  printedBy: (time, name) => `Imprimé le ${time} par ${name}`,
  signature: (role) => `${role}, signature`,
  date: 'Date',
  cut: '… (suite à l’écran)',
}

/** Returns the texts that all papers share in a language. */
export const paperSheetWordsIn = inLanguages({ en: paperSheetWords, 'fr-CA': french })
