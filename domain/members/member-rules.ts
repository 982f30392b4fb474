import { standardLanguage, type TextLanguage } from '../values/language.ts'
import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { type MemberDraft, memberDraftSchema } from './member.ts'
import { memberRuleWordsIn } from './member-rule-words.ts'

/** The member form as typed: every field is text until it is checked (booking spec §2 Member creation). */
export type MemberFormValues = {
  readonly firstname: string
  readonly middlename: string
  readonly preferredName: string
  readonly lastname: string
  readonly email: string
  readonly dobYear: string
  readonly dobMonth: string
  readonly dobDay: string
  readonly gender: string
  readonly phone_number: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
  readonly phn: string
  readonly leadSource: string
  readonly leadSourceDetail: string
  readonly language: string
}

export const emptyMemberForm: MemberFormValues = {
  firstname: '',
  middlename: '',
  preferredName: '',
  lastname: '',
  email: '',
  dobYear: '',
  dobMonth: '',
  dobDay: '',
  gender: '',
  phone_number: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  phn: '',
  leadSource: '',
  leadSourceDetail: '',
  language: standardLanguage,
}

export type MemberFormField = keyof MemberFormValues
export type MemberFormCheck =
  | { readonly kind: 'complete'; readonly draft: MemberDraft }
  | {
      readonly kind: 'incomplete'
      /** The alert above the form; in English, in the spec's words. */
      readonly alert: string
      readonly fields: Readonly<Partial<Record<MemberFormField, string>>>
    }

/** The only country whose addresses need no state (booking spec §5). */
const countryWithoutState = 'United Kingdom'

/** Returns whether an address in a country needs a state (booking spec §5). */
export const needsState = (country: string): boolean => country !== countryWithoutState

/**
 * Builds a birth date from year, month and day as typed (booking spec §5: year-month-day). Undefined for a month above
 * 12, a day above 31, a date that does not exist, or a date in the future or before 1900.
 * @internal Tests check its cases directly.
 */
export const parseBirthDate = (year: string, month: string, day: string, today: PlainDate): PlainDate | undefined => {
  if (!/^\d{4}$/.test(year.trim()) || !/^\d{1,2}$/.test(month.trim()) || !/^\d{1,2}$/.test(day.trim())) return undefined
  const date = parsePlainDate(`${year.trim()}-${month.trim().padStart(2, '0')}-${day.trim().padStart(2, '0')}`)
  return date !== undefined && date >= '1900-01-01' && date <= today ? date : undefined
}

/** The fields of the member form that name a person. */
export type TypedPerson = Pick<MemberFormValues, 'firstname' | 'lastname' | 'dobYear' | 'dobMonth' | 'dobDay'>

/** Returns the person that the form names so far; null until both names and a valid birth date are typed. */
export const readTypedPerson = (
  { firstname, lastname, dobYear, dobMonth, dobDay }: TypedPerson,
  today: PlainDate,
): Pick<MemberDraft, 'firstname' | 'lastname' | 'dob'> | null => {
  const dob = parseBirthDate(dobYear, dobMonth, dobDay, today)
  const names = { firstname: firstname.trim(), lastname: lastname.trim() }
  return dob === undefined || names.firstname === '' || names.lastname === '' ? null : { ...names, dob }
}

/**
 * Checks the member form (booking spec §5 Member creation). Required: first name, last name, email, valid date of
 * birth, biological sex, phone number, address. The address needs street, city and country; it needs a state unless the
 * country is the United Kingdom. The alert lists the missing items after `Please Enter`, then each other problem; it is
 * in the language of the form.
 */
export const checkMemberForm = (
  values: MemberFormValues,
  today: PlainDate,
  language: TextLanguage = standardLanguage,
): MemberFormCheck => {
  const words = memberRuleWordsIn(language)
  const names: Readonly<Record<string, string>> = words.names
  const nameOf = (field: MemberFormField): string => names[field] ?? field
  const fields: Partial<Record<MemberFormField, string>> = {}
  const missing: string[] = []
  const note = (field: MemberFormField): void => {
    fields[field] = words.enter([nameOf(field)])
    missing.push(nameOf(field))
  }
  const need = (field: MemberFormField): void => {
    if (values[field].trim() === '') note(field)
  }
  need('firstname')
  need('lastname')
  need('email')
  const dobTyped = [values.dobYear, values.dobMonth, values.dobDay].some((part) => part.trim() !== '')
  const dob = parseBirthDate(values.dobYear, values.dobMonth, values.dobDay, today)
  if (!dobTyped) note('dobYear')
  need('gender')
  need('phone_number')
  need('address')
  need('city')
  if (needsState(values.country)) need('state')
  need('country')

  const alerts: string[] = missing.length > 0 ? [words.enter(missing)] : []
  if (dobTyped && dob === undefined) {
    fields.dobYear = words.invalidBirthDate
    alerts.push(words.invalidBirthDate)
  }
  const { dobYear, dobMonth, dobDay, ...rest } = values
  const parsed = memberDraftSchema.safeParse({
    ...rest,
    // A form that was stored before members had a language has no language.
    language: values.language === '' ? standardLanguage : values.language,
    dob: dob ?? '',
  })
  if (!parsed.success) {
    for (const problem of parsed.error.issues) {
      const field = problem.path[0]
      if (!isFormField(field) || fields[field] !== undefined || values[field].trim() === '') continue
      const isRule = problem.code === 'custom' && /^must (?!be an? )/.test(problem.message)
      const text = isRule ? words.rule(nameOf(field), problem.message) : words.invalid(nameOf(field))
      fields[field] = text
      alerts.push(text)
    }
  }
  if (parsed.success && alerts.length === 0) return { kind: 'complete', draft: parsed.data }
  return { kind: 'incomplete', alert: alerts.join('. '), fields }
}

/**
 * Returns the problems of a member draft that its schema cannot find, by field, for the back office. A state is
 * required unless the country is the United Kingdom, and the birth date must be between 1900 and today. Empty if there
 * are none.
 */
export const memberProblems = (
  draft: Pick<MemberDraft, 'country' | 'state' | 'dob'>,
  today: PlainDate,
): Readonly<Partial<Record<'state' | 'dob', string>>> => {
  const problems: Partial<Record<'state' | 'dob', string>> = {}
  const words = memberRuleWordsIn(standardLanguage)
  if (draft.state === '' && needsState(draft.country)) problems.state = words.enter([words.names.state])
  if (draft.dob > today || draft.dob < '1900-01-01') problems.dob = words.invalidBirthDate
  return problems
}

const isFormField = (field: unknown): field is MemberFormField =>
  typeof field === 'string' && Object.hasOwn(emptyMemberForm, field)
