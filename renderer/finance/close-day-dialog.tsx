import { useState } from 'react'
import { useStore } from 'zustand'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { closingDifferences, totalDifference } from '#domain/finance/cash-up-blocks.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { FinanceStore } from './finance-state.ts'
import { failureTitle } from './finance-words.ts'

type Props = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly locationName: string
  readonly timezone: ZoneId
  readonly now: Instant
  readonly onDone: (words: string) => void
}

/** Closes the open block of a day. Names every difference and every open item before it freezes the figures. */
export function CloseDayDialog({ store, cashUp, locationName, timezone, now, onDone }: Props) {
  const { closing, signing, changeClosing, leaveClosing, signOff } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (closing === null) return null
  const isPending = signing.kind === 'pending'
  const isAfter = cashUp.closed.length > 0
  const day = `${formatDate(cashUp.date)}, ${locationName}`
  const what = isAfter ? `payments after the close of ${day}` : day
  const left = openItems(cashUp)
  const isEarly = isEarlyClose(now, cashUp.lastAppointmentEnd)
  const fields = signing.kind === 'failed' ? signing.failure.details?.fields : undefined
  const lacksReason = isEarly && closing.reason.trim() === ''
  const send = async (): Promise<void> => {
    setIsAsked(true)
    if (lacksReason || !(await signOff())) return
    setIsAsked(false)
    onDone(`Closed: ${what}`)
  }
  return (
    <Dialog
      isOpen
      onClose={leaveClosing}
      isDismissable={!isPending}
      width="narrow"
      title={isAfter ? 'Close the payments after the close' : 'Close the day'}
      subtitle={day}
      footer={
        <>
          <Button onPress={leaveClosing} isDisabled={isPending}>
            Go back
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void send()}>
            Close {day}
          </Button>
        </>
      }
    >
      <p>
        This freezes the figures and counts. Money that moves later is listed apart, as “After close”, with its own
        count.
      </p>
      <Differences cashUp={cashUp} />
      {left === '' ? null : (
        <Banner tone="warning" title="Still open; they stay listed until they are done">
          {left}
        </Banner>
      )}
      {isEarly && cashUp.lastAppointmentEnd !== null ? (
        <TextArea
          label="Reason for closing now"
          rows={2}
          maxLength={300}
          isRequired
          value={closing.reason}
          onChange={(reason) => changeClosing({ reason })}
          description={`The last appointment of this day ends ${formatInstant(cashUp.lastAppointmentEnd, timezone)}.`}
          errorMessage={fields?.reason ?? (isAsked && lacksReason ? 'Enter a reason.' : undefined)}
        />
      ) : null}
      <TextArea
        label="Note"
        rows={2}
        maxLength={300}
        value={closing.note}
        onChange={(note) => changeClosing({ note })}
        errorMessage={fields?.note}
      />
      {signing.kind === 'failed' && fields === undefined ? (
        <Banner tone="error" title={failureTitle(signing.failure, 'The day was not closed', 'the day may be closed')}>
          {signing.failure.code === 'step-not-allowed' || signing.failure.code === 'day-signed-off'
            ? signing.failure.message
            : describeBookingFailure(signing.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}

const openItems = ({ unissuedInvoices, undepositedCheques, overpayments }: CashUp): string =>
  [
    countOf(unissuedInvoices.length, 'invoice not issued', 'invoices not issued'),
    countOf(undepositedCheques.length, 'cheque not deposited', 'cheques not deposited'),
    countOf(overpayments.length, 'study paid beyond its price', 'studies paid beyond their price'),
  ]
    .filter((words) => words !== null)
    .join(', ')

const countOf = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`

function Differences({ cashUp }: { readonly cashUp: CashUp }) {
  const differences = closingDifferences(cashUp)
  const total = totalDifference(cashUp)
  if (differences.length === 0) {
    return cashUp.lines.some(({ isCounted }) => isCounted) ? <p>All counts balance.</p> : null
  }
  return (
    <Banner tone="warning" title={total === null ? 'An earlier count differed' : `The day is ${total}`}>
      <ul className="s-finance__differences">
        {differences.map(({ who, what, words, note }) => (
          <li key={`${who} ${what} ${words}`}>
            <strong>
              {who}, {what.toLowerCase()}: {words}
            </strong>
            {note === '' ? null : <span className="s-finance__note">{note}</span>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
