import type { Practitioner, PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { practiceOf, practitionerName } from '../study/panel-words.ts'

/** Which of a study's practitioners a field holds, in words. */
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

/** What a field of a study's practitioners holds: `Dr. Maya Lindqvist, Harbour Family Practice`; empty for nobody. */
export const describePractitioners = (
  value: StudyPractitioners[keyof StudyPractitioners],
  known: readonly Practitioner[],
): string => {
  const refs: readonly PractitionerRef[] = value === null ? [] : 'practitionerID' in value ? [value] : value
  return refs.map((ref) => describeRef(ref, known)).join('\n')
}

/** Whom a study may name once more: those it does not name already as additional. */
export const withoutNamed = (
  known: readonly Practitioner[],
  named: readonly PractitionerRef[],
): readonly Practitioner[] => known.filter(({ id }) => !named.some(({ practitionerID }) => practitionerID === id))

/** A practitioner newly chosen: at their practice where there is but one. */
export const toPractitionerRef = ({ id, locations }: Pick<Practitioner, 'id' | 'locations'>): PractitionerRef => ({
  practitionerID: id,
  locationID: locations.length === 1 ? (locations[0]?.id ?? null) : null,
})
