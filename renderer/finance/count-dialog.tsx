import { useState } from 'react'
import { useStore } from 'zustand'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney, toFieldAmount } from '#domain/format/format-money.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { toMoney } from '#domain/values/money.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { DrawerFields } from './drawer-fields.tsx'
import { drawerWords } from './drawer-words.ts'
import type { FinanceStore } from './finance-state.ts'
import { failureTitle, financeWords } from './finance-words.ts'
import { countedAmount, readDrawer } from './read-drawer.ts'

const words = financeWords.countDialog

type Props = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly onDone: (words: string) => void
}

/**
 * Asks for a count of the cash or cheques that one staff member took. The dialog does not show the expected amount, so
 * that the count is blind.
 */
export function CountDialog({ store, cashUp, onDone }: Props) {
  const { count, counting, changeCount, leaveCount, sendCount } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (count === null) return null
  const line = cashUp.lines.find(
    ({ userID, paymentType }) => userID === count.userID && paymentType === count.paymentType,
  )
  const tender = ruleOfPaymentType(count.paymentType).label.toLowerCase()
  const who = line?.userName ?? words.unknownPerson
  const about = [who, tender, formatDate(count.date)].join(controlWords.between)
  const typed = parseTypedAmount(count.counted, { min: 'zero' })
  const drawer = readDrawer(count)
  const amount = countedAmount(count)
  const money = formatMoney(amount ?? toMoney(0), cashUp.currency)
  const fields = counting.kind === 'failed' ? counting.failure.details?.fields : undefined
  const isPending = counting.kind === 'pending'
  const send = async (): Promise<void> => {
    setIsAsked(true)
    if (amount === null || !(await sendCount())) return
    setIsAsked(false)
    onDone(words.recorded(money, tender, who))
  }
  return (
    <Dialog
      isOpen
      onClose={leaveCount}
      isDismissable={!isPending}
      width="narrow"
      title={words.title(tender, who)}
      subtitle={formatDate(count.date)}
      footer={
        <CommitBar who={about}>
          <Button onPress={leaveCount} isDisabled={isPending}>
            {financeWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            aria-label={controlWords.commitOf(words.save, about)}
            onPress={() => void send()}
          >
            {words.save}
          </Button>
        </CommitBar>
      }
    >
      <p>
        {line === undefined || line.counts.length === 0
          ? count.paymentType === 'cash'
            ? words.cashHint
            : words.chequesHint
          : count.paymentType === 'cash'
            ? words.cashAgainHint
            : words.chequesAgainHint}
      </p>
      <TextField
        label={words.amount}
        isRequired
        autoFocus
        isNumeric
        inputMode="decimal"
        prefix={cashUp.currency}
        value={drawer === null ? count.counted : amount === null ? '' : toFieldAmount(amount)}
        onChange={(counted) => changeCount({ counted })}
        errorMessage={
          fields?.counted ??
          fields?.drawer ??
          (isAsked && drawer === null && !typed.ok
            ? describeTypedAmountProblem(typed.problem, null, cashUp.currency)
            : undefined)
        }
        disabledReason={drawer === null ? null : drawerWords.filled}
      />
      {count.paymentType === 'cash' ? (
        <DrawerFields currency={cashUp.currency} pieces={count.pieces} float={count.float} onChange={changeCount} />
      ) : null}
      <TextArea
        label={financeWords.note}
        rows={2}
        maxLength={300}
        value={count.note}
        onChange={(note) => changeCount({ note })}
        description={words.noteHint}
        errorMessage={fields?.note}
      />
      {counting.kind === 'failed' && fields === undefined ? (
        <Banner tone="error" title={failureTitle(counting.failure, words.refused, words.unknown)}>
          {counting.failure.code === 'offline' ? words.offline : describeBookingFailure(counting.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
