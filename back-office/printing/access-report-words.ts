import { describeAction, describeField } from '#domain/audit/audit-row.ts'
import { inLanguages } from '#domain/values/in-languages.ts'
import { frenchActions, frenchFields, frenchFlags, frenchRefusals } from './french-access-words.ts'

/** The texts of the report about accesses to a member's record; the member reads it. */
const english = {
  fileTitle: 'Access report',
  title: 'Who saw my record',
  continued: (name: string, dob: string) => `Who saw my record · ${name} · born ${dob} (continued)`,
  dob: 'Date of birth',
  memberID: 'Member ID',
  explanation:
    'This list shows who looked at your record or changed it, and when. "Copied to a workstation" means that a computer of the clinic received your record with others, so that staff can work while the network is down.',
  made: (name: string, time: string, count: number, hasMore: boolean) =>
    `Made by ${name}, ${time}. ${hasMore ? `The latest ${count} entries; the log has more.` : `${count} entries.`}`,
  none: 'There are no entries.',
  heads: ['Time', 'Person', 'What was done', 'Location'],
  changed: (fields: readonly string[]) => (fields.length === 0 ? '' : `Changed: ${fields.join(', ')}`),
  /** A person whose account no longer exists. */
  unknownPerson: (id: string) => `Former account ${id}`,
  refused: (code: string) => `Refused: ${code.replaceAll('-', ' ')}`,
  action: describeAction,
  field: describeField,
}

/** Returns a flag of a study's status in French, such as the time of `checkinTime`. */
const frenchFlag = (name: string): string | undefined => {
  const [, flag = '', part] = /^(.+?)(Time|By)?$/.exec(name) ?? []
  const known = frenchFlags[name] ?? frenchFlags[flag]
  if (known === undefined || part === undefined) return known
  return `${known} (${part === 'Time' ? 'heure' : 'personne'})`
}

const french: typeof english = {
  fileTitle: 'Rapport d’accès',
  title: 'Qui a vu mon dossier',
  continued: (name, dob) => `Qui a vu mon dossier · ${name} · date de naissance ${dob} (suite)`,
  dob: 'Date de naissance',
  memberID: 'Numéro de membre',
  explanation:
    'Cette liste indique qui a consulté ou modifié votre dossier, et quand. «\u00a0Copié sur un poste\u00a0» signifie qu’un ordinateur de la clinique a reçu votre dossier avec d’autres, pour que le personnel puisse travailler pendant une panne du réseau.',
  made: (name, time, count, hasMore) =>
    `Établi par ${name} le ${time}. ${hasMore ? `Les ${count}\u00a0dernières inscriptions. Le journal en contient d’autres.` : `${count}\u00a0${count < 2 ? 'inscription' : 'inscriptions'}.`}`,
  none: 'Il n’y a aucune inscription.',
  heads: ['Heure', 'Personne', 'Opération', 'Clinique'],
  changed: (fields) => (fields.length === 0 ? '' : `Modifié\u00a0: ${fields.join(', ')}`),
  unknownPerson: (id) => `Ancien compte ${id}`,
  refused: (code) => `Refusé${frenchRefusals[code] === undefined ? '' : `\u00a0: ${frenchRefusals[code]}`}`,
  // A later version can write an action or a field that this list lacks; the member must not read its code.
  action: (action) => frenchActions[action] ?? 'Autre opération',
  field: (name) => frenchFields[name] ?? frenchFlag(name.replace(/^status\./, '').split('.')[0] ?? '') ?? 'autre champ',
}

/** Returns the texts of the report about accesses to a member's record in a language. */
export const accessReportWordsIn = inLanguages({ en: english, 'fr-CA': french })
