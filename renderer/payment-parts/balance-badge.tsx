import type { Currency } from '#domain/money/money.ts'
import { Badge } from '../widgets/badge.tsx'
import { amountWords } from './payment-part-props.ts'

/** What is owed on a study, in a word: `Balance CA$500.00`, `Paid`, or how much too much was paid. */
export function BalanceBadge({ balance, currency }: { readonly balance: number; readonly currency: Currency }) {
  if (balance > 0) return <Badge tone="warning">Balance {amountWords(balance, currency)}</Badge>
  if (balance < 0) return <Badge tone="info">Overpaid {amountWords(-balance, currency)}</Badge>
  return <Badge tone="success">Paid</Badge>
}
