import { inLanguages } from '#domain/values/in-languages.ts'
import { replaceableControlWords } from '../../kit/controls/control-words-context.ts'

const french: typeof replaceableControlWords = {
  dismiss: 'Fermer l’avis',
  close: 'Fermer',
  cancel: 'Annuler',
  working: 'En cours',
  select: 'Choisir',
  nothingFound: 'Aucun résultat',
  didNotWork: 'L’opération n’a pas réussi',
  date: {
    ...{ year: 'Année', month: 'Mois', day: 'Jour', yearHint: 'AAAA', monthHint: 'MM', dayHint: 'JJ' },
    calendar: 'Choisir dans un calendrier',
  },
}

/** Returns the texts of the controls on the member's own pages in a language. */
export const controlWordsIn = inLanguages({ en: replaceableControlWords, 'fr-CA': french })
