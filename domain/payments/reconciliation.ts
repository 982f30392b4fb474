/** Why finance adjusts a ledger (booking spec §3). */
export const reconciliationClassifications = [
  'late-cancellation',
  'no-show',
  'downgrade',
  'upgrade',
  'recaptured',
  'chargeback',
  'bad-debt',
  'minor-reconciliation',
  'dated-write-off',
  'other',
] as const
export type ReconciliationClassification = (typeof reconciliationClassifications)[number]

/** The range of an adjustment, both ends allowed, as a decimal amount (booking spec §5). */
export const reconciliationRange = { from: -99_999, to: 99_999 } as const
