import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Group } from 'react-aria-components'
import { describePerson } from '#domain/booking/booking-form.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { noReceiptWords } from '#domain/payments/invoice-words.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { whyNoReceipt } from '#domain/payments/receipt.ts'
import type { Transaction, TransactionID } from '#domain/payments/transaction.ts'
import { Button } from '../../kit/controls/button.tsx'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import { PrintButton } from '../../printing/print-button.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { receiptWords as words } from './receipt-words.ts'
import { describeTransaction } from './transaction-words.ts'
import { whyNoEmail } from './why-no-email.ts'

type Props = Pick<PaymentPartProps, 'bridge' | 'notices' | 'view' | 'gates' | 'isOnline'> & {
  readonly transactionID: TransactionID | null
}

/**
 * Prints and emails the receipt of a payment. An email can be undone for ten seconds, like each send. Shows nothing for
 * a transaction that is not a payment, and to users who move no money.
 */
export function ReceiptActs(props: Props) {
  const { view, gates, transactionID } = props
  const payment = view.payments.transactions.find((entry) => entry.transactionID === transactionID)
  if (payment === undefined || !gates.mayMoveMoney || whyNoReceipt(payment) === 'not-a-payment') return null
  return <Acts {...props} payment={payment} />
}

function Acts({ bridge, notices, view, isOnline, payment }: Props & { readonly payment: Transaction }) {
  const [isPending, setPending] = useState(false)
  const withRetryKey = useRetryKeys()
  const { study, member } = view
  const { transactionID } = payment
  const why = whyNoReceipt(payment)
  const suppressed = study.status.invoiceAvailable ? null : paymentMessages.invoiceSuppressed
  const reason = (why === null ? suppressed : noReceiptWords[why]) ?? whyNotOffline('changeMessages', isOnline)
  const email = async (): Promise<void> => {
    if (isPending) return
    setPending(true)
    const reply = await withRetryKey(transactionID, (idempotencyKey) =>
      bridge.payments.emailReceipt({ studyID: study.studyID, transactionID, idempotencyKey }),
    )
    setPending(false)
    // This only queues the email. The frame's notice about the send offers Undo for ten seconds, and then shows the
    // result.
    if (!reply.ok) notices.error({ title: paymentMessages.emailErrorTitle, description: reply.failure.message })
  }
  return (
    <Group className="pp-row" aria-label={words.group}>
      <PrintButton
        bridge={bridge}
        notices={notices}
        item={{ kind: 'receipt', studyID: study.studyID, transactionID }}
        what={words.what}
        who={describePerson(member)}
        reason={reason}
        label={words.print}
      />
      <Button
        size="small"
        icon={<Mail aria-hidden="true" />}
        isPending={isPending}
        disabledReason={reason ?? whyNoEmail(view)}
        aria-label={words.emailFor(describeTransaction(payment), describePerson(member))}
        onPress={() => void email()}
      >
        {words.email}
      </Button>
    </Group>
  )
}
