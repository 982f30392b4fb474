import { useState } from 'react'
import { useStore } from 'zustand'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { formatMoney, toMoney } from '#domain/values/money.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { FinanceStore } from './finance-state.ts'
import { failureTitle } from './finance-words.ts'

type Props = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly onDone: (words: string) => void
}

/** Takes a blind count of one person's tender: the user counts before the expected amount is shown. */
export function CountDialog({ store, cashUp, onDone }: Props) {
  const { count, counting, changeCount, leaveCount, sendCount } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (count === null) return null
  const line = cashUp.lines.find(
    ({ userID, paymentType }) => userID === count.userID && paymentType === count.paymentType,
  )
  const tender = ruleOfPaymentType(count.paymentType).label.toLowerCase()
  const who = line?.userName ?? 'this person'
  const typed = parseTypedAmount(count.counted, { min: 'zero' })
  const money = formatMoney(typed.ok ? typed.amount : toMoney(0), cashUp.currency)
  const fields = counting.kind === 'failed' ? counting.failure.details?.fields : undefined
  const isPending = counting.kind === 'pending'
  const send = async (): Promise<void> => {
    setIsAsked(true)
    if (!typed.ok || !(await sendCount())) return
    setIsAsked(false)
    onDone(`${money} ${tender} of ${who} counted`)
  }
  return (
    <Dialog
      isOpen
      onClose={leaveCount}
      isDismissable={!isPending}
      width="narrow"
      title={`Count the ${tender} of ${who}`}
      subtitle={formatDate(count.date)}
      footer={
        <>
          <Button onPress={leaveCount} isDisabled={isPending}>
            Go back
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void send()}>
            Record {money} {tender} of {who}
          </Button>
        </>
      }
    >
      <p>
        {count.paymentType === 'cash'
          ? 'Count the drawer without its float and enter what is there.'
          : 'Add the cheques up and enter their sum.'}{' '}
        What is expected is shown once this is recorded.
      </p>
      <TextField
        label="Amount counted"
        isRequired
        autoFocus
        isNumeric
        inputMode="decimal"
        prefix={cashUp.currency}
        value={count.counted}
        onChange={(counted) => changeCount({ counted })}
        errorMessage={
          fields?.counted ??
          (isAsked && !typed.ok ? describeTypedAmountProblem(typed.problem, null, cashUp.currency) : undefined)
        }
      />
      <TextArea
        label="Note"
        rows={2}
        maxLength={300}
        value={count.note}
        onChange={(note) => changeCount({ note })}
        description="Explain any difference. The day cannot be closed while a count that differed has no note."
        errorMessage={fields?.note}
      />
      {counting.kind === 'failed' && fields === undefined ? (
        <Banner
          tone="error"
          title={failureTitle(counting.failure, 'The count was not recorded', 'the count may be recorded')}
        >
          {counting.failure.code === 'offline'
            ? 'The back office cannot be reached. What you entered is kept.'
            : describeBookingFailure(counting.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
