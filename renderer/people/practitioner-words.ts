import type { Practitioner, PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { practiceOf, practitionerName } from '../study/panel-words.ts'

/** The texts about a study's practitioners. */
export const practitionerWords = {
  namesOffline: "You're offline. Names and contact details appear when you reconnect.",
  practiceNotNamed: 'Not specified',
  unknownOffline: (practitionerID: string) => `Practitioner ${practitionerID} (name unavailable offline)`,
  unknown: (practitionerID: string) => `Practitioner ${practitionerID} (not in the directory)`,
  editContact: 'Edit contact',
  editContactOf: (name: string) => `Edit contact: ${name}`,
  cannotEditUnknown: "This practitioner isn't in the directory.",
  edit: {
    begin: 'Change practitioners',
    /** `who` is the member. */
    beginFor: (who: string) => `Change practitioners: ${who}`,
    save: 'Save practitioners',
    saveFor: (who: string) => `Save practitioners: ${who}`,
    saved: 'Practitioners saved',
    discard: 'Discard changes',
    conflictFirst: 'First choose which value to keep.',
    noChanges: 'No changes to save.',
    restoredTitle: 'Unsaved changes restored',
    restored: 'What you chose is on this computer only. Save it or discard it.',
    loading: 'Loading the practitioner directory',
    failedTitle: "Couldn't load the practitioner directory",
    tryAgain: 'Try again',
  },
  choice: {
    primary: 'Primary practitioner',
    practiceOfPrimary: "Primary practitioner's practice",
    referring: 'Referring practitioner',
    practiceOfReferring: "Referring practitioner's practice",
    additional: 'Additional practitioners',
    additionalName: 'Additional practitioner',
    add: 'Add practitioner',
    remove: (name: string) => `Remove ${name}`,
    practiceOf: (name: string) => `${name}'s practice`,
    none: 'None',
    noMatch: 'No practitioners match.',
    tooMany: (most: number) => `A study can have up to ${most} additional practitioners.`,
    noPractice: 'No practice',
    practitionerFirst: 'Choose a practitioner first.',
    hasNoPractice: 'This practitioner has no practice in the directory.',
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
