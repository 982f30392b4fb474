import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { fullName } from '#domain/members/member.ts'
import { paymentTitles, refundFormMessage } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { isPadPayment, refundPlan } from '#domain/payments/refund.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { paymentPageWords } from '../payment-page-words.ts'
import { identityOf, nameAct } from './commit-identity.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { describeTransaction } from './transaction-words.ts'
import { undoMoneyWords } from './undo-money-words.ts'

const words = undoMoneyWords.refund

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
  const typed = parseTypedAmount(form.amount, { min: 'above-zero' })
  const isAbove = typed.ok && typed.amount > cap
  const money = typed.ok ? formatMoney(typed.amount, payments.currency) : ''
  const frozen = commit === 'idle' ? null : awaitingReason
  const isOnReader = needsCardPresent && !form.externalRefund
  // Only for a card payment is there a choice: Atrium refunds the card, or only records a refund that was made outside.
  // Every other refund changes only Atrium's own records.
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
      isRemoval ? words.removed(money) : words.refunded(money),
    )
  }

  const act = (commit === 'unknown' ? words.askAgain : '') + (isRemoval ? words.remove(money) : words.refund(money))

  return (
    <Dialog
      isOpen
      onClose={() => reset('refund')}
      isDismissable={commit === 'idle'}
      title={isRemoval ? words.removeTitle : words.refundTitle}
      subtitle={paymentPageWords.person(fullName(member), formatDate(member.dob), study.studyID)}
      footer={
        <CommitBar who={identityOf(view)}>
          <Button onPress={() => reset('refund')} disabledReason={commit === 'idle' ? null : awaitingReason}>
            {undoMoneyWords.cancel}
          </Button>
          <Button
            variant="primary"
            tone="danger"
            isPending={commit === 'pending'}
            disabledReason={commit === 'unknown' ? null : gates.change}
            aria-label={nameAct(act, member)}
            onPress={() => void commitRefund()}
          >
            {act}
          </Button>
        </CommitBar>
      }
    >
      <p>
        {(isRemoval ? words.removable : words.refundable)(
          describeTransaction(transaction),
          formatMoney(cap, payments.currency),
        )}
      </p>
      {commit === 'unknown' ? (
        <Banner tone="warning" title={isRemoval ? words.unknownRemoval : words.unknownRefund}>
          {words.unknownDetail}
        </Banner>
      ) : null}
      <TextField
        label={words.amount}
        isRequired
        isNumeric
        inputMode="decimal"
        prefix={payments.currency}
        value={form.amount}
        onChange={(amount) => update('refund', { amount })}
        errorMessage={
          isAbove
            ? isRemoval
              ? words.aboveRemovable
              : words.aboveRefundable
            : typed.ok || form.amount === ''
              ? undefined
              : describeTypedAmountProblem(typed.problem, cap, payments.currency)
        }
        disabledReason={frozen ?? (fixedAmount === null ? null : words.wholeGiftCard)}
      />
      <TextField
        label={undoMoneyWords.reason}
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
          description={words.externalHint}
          disabledReason={frozen}
        >
          {words.external}
        </Checkbox>
      ) : null}
      {isOnReader ? (
        <Banner title={isPadPayment(transaction) ? words.padCard : words.interacCard}>{words.cardDetail}</Banner>
      ) : null}
    </Dialog>
  )
}
