import type { Practitioner, PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { practiceOf, practitionerName } from '../study/panel-words.ts'

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
