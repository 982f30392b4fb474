import type { PrintKind } from '#domain/printing/printing.ts'
import type { Policy, PolicyName } from '#domain/settings/policy.ts'

const keys = {
  report: 'reportPrinter',
  document: 'documentPrinter',
  invoice: 'invoicePrinter',
  form: 'formPrinter',
  referral: 'referralPrinter',
  'cash-up': 'cashUpPrinter',
} as const satisfies { readonly [Kind in PrintKind]: PolicyName }

/** Returns the name of the printer that the organisation set for a kind of paper; null if it set none. */
export const readPolicyPrinter = (policy: Policy, kind: PrintKind): string | null => policy[keys[kind]] ?? null
