import { z } from 'zod'
import type { Member, MemberChanges, MemberDraft } from '#domain/members/member.ts'
import { emptyMemberForm, type MemberFormField, type MemberFormValues } from '#domain/members/member-rules.ts'
import { memberFormWords } from './member-form-words.ts'

/** The fields in form order. */
export const memberFields = Object.keys(memberFormWords.fields) as readonly MemberFormField[]

/** Returns a member as form values. */
export const toMemberForm = (member: Member): MemberFormValues => {
  const [dobYear = '', dobMonth = '', dobDay = ''] = member.dob.split('-')
  const own = Object.fromEntries(memberFields.map((field) => [field, (member as Record<string, unknown>)[field] ?? '']))
  return { ...emptyMemberForm, ...(own as Partial<MemberFormValues>), dobYear, dobMonth, dobDay }
}

/** Returns the changes that a checked form makes to a member: only the fields that differ. */
export const toMemberChanges = (draft: MemberDraft, before: Member): MemberChanges => {
  const changed = Object.entries(draft).filter(([field, value]) => before[field as keyof Member] !== value)
  return Object.fromEntries(changed) as MemberChanges
}

type MemberMerge = {
  readonly values: MemberFormValues
  /**
   * Fields that this user and the other user changed to different values. The typed text stays, and the form lists the
   * other user's values.
   */
  readonly clashes: readonly MemberFormField[]
}

/**
 * Merges typed values with a member that another user saved in the meantime. Typed fields stay; untouched fields follow
 * the newer version. The birth date counts as one field.
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

/** The draft of a form: the typed text, the values before typing, and the key of the request sent. */
export type MemberFormDraft = {
  readonly values: MemberFormValues
  /** The form before any typing. */
  readonly base: MemberFormValues
  /** The last creation request: the same body is sent again under the same key, so that it creates one member. */
  readonly sent: { readonly key: string; readonly body: string } | null
}

const draftSchema = z.object({
  values: formValuesSchema,
  base: formValuesSchema,
  sent: z.object({ key: z.string(), body: z.string() }).nullable().catch(null),
})

/** Parses a draft of the form; returns undefined when there is none or it has another shape. */
export const parseMemberFormDraft = (content: unknown): MemberFormDraft | undefined => {
  const parsed = draftSchema.safeParse(content)
  return parsed.success ? (parsed.data as unknown as MemberFormDraft) : undefined
}
