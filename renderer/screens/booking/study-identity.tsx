import { useStore } from 'zustand'
import { type SedativeOption, sedativeOptions } from '#domain/booking/booking-request.ts'
import { cancellationReasons } from '#domain/booking/cancellation.ts'
import { formatMoney, parseDecimalAmount, toMoney } from '#domain/money/money.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { describeBookingFailure } from '../../booking-parts/booking-failures.ts'
import type { ReadStudy, StudyBookingDesk } from '../../booking-parts/study-booking-store.ts'
import { StudyHeader } from '../../booking-parts/study-header.tsx'
import { paths } from '../../routes.ts'
import type { Attempt } from '../../stores/loadable.ts'
import { Badge } from '../../widgets/badge.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { RadioGroup } from '../../widgets/radio-group.tsx'

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly isOnline: boolean
  readonly maySetSedative: boolean
  readonly onCancel: () => void
  /** Goes to the study's money, further down the page. */
  readonly onPayment: () => void
}

const offlineReason = 'The back office cannot be reached.'

/** Who and what this page is about, its status, and what can be done to it beside moving it. */
export function StudyIdentity({ desk, read, isOnline, maySetSedative, onCancel, onPayment }: Props) {
  const { study, location } = read
  const converting = useStore(desk.store, (state) => state.converting)
  const sedative = useStore(desk.store, (state) => state.settingSedative)
  const amount = (value: number): string =>
    formatMoney(parseDecimalAmount(value) ?? toMoney(0), location.currency.currency)
  return (
    <StudyHeader
      view={read}
      badges={<StatusBadges read={read} />}
      facts={
        <div>
          <dt>Price</dt>
          <dd className="tabular">
            {amount(study.price)}
            {study.paymentAmount > 0 ? `, paid ${amount(study.paymentAmount)}` : ''}
            {study.balance > 0 && study.balance !== study.price ? `, balance ${amount(study.balance)}` : ''}
          </dd>
        </div>
      }
      actions={
        <>
          {maySetSedative && !study.status.cancelled ? (
            <RadioGroup<SedativeOption>
              label="Sedative"
              variant="segmented"
              options={sedativeOptions.map((value) => ({ value, label: value }))}
              value={study.sedativeTaken}
              onChange={(value) => void desk.store.getState().setSedative(value)}
              disabledReason={isOnline ? null : offlineReason}
            />
          ) : null}
          {study.temporaryHold && !study.status.cancelled ? (
            <Button
              onPress={() => void desk.store.getState().convert()}
              isPending={converting.kind === 'pending'}
              disabledReason={
                !isOnline
                  ? offlineReason
                  : study.balance > 0
                    ? 'There is still a balance. A temporary hold becomes a booking once nothing is owed.'
                    : null
              }
            >
              Convert the temporary hold
            </Button>
          ) : null}
          <LinkButton href={paths.study(study.studyID)}>Open the study</LinkButton>
          <Button onPress={onPayment}>Payment</Button>
          <Button
            tone="danger"
            onPress={onCancel}
            disabledReason={
              study.status.cancelled ? 'This appointment is cancelled already.' : isOnline ? null : offlineReason
            }
          >
            Cancel Appointment
          </Button>
        </>
      }
    >
      <Problem attempt={converting} />
      <Problem attempt={sedative} />
    </StudyHeader>
  )
}

function Problem({ attempt }: { readonly attempt: Attempt }) {
  if (attempt.kind !== 'failed') return null
  const { title, text } = describeBookingFailure(attempt.failure)
  return (
    <Banner tone="error" title={title} className="si__problem">
      {text}
    </Banner>
  )
}

function StatusBadges({ read }: { readonly read: ReadStudy }) {
  const { study, location } = read
  const { status, cancellation } = study
  if (status.cancelled) {
    const reason = cancellationReasons.find((each) => each.code === cancellation?.cancellationReason)
    return (
      <>
        <Badge tone="danger">
          Cancelled
          {status.cancelledTime === null ? '' : ` ${formatInstant(status.cancelledTime, location.timezone)}`}
          {status.cancelledBy === null ? '' : ` by ${status.cancelledBy}`}
        </Badge>
        {reason === undefined ? null : (
          <span className="si__reason">
            {reason.group}: {reason.label}
            {cancellation?.cancellationDetail ? `. ${cancellation.cancellationDetail}` : ''}
          </span>
        )}
      </>
    )
  }
  return (
    <>
      {study.temporaryHold ? (
        <Badge tone="warning">
          Temporary hold
          {study.temporaryHoldUntil === null
            ? ''
            : ` until ${formatInstant(study.temporaryHoldUntil, location.timezone)}`}
        </Badge>
      ) : status.booked ? (
        <Badge tone="primary">Booked{status.bookedBy === null ? '' : ` by ${status.bookedBy}`}</Badge>
      ) : (
        <Badge>Not booked</Badge>
      )}
      {status.checkin ? <Badge tone="info">Checked in</Badge> : null}
      {status.paid ? <Badge tone="success">Paid</Badge> : null}
      {status.scanned ? <Badge tone="success">Scanned</Badge> : null}
      {study.memberType === null ? null : <Badge>{study.memberType}</Badge>}
    </>
  )
}
