import { useState } from 'react'
import { useStore } from 'zustand'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { FinanceStore } from './finance-state.ts'
import { failureTitle, financeWords } from './finance-words.ts'

const words = financeWords.reopenDialog

type Props = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly locationName: string
  readonly onDone: (words: string) => void
}

/** Reopens a closed day, with a reason that is stored with the day. */
export function ReopenDayDialog({ store, cashUp, locationName, onDone }: Props) {
  const { reopening, opening, changeReopening, leaveReopening, reopen } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (reopening === null) return null
  const isPending = opening.kind === 'pending'
  const day = financeWords.dayAt(formatDate(cashUp.date), locationName)
  const fields = opening.kind === 'failed' ? opening.failure.details?.fields : undefined
  const lacksReason = reopening.reason.trim() === ''
  const send = async (): Promise<void> => {
    setIsAsked(true)
    if (lacksReason || !(await reopen())) return
    setIsAsked(false)
    onDone(words.reopened(day))
  }
  return (
    <Dialog
      isOpen
      onClose={leaveReopening}
      isDismissable={!isPending}
      width="narrow"
      title={words.title}
      subtitle={day}
      footer={
        <CommitBar who={day}>
          <Button onPress={leaveReopening} isDisabled={isPending}>
            {financeWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            aria-label={controlWords.commitOf(words.reopen, day)}
            onPress={() => void send()}
          >
            {words.reopen}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.hint}</p>
      <TextArea
        label={words.reason}
        rows={2}
        maxLength={300}
        isRequired
        autoFocus
        value={reopening.reason}
        onChange={changeReopening}
        errorMessage={fields?.reason ?? (isAsked && lacksReason ? financeWords.enterReason : undefined)}
      />
      {opening.kind === 'failed' && fields === undefined ? (
        <Banner tone="error" title={failureTitle(opening.failure, words.refused, words.unknown)}>
          {opening.failure.code === 'step-not-allowed' || opening.failure.code === 'day-signed-off'
            ? opening.failure.message
            : describeBookingFailure(opening.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
