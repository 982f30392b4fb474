import { z } from 'zod'
import type { Member, MemberChanges, MemberDraft } from '#domain/members/member.ts'
import { emptyMemberForm, type MemberFormField, type MemberFormValues } from '#domain/members/member-rules.ts'

/** The fields in the order in which they stand, with their names. Birth date is one thing with three boxes. */
export const memberFieldLabels: Readonly<Record<MemberFormField, string>> = {
  firstname: 'First name',
  middlename: 'Middle name',
  lastname: 'Last name',
  preferredName: 'Preferred name',
  email: 'Email',
  dobYear: 'Date of birth',
  dobMonth: 'Month of birth',
  dobDay: 'Day of birth',
  gender: 'Biological sex',
  phone_number: 'Phone number',
  address: 'Street',
  city: 'City',
  state: 'State or province',
  postalCode: 'Postal code',
  country: 'Country',
  phn: 'Health number',
}
export const memberFields = Object.keys(memberFieldLabels) as readonly MemberFormField[]

/** A member as the form shows it. */
export const toMemberForm = (member: Member): MemberFormValues => {
  const [dobYear = '', dobMonth = '', dobDay = ''] = member.dob.split('-')
  const own = Object.fromEntries(memberFields.map((field) => [field, (member as Record<string, unknown>)[field] ?? '']))
  return { ...emptyMemberForm, ...(own as Partial<MemberFormValues>), dobYear, dobMonth, dobDay }
}

/** What a checked form changes of a member: only the fields that differ. */
export const toMemberChanges = (draft: MemberDraft, before: Member): MemberChanges => {
  // The form does not show where a member came from, so a change never touches it.
  const { leadSource, leadSourceDetail, ...shown } = draft
  const changed = Object.entries(shown).filter(([field, value]) => before[field as keyof Member] !== value)
  return Object.fromEntries(changed) as MemberChanges
}

type MemberMerge = {
  readonly values: MemberFormValues
  /** Fields that both changed, differently: what was typed stays, and the desk is told. */
  readonly clashes: readonly MemberFormField[]
}

/**
 * What to show after somebody else saved the same member: what was typed stays, and fields that were not touched follow
 * the newer record. The birth date counts as one field.
 */
export const mergeMemberForm = (
  before: MemberFormValues,
  now: MemberFormValues,
  typed: MemberFormValues,
): MemberMerge => {
  const dob = (values: MemberFormValues): string =>
    [values.dobYear, values.dobMonth, values.dobDay].map((part) => part.replace(/^0+/, '')).join('-')
  const isBirthDateTouched = dob(typed) !== dob(before)
  const isTouched = (field: MemberFormField): boolean =>
    field.startsWith('dob') ? isBirthDateTouched : typed[field] !== before[field]
  const values = Object.fromEntries(
    memberFields.map((field) => [field, isTouched(field) ? typed[field] : now[field]]),
  ) as MemberFormValues
  const clashes = memberFields.filter((field) => {
    if (field === 'dobMonth' || field === 'dobDay') return false
    if (field === 'dobYear') return isBirthDateTouched && dob(now) !== dob(before) && dob(now) !== dob(typed)
    return isTouched(field) && now[field] !== before[field] && now[field] !== typed[field]
  })
  return { values, clashes }
}

const formValuesSchema = z.object(
  Object.fromEntries(memberFields.map((field) => [field, z.string().max(1000).catch('')])),
)

/** What the form keeps as a draft: the text as typed, what it was typed over, and the key of what was sent. */
type MemberFormDraft = {
  readonly values: MemberFormValues
  /** The form as it stood before anything was typed. */
  readonly base: MemberFormValues
  /** The last creation that was sent: the same body goes out again under the same key, so that it makes one member. */
  readonly sent: { readonly key: string; readonly body: string } | null
}

const draftSchema = z.object({
  values: formValuesSchema,
  base: formValuesSchema,
  sent: z.object({ key: z.string(), body: z.string() }).nullable().catch(null),
})

/** Reads a draft of the form back; undefined when there is none or it is something else. */
export const parseMemberFormDraft = (content: unknown): MemberFormDraft | undefined => {
  const parsed = draftSchema.safeParse(content)
  return parsed.success ? (parsed.data as unknown as MemberFormDraft) : undefined
}
