import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { controlWords } from './controls/control-words.ts'

/**
 * Returns the line above the buttons of a commit: full name, birth date, and what else identifies the case, such as the
 * appointment or the study: "Ana Silva · born 03 Feb 1980 · study 20261125-0007". Leaves out facts that are null.
 */
export const describeIdentity = (
  person: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'>,
  ...facts: readonly (string | null)[]
): string =>
  [fullName(person), controlWords.bornOn(formatDate(person.dob)), ...facts.filter((fact) => fact)].join(
    controlWords.between,
  )
