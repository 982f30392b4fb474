import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import type { Currency } from '#domain/values/money.ts'
import { amountWords } from '../../kit/amount-words.ts'
import { Badge } from '../../kit/controls/badge.tsx'

type Props = {
  readonly balance: number
  readonly currency: Currency
  /** Whether nothing is owed because of a bill that nobody has paid yet; left out where the ledger is not known. */
  readonly isBilled?: boolean
}

/** What is owed on a study, in a word: `Balance CA$500.00`, `Billed, invoice outstanding`, `Paid`, or how much too much was paid. */
export function BalanceBadge({ balance, currency, isBilled = false }: Props) {
  if (balance > 0) return <Badge tone="warning">Balance {amountWords(balance, currency)}</Badge>
  if (balance < 0) return <Badge tone="info">Overpaid {amountWords(-balance, currency)}</Badge>
  if (isBilled) return <Badge tone="warning">{invoiceOutstandingWords}</Badge>
  return <Badge tone="success">Paid</Badge>
}
