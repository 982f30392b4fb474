import { countOf } from '#domain/format/format-count.ts'
import { inLanguages } from '#domain/values/in-languages.ts'
import { controlWords } from '../kit/controls/control-words.ts'
import { safetyFormWords } from './safety-words.ts'

const { question, progress, notices, answers, pharmacy } = safetyFormWords
const { year, month, day, calendar, yearHint, monthHint, dayHint } = controlWords.date

/**
 * The parts of the form that the member reads. They can be shown in the member's language. `date` has the boxes of a
 * date and its calendar.
 */
const english = {
  question,
  progress,
  notices,
  answers,
  pharmacy,
  date: { year, month, day, calendar, yearHint, monthHint, dayHint },
}

const stops = (count: number): string => countOf(count, 'point à régler', 'points à régler')
const settleForMember = 'Appelez-nous avant l’examen'
const forbidden = 'Ne peut pas passer l’examen'
const settle = 'À régler avant l’examen'

const french: typeof english = {
  question: {
    optional: (title) => `${title} (facultatif)`,
    answered: (meaning) => `La réponse signifie\u00a0: ${meaning}`,
    length: (length, maxLength) => `${length} caractères sur ${maxLength}`,
    missing: 'Veuillez répondre à cette question.',
    notAnOption: 'Choisissez parmi les réponses affichées.',
    invalid: () => 'Cette réponse n’est pas valide.',
    incompleteDate: 'Entrez une date complète et valide\u00a0: année, mois et jour.',
    futureDate: 'La date ne doit pas être dans le futur.',
    invalidDate: () => 'Cette date n’est pas valide.',
  },
  progress: {
    label: 'Progression et avis',
    count: (answered, required) => `${answered} sur ${required}`,
    answered: 'réponses données',
    barLabel: 'Questions obligatoires avec une réponse',
    missing: (open) =>
      open === 1 ? '1 question obligatoire est sans réponse' : `${open} questions obligatoires sont sans réponse`,
    next: 'Prochaine sans réponse',
    allAnswered: 'Toutes les questions obligatoires ont une réponse.',
    cleared: (titles) => `Réponses effacées, car ces questions ne sont plus posées\u00a0: ${titles}`,
    undo: 'Annuler',
    undoLabel: 'Annuler la dernière réponse et rétablir les réponses effacées',
  },
  notices: {
    none: 'Aucun avis.',
    settleForMember,
    tones: { red: 'Arrêt\u00a0:', blue: 'Note\u00a0:', green: 'Tout va bien\u00a0:' },
    groups: {
      forbidden: { title: forbidden, heading: (count) => `${forbidden}\u00a0: ${stops(count)}` },
      settle: { title: settle, heading: (count) => `${settle}\u00a0: ${stops(count)}` },
      settleForMember: { title: settleForMember, heading: () => settleForMember },
      notes: { title: 'Notes', heading: (count) => countOf(count, 'note de sécurité', 'notes de sécurité') },
      fine: { title: 'Tout va bien', heading: (count) => `Tout va bien\u00a0: ${countOf(count, 'avis', 'avis')}` },
    },
    signedOffBy: (name) => `Approuvé par ${name}`,
  },
  answers: { none: 'Sans réponse', notRequired: '–' },
  pharmacy: {
    label: 'Trouver une pharmacie',
    placeholder: 'Nom, ville, code postal ou téléphone',
    hint: 'Un choix remplit les champs de la pharmacie ci-dessous. Vous pouvez modifier chacun d’eux.',
    near: 'Près de cette clinique',
    others: 'Autres pharmacies',
    noMatch: 'Aucune pharmacie ne correspond. Entrez la pharmacie dans les champs ci-dessous.',
    filled: (name) => `Les champs ci-dessous sont remplis pour ${name}.`,
    cleared: 'Les champs ci-dessous sont vides.',
    clear: 'Effacer la pharmacie',
    undo: 'Annuler',
    undoLabel: 'Annuler\u00a0: rétablir les champs de la pharmacie',
    unread: 'Ce poste n’a pas encore de liste de pharmacies. Entrez la pharmacie dans les champs ci-dessous.',
  },
  date: {
    ...{ year: 'Année', month: 'Mois', day: 'Jour', yearHint: 'AAAA', monthHint: 'MM', dayHint: 'JJ' },
    calendar: 'Choisir dans un calendrier',
  },
}

/** Returns the texts that the member reads in a language: the form, its progress, its notices and the answers. */
export const memberSafetyWordsIn = inLanguages({ en: english, 'fr-CA': french })
