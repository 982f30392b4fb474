import { formatAmount } from '#domain/format/format-money.ts'
import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import type { Currency } from '#domain/values/money.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { paymentPageWords } from '../payment-page-words.ts'

type Props = {
  readonly balance: number
  readonly currency: Currency
  /** Whether the study has an unpaid invoice. The badge shows this only if the balance is 0. */
  readonly isBilled?: boolean
}

/** Shows the balance of a study: `Balance CA$500.00`, `Billed, invoice outstanding`, `Paid`, or the amount overpaid. */
export function BalanceBadge({ balance, currency, isBilled = false }: Props) {
  if (balance > 0) return <Badge tone="warning">{paymentPageWords.badges.owed(formatAmount(balance, currency))}</Badge>
  if (balance < 0)
    return <Badge tone="info">{paymentPageWords.badges.overpaid(formatAmount(-balance, currency))}</Badge>
  if (isBilled) return <Badge tone="warning">{invoiceOutstandingWords}</Badge>
  return <Badge tone="success">{paymentPageWords.badges.paid}</Badge>
}
