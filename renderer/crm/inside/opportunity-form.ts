import type { CrmOpportunity } from '#domain/crm/crm.ts'
import { mergeFields } from '#domain/study/merge-fields.ts'

/** The fields of an opportunity that staff may change (study spec §2 Sales). */
export type SaleFields = { readonly Type: string; readonly LeadSource: string }
export const saleFieldNames = ['Type', 'LeadSource'] as const satisfies readonly (keyof SaleFields)[]

/** The edit of an opportunity, and the CRM's values that it started from. */
export type SaleForm = {
  readonly expected: SaleFields
  readonly values: SaleFields
  /**
   * Fields that this user and another user both changed, to different values: `expected` has the other user's value,
   * `values` this user's.
   */
  readonly conflicts: readonly (keyof SaleFields)[]
}

export const saleFieldsOf = ({ Type, LeadSource }: Pick<CrmOpportunity, 'Type' | 'LeadSource'>): SaleFields => ({
  Type,
  LeadSource,
})

export const openSaleForm = (opportunity: Pick<CrmOpportunity, 'Type' | 'LeadSource'>): SaleForm => {
  const expected = saleFieldsOf(opportunity)
  return { expected, values: expected, conflicts: [] }
}

/** Returns the changed fields, trimmed. */
export const changesOf = ({ expected, values }: SaleForm): Partial<SaleFields> =>
  Object.fromEntries(
    saleFieldNames.flatMap((name) => {
      const value = values[name].trim()
      return value === expected[name] ? [] : [[name, value]]
    }),
  )

export const hasChanges = (form: SaleForm): boolean => Object.keys(changesOf(form)).length > 0

/**
 * Merges the form with the CRM's current values. A change on one side only is accepted; if both sides changed a field
 * differently, the user decides.
 */
export const mergeSaleForm = (form: SaleForm, now: SaleFields): SaleForm => {
  const { merged, conflicts } = mergeFields(form.expected, form.values, now)
  return { expected: now, values: merged, conflicts: conflicts.map(({ field }) => field) }
}

/** Resolves the conflicts with the CRM's values. All other typed values stay. */
export const takeCrmValues = ({ expected, values, conflicts }: SaleForm): SaleForm => ({
  expected,
  values: { ...values, ...Object.fromEntries(conflicts.map((field) => [field, expected[field]])) },
  conflicts: [],
})

/** Returns `next` with the values that the user typed after `sent` was sent. */
export const withTypedSince = (next: SaleForm, sent: SaleFields, typed: SaleFields): SaleForm => ({
  ...next,
  values: {
    Type: typed.Type === sent.Type ? next.values.Type : typed.Type,
    LeadSource: typed.LeadSource === sent.LeadSource ? next.values.LeadSource : typed.LeadSource,
  },
})

/** Parses a form from a draft's content; null if the content is not a form. */
export const parseSaleForm = (content: unknown): SaleForm | null => {
  if (typeof content !== 'object' || content === null || !('expected' in content) || !('values' in content)) return null
  const expected = parseFields(content.expected)
  const values = parseFields(content.values)
  return expected === null || values === null ? null : { expected, values, conflicts: [] }
}

const parseFields = (content: unknown): SaleFields | null =>
  typeof content === 'object' &&
  content !== null &&
  'Type' in content &&
  'LeadSource' in content &&
  typeof content.Type === 'string' &&
  typeof content.LeadSource === 'string'
    ? { Type: content.Type, LeadSource: content.LeadSource }
    : null

/** Suggestions for each field; any other value can be typed. */
export const saleSuggestions: { readonly [Name in keyof SaleFields]: readonly string[] } = {
  Type: ['New Business', 'Existing Business', 'New Member', 'Returning Member', 'Partner Referral'],
  LeadSource: ['Web', 'Phone', 'Event', 'Member referral', 'Physician referral', 'Partner', 'Walk-in'],
}
