import { formatDate } from '#domain/format/format-date.ts'
import { formatName } from '#domain/format/format-name.ts'
import { controlWords } from './controls/control-words.ts'

/** A member, or a person who is not a member yet. */
type Person = Parameters<typeof formatName>[0] & { readonly dob: Parameters<typeof formatDate>[0] }

/**
 * Returns the line above the buttons of a commit: full name, birth date, and further facts that identify the case, such
 * as the appointment or the study: "Ana Silva · born 03 Feb 1980 · study 20261125-0007". Omits facts that are
 * null.
 */
export const describeIdentity = (person: Person, ...facts: readonly (string | null)[]): string =>
  [formatName(person), controlWords.bornOn(formatDate(person.dob)), ...facts.filter((fact) => fact)].join(
    controlWords.between,
  )
