import { formatAmount } from '#domain/format/format-money.ts'
import { invoiceOutstandingWords, isInvoiceOutstanding } from '#domain/study/invoice-outstanding.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { flagWordsWithName } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { paths } from '../../routes.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { visitPanelWords } from './visit-panel-words.ts'
import '../../study/panels.css'

const words = visitPanelWords.payment

/** Shows what the member paid and still owes, with a link to the payment page, where money is taken. */
export function PaymentSummaryPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const { currency } = location.currency
  const { balance, paymentAmount, status, studyID } = study
  const paid = readFlag(status, 'paid')
  return (
    <Panel title={words.title}>
      <div className="stp">
        <FactList>
          <Fact label={words.balance}>
            {balance < 0 ? words.overpaid(formatAmount(-balance, currency)) : formatAmount(balance, currency)}
          </Fact>
          <Fact label={words.received}>{formatAmount(paymentAmount, currency)}</Fact>
          <Fact label={words.paid} missing={words.notPaid}>
            {flagWordsWithName(paid, location.timezone)}
          </Fact>
          {isInvoiceOutstanding(study) ? <Fact label={words.invoice}>{invoiceOutstandingWords}</Fact> : null}
        </FactList>
        <div className="stp__actions">
          <LinkButton size="small" href={paths.studyPayment(studyID)} aria-label={words.openOf(page.who)}>
            {words.open}
          </LinkButton>
        </div>
      </div>
    </Panel>
  )
}
