import { inLanguages } from '#domain/values/in-languages.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { head, running, footTitle, demonstration, demonstrationFoot } = studyPaperWords

const english = { ...head, running, footTitle, demonstration, demonstrationFoot }

const french: typeof english = {
  dob: 'Date de naissance',
  sex: 'Sexe',
  sexes: { female: 'Féminin', male: 'Masculin' },
  study: 'Numéro d’examen',
  appointment: 'Rendez-vous',
  noAppointment: 'Aucun rendez-vous',
  scan: 'Examen',
  location: 'Clinique',
  running: (studyID, dob, name) => `Examen ${studyID} · date de naissance ${dob} · ${name}`,
  footTitle: (title, studyID) => `${title}, examen ${studyID}`,
  demonstration: 'SPÉCIMEN · données fictives',
  demonstrationFoot: 'Spécimen, données fictives',
}

/** Returns the texts at the head and foot of a study's papers in a language. */
export const studyHeadWordsIn = inLanguages({ en: english, 'fr-CA': french })
