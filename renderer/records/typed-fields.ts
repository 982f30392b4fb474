import { parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import type { ParsedRecord } from './record-dialog.tsx'

/** Returns the amount that a person typed, or null. */
export const typedAmount = (text: string | undefined, min: 'zero' | 'above-zero' = 'zero'): number | null => {
  const typed = parseTypedAmount(text ?? '', { min })
  return typed.ok ? toDecimalAmount(typed.amount) : null
}

/** Returns the whole number that a person typed, or null. */
export const typedWhole = (text: string | undefined): number | null =>
  /^\d{1,7}$/.test((text ?? '').trim()) ? Number(text) : null

/** Returns the input, or the errors if there are any. */
export const parsedOrErrors = <Input>(
  errors: Readonly<Record<string, string | false>>,
  input: () => Input,
): ParsedRecord<Input> => {
  const found = Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== false)
  return found.length === 0 ? { ok: true, input: input() } : { ok: false, errors: Object.fromEntries(found) }
}
