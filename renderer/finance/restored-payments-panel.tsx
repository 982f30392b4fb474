import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { RestoredPayment } from '#domain/finance/restored-payment.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table } from '../kit/controls/table.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { paths } from '../routes.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { failureTitle, financeWords } from './finance-words.ts'
import type { RestoredPaymentsStore } from './restored-payments-store.ts'
import { restoredPaymentsWords as words } from './restored-payments-words.ts'

type Props = {
  readonly newStore: () => RestoredPaymentsStore
  /** The location on the screen; its zone is used for a payment whose location is unknown. */
  readonly location: Location
  readonly locations: readonly Location[]
  readonly isReached: boolean
  readonly onSaid: (words: string) => unknown
}

/**
 * Shows the card payments that the processor took after the restored backup was made, until finance staff resolve each
 * of them. Shows nothing if there are none.
 */
export function RestoredPaymentsPanel({ newStore, location, locations, isReached, onSaid }: Props) {
  const store = useMemo(newStore, [newStore])
  const { payments, load, begin } = useStore(store)
  useEffect(() => {
    if (isReached) void load()
  }, [isReached, load])
  if (payments.kind === 'failed' && isReached) {
    return (
      <Banner
        tone="warning"
        title={words.notRead}
        action={<Button onPress={() => void load()}>{financeWords.tryAgain}</Button>}
      >
        {describeBookingFailure(payments.failure).text}
      </Banner>
    )
  }
  if (payments.kind !== 'ready' || payments.value.length === 0) return null
  const placeOf = ({ locationID }: RestoredPayment): Location | undefined =>
    locations.find((candidate) => candidate.locationID === locationID)
  const timeOf = (payment: RestoredPayment): string =>
    formatInstant(payment.takenAt, (placeOf(payment) ?? location).timezone)
  return (
    <Panel title={words.title} isCollapsible={false} isFlush>
      <Banner tone="warning" title={words.count(payments.value.length)}>
        {words.what}
      </Banner>
      <Table<RestoredPayment>
        caption={words.title}
        density="small"
        rows={payments.value}
        rowKey={({ paymentID }) => paymentID}
        columns={[
          {
            id: 'what',
            header: words.kind,
            isRowHeader: true,
            cell: ({ kind, card }) => words.kindAndCard(kind, card),
          },
          {
            id: 'amount',
            header: words.amount,
            isNumeric: true,
            cell: (row) => formatAmount(row.amount, row.currency),
          },
          { id: 'time', header: words.time, width: '150px', cell: timeOf },
          { id: 'member', header: words.member, cell: (row) => <MemberOf payment={row} /> },
          { id: 'place', header: words.location, cell: (row) => placeOf(row)?.address.name ?? financeWords.noFigure },
          { id: 'id', header: words.processorID, cell: ({ paymentID }) => paymentID },
          {
            id: 'actions',
            header: financeWords.actions,
            cell: (row) => (
              <Button
                size="small"
                aria-label={words.resolveOf(row.paymentID)}
                disabledReason={whyNotOffline('countDay', isReached)}
                onPress={() => begin(row)}
              >
                {words.resolve}
              </Button>
            ),
          },
        ]}
      />
      <ResolveDialog store={store} timeOf={timeOf} onSaid={onSaid} />
    </Panel>
  )
}

const nameMember = ({ member }: RestoredPayment): string =>
  member === null ? words.noStudy : words.memberOf(member.name, formatDateText(member.dob))

function MemberOf({ payment }: { readonly payment: RestoredPayment }) {
  const { member, studyID } = payment
  if (member === null || studyID === null) return words.noStudy
  return (
    <>
      {nameMember(payment)}{' '}
      <LinkButton size="xsmall" href={paths.studyPayment(studyID as StudyID)} aria-label={words.openOf(member.name)}>
        {words.open}
      </LinkButton>
    </>
  )
}

type DialogProps = Pick<Props, 'onSaid'> & {
  readonly store: RestoredPaymentsStore
  readonly timeOf: (payment: RestoredPayment) => string
}

/** Asks for a note of what was done about a payment, and removes the payment from the list. */
function ResolveDialog({ store, timeOf, onSaid }: DialogProps) {
  const { resolving, sending, changeNote, leave, resolve } = useStore(store)
  const [isAsked, setIsAsked] = useState(false)
  if (resolving === null) return null
  const { payment, note } = resolving
  const amount = formatAmount(payment.amount, payment.currency)
  const who = [nameMember(payment), amount].join(controlWords.between)
  const lacksNote = note.trim() === ''
  const fields = sending.kind === 'failed' ? sending.failure.details?.fields : undefined
  const send = async (): Promise<void> => {
    setIsAsked(true)
    if (lacksNote || !(await resolve())) return
    setIsAsked(false)
    onSaid(words.resolved(amount))
  }
  return (
    <Dialog
      isOpen
      onClose={leave}
      isDismissable={sending.kind !== 'pending'}
      width="narrow"
      title={words.dialogTitle}
      subtitle={words.subtitle(words.kinds[payment.kind], amount, timeOf(payment))}
      footer={
        <CommitBar who={who}>
          <Button onPress={leave} isDisabled={sending.kind === 'pending'}>
            {financeWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={sending.kind === 'pending'}
            aria-label={controlWords.commitOf(words.confirm, who)}
            onPress={() => void send()}
          >
            {words.confirm}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.hint}</p>
      <TextArea
        label={words.note}
        rows={3}
        maxLength={500}
        isRequired
        autoFocus
        value={note}
        onChange={changeNote}
        errorMessage={fields?.note ?? (isAsked && lacksNote ? words.enterNote : undefined)}
      />
      {sending.kind === 'failed' && fields === undefined ? (
        <Banner tone="error" title={failureTitle(sending.failure, words.refused, words.unknown)}>
          {sending.failure.code === 'act-not-allowed' || sending.failure.code === 'not-found'
            ? sending.failure.message
            : describeBookingFailure(sending.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
