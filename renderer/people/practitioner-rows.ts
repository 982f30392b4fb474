import type { Practitioner, PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { practitionerName } from '../study/panel-words.ts'

const practitionerParts = ['Primary', 'Referring', 'Additional'] as const
type PractitionerPart = (typeof practitionerParts)[number]

/** One practitioner of a study in one of their parts. */
export type PractitionerRow = {
  readonly key: string
  readonly part: PractitionerPart
  readonly ref: PractitionerRef
  /** Null where the directory could not be asked, or has them no more. */
  readonly practitioner: Practitioner | null
  readonly name: string
}

/** Those whom a study names, in the order primary, referring, additional; `known` null: only the cache could be asked. */
export const practitionerRows = (
  { primary, referring, additional }: StudyPractitioners,
  known: readonly Practitioner[] | null,
): readonly PractitionerRow[] => {
  const toRow = (part: PractitionerPart, ref: PractitionerRef, index: number): PractitionerRow => {
    const practitioner = known?.find(({ id }) => id === ref.practitionerID) ?? null
    const unknown = known === null ? 'name not known offline' : 'not in the directory'
    return {
      key: `${part} ${index} ${ref.practitionerID}`,
      part,
      ref,
      practitioner,
      name: practitioner === null ? `Practitioner ${ref.practitionerID}, ${unknown}` : practitionerName(practitioner),
    }
  }
  return [
    ...(primary === null ? [] : [toRow('Primary', primary, 0)]),
    ...(referring === null ? [] : [toRow('Referring', referring, 0)]),
    ...additional.map((ref, index) => toRow('Additional', ref, index)),
  ]
}
