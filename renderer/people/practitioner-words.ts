import type { Practitioner, PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { practiceOf, practitionerName } from '../study/panel-words.ts'

/** The texts of the panel of a study's practitioners. */
export const practitionerWords = {
  title: 'Practitioners',
  caption: 'Practitioners of this study',
  emptyTitle: 'No practitioner is named',
  empty: 'Nobody gets this study’s report but the member.',
  namesOffline: 'Their names and addresses are shown once the back office can be reached.',
  columns: {
    practitioner: 'Practitioner',
    part: 'Part',
    practice: 'Practice',
    fax: 'Fax',
    email: 'E-mail',
    actions: 'Actions',
  },
  none: 'None',
  practiceNotNamed: 'Not named',
  unknownOffline: (practitionerID: string) => `Practitioner ${practitionerID}, name not known offline`,
  unknown: (practitionerID: string) => `Practitioner ${practitionerID}, not in the directory`,
  editContact: 'Edit contact',
  editContactOf: (name: string) => `Edit contact of ${name}`,
  cannotEditUnknown: 'The directory does not know this practitioner.',
  edit: {
    begin: 'Change practitioners',
    /** `who` is the member. */
    beginFor: (who: string) => `Change practitioners: ${who}`,
    save: 'Save practitioners',
    saveFor: (who: string) => `Save practitioners: ${who}`,
    saved: 'Practitioners saved',
    discard: 'Discard changes',
    conflictFirst: 'Choose between the two first.',
    noChanges: 'Nothing has been changed.',
    restoredTitle: 'You were changing the practitioners',
    restored: 'What you had chosen was kept on this workstation and is not saved yet.',
    loading: 'Reading the practitioner directory',
    failedTitle: 'The practitioner directory could not be read',
    tryAgain: 'Try again',
  },
  choice: {
    primary: 'Primary practitioner',
    practiceOfPrimary: 'Practice of the primary practitioner',
    referring: 'Referring practitioner',
    practiceOfReferring: 'Practice of the referring practitioner',
    additional: 'Additional practitioners',
    add: 'Add an additional practitioner',
    remove: (name: string) => `Remove ${name}`,
    practiceOf: (name: string) => `Practice of ${name}`,
    nobody: 'Nobody',
    noMatch: 'Nobody in the directory is called that.',
    tooMany: (most: number) => `A study names at most ${most} additional practitioners.`,
    noPractice: 'No practice named',
    practitionerFirst: 'Choose a practitioner first.',
    hasNoPractice: 'The directory names no practice.',
  },
}

/** The name of each practitioner field of a study, in words. */
export const practitionerFields: Readonly<Record<keyof StudyPractitioners, string>> = {
  primary: 'The primary practitioner',
  referring: 'The referring practitioner',
  additional: 'The list of additional practitioners',
}

const describeRef = (ref: PractitionerRef, known: readonly Practitioner[]): string => {
  const practitioner = known.find(({ id }) => id === ref.practitionerID)
  if (practitioner === undefined) return ref.practitionerID
  const practice = practiceOf(practitioner, ref)
  return [practitionerName(practitioner), practice === null ? null : practiceName(practice)].filter(Boolean).join(', ')
}

/** Describes the value of a practitioner field: `Dr. Maya Lindqvist, Harbour Family Practice`; empty for none. */
export const describePractitioners = (
  value: StudyPractitioners[keyof StudyPractitioners],
  known: readonly Practitioner[],
): string => {
  const refs: readonly PractitionerRef[] = value === null ? [] : 'practitionerID' in value ? [value] : value
  return refs.map((ref) => describeRef(ref, known)).join('\n')
}

/** Returns the practitioners that a study does not name as additional yet. */
export const withoutNamed = (
  known: readonly Practitioner[],
  named: readonly PractitionerRef[],
): readonly Practitioner[] => known.filter(({ id }) => !named.some(({ practitionerID }) => practitionerID === id))

/** Returns the reference to a newly chosen practitioner, with the practice if there is only one. */
export const toPractitionerRef = ({ id, locations }: Pick<Practitioner, 'id' | 'locations'>): PractitionerRef => ({
  practitionerID: id,
  locationID: locations.length === 1 ? (locations[0]?.id ?? null) : null,
})
