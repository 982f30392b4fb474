import { useStore } from 'zustand'
import type { CashUp } from '#domain/payments/cash-up.ts'
import { formatDate } from '#domain/time/format-time.ts'
import { describeBookingFailure } from '../../booking-parts/booking-failures.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { TextArea } from '../../widgets/text-area.tsx'
import type { FinanceStore } from './finance-store.ts'

type Props = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly locationName: string
  readonly onDone: (words: string) => void
}

/** Closes a day: what stays open is said before, and nothing is counted after. */
export function CloseDayDialog({ store, cashUp, locationName, onDone }: Props) {
  const { closing, signing, changeNote, leaveClosing, signOff } = useStore(store)
  if (closing === null) return null
  const isPending = signing.kind === 'pending'
  const day = `${formatDate(cashUp.date)}, ${locationName}`
  const open = [
    [cashUp.unissuedInvoices.length, 'invoices that are not issued'],
    [cashUp.undepositedCheques.length, 'cheques that are not deposited'],
    [cashUp.overpayments.length, 'studies paid beyond their price'],
  ] as const
  const left = open.filter(([count]) => count > 0)
  return (
    <Dialog
      isOpen
      onClose={leaveClosing}
      isDismissable={!isPending}
      width="narrow"
      title="Sign the day off"
      subtitle={day}
      footer={
        <>
          <Button onPress={leaveClosing} isDisabled={isPending}>
            Go back
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            onPress={() => void signOff().then((isDone) => isDone && onDone(`${day} is signed off`))}
          >
            Sign off {day}
          </Button>
        </>
      }
    >
      <p>Nothing can be counted on this day afterwards. Money that moves later stands on its own day.</p>
      {left.length === 0 ? null : (
        <Banner tone="warning" title="Still open, and listed again until they are dealt with">
          {left.map(([count, what]) => `${count} ${what}`).join(', ')}.
        </Banner>
      )}
      <TextArea label="Note" rows={2} maxLength={300} value={closing.note} onChange={changeNote} />
      {signing.kind === 'failed' ? (
        <Banner tone="error" title="The day was not signed off">
          {signing.failure.code === 'step-not-allowed' || signing.failure.code === 'day-signed-off'
            ? signing.failure.message
            : describeBookingFailure(signing.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
