import type { z } from 'zod'
import { standardLanguage } from '../values/language.ts'
import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { type MemberDraft, memberDraftSchema } from './member.ts'

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
      /** The alert above the form, in the spec's words. */
      readonly alert: string
      readonly fields: Readonly<Partial<Record<MemberFormField, string>>>
    }

/** The only country whose addresses need no state (booking spec §5). */
const countryWithoutState = 'United Kingdom'

/** Returns whether an address in a country needs a state (booking spec §5). */
export const needsState = (country: string): boolean => country !== countryWithoutState

const invalidBirthDateMessage = 'Please Enter a Valid Date of Birth'

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

/**
 * Checks the member form (booking spec §5 Member creation). Required: first name, last name, email, valid date of
 * birth, biological sex, phone number, address. The address needs street, city and country; it needs a state unless the
 * country is the United Kingdom. The alert lists the missing items after `Please Enter`, then each other problem.
 */
export const checkMemberForm = (values: MemberFormValues, today: PlainDate): MemberFormCheck => {
  const fields: Partial<Record<MemberFormField, string>> = {}
  const missing: string[] = []
  const need = (field: MemberFormField, name: string): void => {
    if (values[field].trim() !== '') return
    fields[field] = `Please Enter ${name}`
    missing.push(name)
  }
  need('firstname', 'First Name')
  need('lastname', 'Last Name')
  need('email', 'Email')
  const dobTyped = [values.dobYear, values.dobMonth, values.dobDay].some((part) => part.trim() !== '')
  const dob = parseBirthDate(values.dobYear, values.dobMonth, values.dobDay, today)
  if (!dobTyped) {
    fields.dobYear = 'Please Enter Date of Birth'
    missing.push('Date of Birth')
  }
  need('gender', 'Biological Sex')
  need('phone_number', 'Phone Number')
  need('address', 'Street')
  need('city', 'City')
  if (needsState(values.country)) need('state', 'State')
  need('country', 'Country')

  const alerts: string[] = missing.length > 0 ? [`Please Enter ${toList(missing)}`] : []
  if (dobTyped && dob === undefined) {
    fields.dobYear = invalidBirthDateMessage
    alerts.push(invalidBirthDateMessage)
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
      fields[field] = toSentence(field, problem)
      alerts.push(fields[field])
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
  if (draft.state === '' && needsState(draft.country)) problems.state = 'Please Enter State'
  if (draft.dob > today || draft.dob < '1900-01-01') problems.dob = invalidBirthDateMessage
  return problems
}

const isFormField = (field: unknown): field is MemberFormField =>
  typeof field === 'string' && Object.hasOwn(emptyMemberForm, field)

const fieldNames: Partial<Record<MemberFormField, string>> = {
  firstname: 'First Name',
  middlename: 'Middle Name',
  preferredName: 'Preferred Name',
  lastname: 'Last Name',
  email: 'Email',
  gender: 'Biological Sex',
  phone_number: 'Phone Number',
  address: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'Postal Code',
  country: 'Country',
  phn: 'Health Number',
  leadSource: 'Lead Source',
  leadSourceDetail: 'Lead Source Detail',
  language: 'Language',
}

const toSentence = (field: MemberFormField, problem: z.core.$ZodIssue): string => {
  const name = fieldNames[field] ?? field
  const isRule = problem.code === 'custom' && /^must (?!be an? )/.test(problem.message)
  return isRule ? `${name} ${problem.message}` : `Please Enter a Valid ${name}`
}

const toList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
