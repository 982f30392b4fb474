import { useStore } from 'zustand'
import { fullName } from '#domain/members/member.ts'
import { paymentTitles, refundFormMessage } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { isPadPayment, refundPlan } from '#domain/payments/refund.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { formatMoney, toDecimalAmount } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { PersonWords } from './person-words.tsx'
import { describeTransaction } from './transaction-words.ts'

/** Shows the refund/remove modal (booking spec §2, section 6), for the transaction that its form names. */
export function RefundDialog(props: PaymentPartProps) {
  const transactionID = useStore(props.desk, (state) => state.forms.refund.transactionID)
  const transaction = props.view.payments.transactions.find((each) => each.transactionID === transactionID)
  return transaction === undefined ? null : <Refund {...props} transaction={transaction} />
}

function Refund(props: PaymentPartProps & { readonly transaction: Transaction }) {
  const { desk, view, gates, transaction, onInteracRefund } = props
  const form = useStore(desk, (state) => state.forms.refund)
  const commit = useStore(desk, (state) => state.commits.refund)
  const { member, study, payments } = view
  const { verb, cap, fixedAmount, needsCardPresent } = refundPlan(transaction)
  const isRemoval = verb === 'remove'
  const Verb = isRemoval ? 'Remove' : 'Refund'
  const typed = parseTypedAmount(form.amount, { min: 'above-zero' })
  const isAbove = typed.ok && typed.amount > cap
  const money = typed.ok ? formatMoney(typed.amount, payments.currency) : ''
  const frozen = commit === 'idle' ? null : awaitingReason
  const isOnReader = needsCardPresent && !form.externalRefund
  // A refund of any other tender is only recorded, wherever the money is given back.
  const mayBeExternal =
    ledgerKind(transaction.transactionType) === 'payment' &&
    ruleOfPaymentType(transaction.paymentType).tender === 'card'
  const { update, reset, refund, say } = desk.getState()

  const commitRefund = async (): Promise<void> => {
    const lacks = { amount: !typed.ok, reason: form.memo.trim() === '' }
    const message = refundFormMessage(lacks, verb)
    if (commit === 'idle' && (message !== null || isAbove)) {
      if (message !== null) say({ title: paymentTitles.refundError, text: message })
      return
    }
    const amount = typed.ok ? toDecimalAmount(typed.amount) : 0
    const { transactionID } = transaction
    if (isOnReader) {
      if (await onInteracRefund({ transactionID, amount, memo: form.memo.trim() })) reset('refund')
      return
    }
    await refund(
      { transactionID, amount, memo: form.memo.trim(), externalRefund: form.externalRefund },
      `${money} ${isRemoval ? 'removed' : 'refunded'}`,
    )
  }

  return (
    <Dialog
      isOpen
      onClose={() => reset('refund')}
      isDismissable={commit === 'idle'}
      title={isRemoval ? 'Remove discount' : 'Refund'}
      subtitle={`${fullName(member)}, born ${formatDate(member.dob)}, study ${study.studyID}`}
      footer={
        <>
          <Button onPress={() => reset('refund')} disabledReason={commit === 'idle' ? null : awaitingReason}>
            Go back
          </Button>
          <Button
            variant="primary"
            tone="danger"
            isPending={commit === 'pending'}
            disabledReason={commit === 'unknown' ? null : gates.change}
            onPress={() => void commitRefund()}
          >
            {commit === 'unknown' ? 'Ask again: ' : ''}
            {Verb} {money === '' ? '' : `${money} `}for <PersonWords member={member} />
          </Button>
        </>
      }
    >
      <p>
        {describeTransaction(transaction)}. Up to {formatMoney(cap, payments.currency)} can still be{' '}
        {isRemoval ? 'removed' : 'refunded'}.
      </p>
      {commit === 'unknown' ? (
        <Banner tone="warning" title="No answer came: it may be done or not">
          Ask again; it is never done twice.
        </Banner>
      ) : null}
      <TextField
        label="Amount"
        isRequired
        isNumeric
        inputMode="decimal"
        prefix={payments.currency}
        value={form.amount}
        onChange={(amount) => update('refund', { amount })}
        errorMessage={
          isAbove
            ? `The amount is above what can still be ${isRemoval ? 'removed' : 'refunded'}.`
            : typed.ok || form.amount === ''
              ? undefined
              : describeTypedAmountProblem(typed.problem, cap, payments.currency)
        }
        disabledReason={frozen ?? (fixedAmount === null ? null : 'A gift card is refunded in full.')}
      />
      <TextField
        label="Reason"
        isRequired
        autoFocus
        value={form.memo}
        onChange={(memo) => update('refund', { memo })}
        disabledReason={frozen}
      />
      {mayBeExternal ? (
        <Checkbox
          isSelected={form.externalRefund}
          onChange={(externalRefund) => update('refund', { externalRefund })}
          description="The money was given back elsewhere: it is only recorded here."
          disabledReason={frozen}
        >
          External refund
        </Checkbox>
      ) : null}
      {isOnReader ? (
        <Banner title={`${isPadPayment(transaction) ? 'PIN pad' : 'Interac'}: the card has to be here`}>
          The refund is made on the card terminal. Ask the member for the card that paid.
        </Banner>
      ) : null}
    </Dialog>
  )
}
