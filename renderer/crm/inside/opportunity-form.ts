import type { CrmOpportunity } from '#domain/crm/crm.ts'
import { mergeFields } from '#domain/study/merge-fields.ts'

/** What staff may change of an opportunity (study spec §2 Sales). */
export type SaleFields = { readonly Type: string; readonly LeadSource: string }
export const saleFieldNames = ['Type', 'LeadSource'] as const satisfies readonly (keyof SaleFields)[]

/** What is being typed, and over which values of the CRM. */
export type SaleForm = {
  readonly expected: SaleFields
  readonly values: SaleFields
  /** Fields that somebody else changed to something else meanwhile: `expected` has theirs, `values` mine. */
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

/** The fields that were changed, without outer spaces. */
export const changesOf = ({ expected, values }: SaleForm): Partial<SaleFields> =>
  Object.fromEntries(
    saleFieldNames.flatMap((name) => {
      const value = values[name].trim()
      return value === expected[name] ? [] : [[name, value]]
    }),
  )

export const hasChanges = (form: SaleForm): boolean => Object.keys(changesOf(form)).length > 0

/**
 * The form over what the CRM has now: what only one side changed is as they left it; where both changed the same field, both
 * are shown and a person decides.
 */
export const mergeSaleForm = (form: SaleForm, now: SaleFields): SaleForm => {
  const { merged, conflicts } = mergeFields(form.expected, form.values, now)
  return { expected: now, values: merged, conflicts: conflicts.map(({ field }) => field) }
}

/** Where both changed a field: what the CRM has stays, everything else that was typed too. */
export const takeTheirsOfSale = ({ expected, values, conflicts }: SaleForm): SaleForm => ({
  expected,
  values: { ...values, ...Object.fromEntries(conflicts.map((field) => [field, expected[field]])) },
  conflicts: [],
})

/** `next`, with what was typed since `sent` left. */
export const withTypedSince = (next: SaleForm, sent: SaleFields, typed: SaleFields): SaleForm => ({
  ...next,
  values: {
    Type: typed.Type === sent.Type ? next.values.Type : typed.Type,
    LeadSource: typed.LeadSource === sent.LeadSource ? next.values.LeadSource : typed.LeadSource,
  },
})

/** Reads a form that was kept as a draft; null where it is none. */
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

/** What is offered for a field; anything else can be typed. */
export const saleSuggestions: { readonly [Name in keyof SaleFields]: readonly string[] } = {
  Type: ['New Business', 'Existing Business', 'New Member', 'Returning Member', 'Partner Referral'],
  LeadSource: ['Web', 'Phone', 'Event', 'Member referral', 'Physician referral', 'Partner', 'Walk-in'],
}
