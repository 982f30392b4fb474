import { inLanguages } from '#domain/values/in-languages.ts'
import { useLanguage } from '../language.ts'
import { controlWords } from './control-words.ts'

const { dismiss, close, cancel, working, select, nothingFound, didNotWork, date } = controlWords
const { year, month, day, yearHint, monthHint, dayHint } = date

/** The texts of the controls on the members' own pages. `date` has the boxes of a date. */
const english = {
  ...{ dismiss, close, cancel, working, select, nothingFound, didNotWork },
  date: { year, month, day, yearHint, monthHint, dayHint },
}

const french: typeof english = {
  dismiss: 'Fermer l’avis',
  close: 'Fermer',
  cancel: 'Annuler',
  working: 'En cours',
  select: 'Choisir',
  nothingFound: 'Aucun résultat',
  didNotWork: 'L’opération n’a pas réussi',
  date: { year: 'Année', month: 'Mois', day: 'Jour', yearHint: 'AAAA', monthHint: 'MM', dayHint: 'JJ' },
}

/**
 * Returns the texts of the controls in a language.
 * @internal Tests compare both languages.
 */
export const controlWordsIn = inLanguages({ en: english, 'fr-CA': french })

/** Returns the texts of the controls in the language of the surrounding page. */
export const useControlWords = () => controlWordsIn(useLanguage())
