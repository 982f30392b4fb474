import { type MemberDraft, memberDraftSchema } from '../members/member.ts'
import { memberProblems } from '../members/member-rules.ts'
import { parseLanguage, standardLanguage } from '../values/language.ts'
import type { PlainDate } from '../values/plain-date.ts'
import { readBirthDate } from './read-birth-date.ts'
import { type ImportCells, RowReader, type RowReading } from './read-row.ts'

/** The columns whose name differs from the member's field. */
const columns: Readonly<Record<string, string>> = {
  firstname: 'first_name',
  middlename: 'middle_name',
  preferredName: 'preferred_name',
  lastname: 'last_name',
  dob: 'birth_date',
  gender: 'sex',
  phone_number: 'phone',
  postalCode: 'postal_code',
  phn: 'health_number',
  leadSource: 'lead_source',
  leadSourceDetail: 'lead_source_detail',
}

const columnOf = (field: string): string => columns[field] ?? field

const fields = Object.keys(memberDraftSchema.shape)
const names = ['first_name', 'middle_name', 'preferred_name', 'last_name', 'email']

/**
 * Reads a member and checks it against the rules of the member form. `today` is the date in the time zone furthest
 * ahead of UTC.
 */
export const readMemberRow = (cells: ImportCells, today: PlainDate): RowReading<MemberDraft> => {
  const reader = new RowReader(cells)
  reader.externalID()
  reader.refuseFormulas(names)
  const typed = Object.fromEntries(fields.map((field) => [field, reader.text(columnOf(field))]))
  const birthDate = readBirthDate(typed.dob ?? '')
  if (!birthDate.ok) reader.refuse('birth_date', birthDate.problem)
  const draft = reader.check(
    memberDraftSchema,
    {
      ...typed,
      gender: typed.gender?.toLowerCase(),
      language: typed.language === '' ? standardLanguage : (parseLanguage(typed.language ?? '') ?? typed.language),
      dob: birthDate.ok ? birthDate.date : '',
    },
    ([field]) => columnOf(String(field)),
  )
  if (draft !== undefined) {
    for (const [field, problem] of Object.entries(memberProblems(draft, today))) {
      reader.refuse(columnOf(field), `is not valid: ${problem}.`)
    }
  }
  return reader.done(draft)
}
