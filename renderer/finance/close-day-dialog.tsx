import { useState } from 'react'
import { useStore } from 'zustand'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { closingDifferences, totalDifference } from '#domain/finance/cash-up-blocks.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import { countOutstanding } from '#domain/finance/outstanding.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { FinanceStore } from './finance-state.ts'
import { failureTitle, financeWords } from './finance-words.ts'

const words = financeWords.closeDialog

type Props = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly locationName: string
  readonly timezone: ZoneId
  readonly now: Instant
  readonly onDone: (words: string) => void
}

/** Closes the open block of a day. First shows every difference, and how many items of each kind are still open. */
export function CloseDayDialog({ store, cashUp, locationName, timezone, now, onDone }: Props) {
  const { closing, signing, changeClosing, leaveClosing, signOff } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (closing === null) return null
  const isPending = signing.kind === 'pending'
  const isAfter = cashUp.closed.length > 0
  const day = financeWords.dayAt(formatDate(cashUp.date), locationName)
  const act = isAfter ? words.closeAfter : words.close
  const left = openItems(cashUp)
  const isEarly = isEarlyClose(now, cashUp.lastAppointmentEnd)
  const fields = signing.kind === 'failed' ? signing.failure.details?.fields : undefined
  const lacksReason = isEarly && closing.reason.trim() === ''
  const send = async (): Promise<void> => {
    setIsAsked(true)
    if (lacksReason || !(await signOff())) return
    setIsAsked(false)
    onDone(isAfter ? words.closedAfter(day) : words.closed(day))
  }
  return (
    <Dialog
      isOpen
      onClose={leaveClosing}
      isDismissable={!isPending}
      width="narrow"
      title={isAfter ? words.titleAfter : words.title}
      subtitle={day}
      footer={
        <CommitBar who={isAfter ? words.afterWho(day) : day}>
          <Button onPress={leaveClosing} isDisabled={isPending}>
            {financeWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            aria-label={controlWords.commitOf(act, day)}
            onPress={() => void send()}
          >
            {act}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.freezeHint}</p>
      <Differences cashUp={cashUp} />
      {left === '' ? null : (
        <Banner tone="warning" title={words.openItems}>
          {left}
        </Banner>
      )}
      {isEarly && cashUp.lastAppointmentEnd !== null ? (
        <TextArea
          label={words.earlyReason}
          rows={2}
          maxLength={300}
          isRequired
          value={closing.reason}
          onChange={(reason) => changeClosing({ reason })}
          description={words.lastAppointment(formatInstant(cashUp.lastAppointmentEnd, timezone))}
          errorMessage={fields?.reason ?? (isAsked && lacksReason ? financeWords.enterReason : undefined)}
        />
      ) : null}
      <TextArea
        label={financeWords.note}
        rows={2}
        maxLength={300}
        value={closing.note}
        onChange={(note) => changeClosing({ note })}
        errorMessage={fields?.note}
      />
      {signing.kind === 'failed' && fields === undefined ? (
        <Banner tone="error" title={failureTitle(signing.failure, words.refused, words.unknown)}>
          {signing.failure.code === 'step-not-allowed' || signing.failure.code === 'day-signed-off'
            ? signing.failure.message
            : describeBookingFailure(signing.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}

const openItems = (cashUp: CashUp): string => {
  const [invoices, cheques, overpaid] = [
    countOutstanding(cashUp, 'unissuedInvoices'),
    countOutstanding(cashUp, 'undepositedCheques'),
    countOutstanding(cashUp, 'overpayments'),
  ]
  return [
    ...(invoices === 0 ? [] : [words.invoicesNotIssued(invoices)]),
    ...(cheques === 0 ? [] : [words.chequesNotDeposited(cheques)]),
    ...(overpaid === 0 ? [] : [words.overpaid(overpaid)]),
  ].join(', ')
}

function Differences({ cashUp }: { readonly cashUp: CashUp }) {
  const differences = closingDifferences(cashUp)
  const total = totalDifference(cashUp)
  if (differences.length === 0) {
    return cashUp.lines.some(({ isCounted }) => isCounted) ? <p>{words.balanced}</p> : null
  }
  return (
    <Banner tone="warning" title={total === null ? words.earlierDifference : words.dayDifference(total)}>
      <ul className="s-finance__differences">
        {differences.map(({ who, what, words: difference, earlier, note }) => (
          <li key={`${who} ${what} ${difference}`}>
            <strong>{words.differenceOf(who, what, difference)}</strong>
            {earlier.length === 0 ? null : <span className="s-finance__note">{earlier.join(' · ')}</span>}
            {note === '' ? null : <span className="s-finance__note">{note}</span>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
