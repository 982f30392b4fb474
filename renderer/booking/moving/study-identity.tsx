import { useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import { type SedativeOption, sedativeOptions } from '#domain/booking/booking-request.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { totalWithAddons } from '#domain/locations/addon.ts'
import { fullName } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { describeHold, isHoldKept } from '#domain/study/hold-words.ts'
import { invoiceOutstandingWords, isInvoiceOutstanding } from '#domain/study/invoice-outstanding.ts'
import { describeSedativePlan, sedativePlan } from '#domain/study/sedative-plan.ts'
import type { Instant } from '#domain/values/instant.ts'
import { parseDecimalAmount, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import type { Submission } from '../../kit/loadable.ts'
import { paths } from '../../routes.ts'
import { OtherBookingsNote } from '../../safety/other-bookings-note.tsx'
import { SafetyChips } from '../../safety/safety-chips.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { SimilarOnDay } from '../../study/similar-names-badge.tsx'
import { AppointmentBadge } from '../../study/state-badge.tsx'
import { StudyHeader } from '../../study/study-header.tsx'
import { asksForReason, ConvertHoldDialog } from '../convert-hold-dialog.tsx'
import { movingWords } from './moving-words.ts'
import type { ReadStudy, StudyBookingDesk } from './study-booking-state.ts'

const words = movingWords.page

type Props = {
  readonly readDay: Bridge['booking']['readDay']
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly isOnline: boolean
  readonly now: Instant
  readonly maySetSedative: boolean
  readonly onCancel: () => void
  /** Scrolls to the study's payments, further down the page. */
  readonly onPayment: () => void
}

/** Shows the booking's member, appointment and status, and the actions on it other than moving it. */
export function StudyIdentity({ readDay, desk, read, isOnline, now, maySetSedative, onCancel, onPayment }: Props) {
  const { study, location } = read
  const converting = useStore(desk.store, (state) => state.converting)
  const sedative = useStore(desk.store, (state) => state.settingSedative)
  const proactive = useStore(desk.store, (state) => state.settingProactive)
  const convertReason = whyNotOffline('convertHold', isOnline) ?? (study.balance > 0 ? words.balanceOpen : null)
  const total = toDecimalAmount(totalWithAddons(study.price, study.items.addons))
  const amount = (value: number): string =>
    formatMoney(parseDecimalAmount(value) ?? toMoney(0), location.currency.currency)
  return (
    <StudyHeader
      view={read}
      badges={
        <>
          <StatusBadges read={read} />
          <SimilarOnDay readDay={readDay} view={read} />
        </>
      }
      facts={
        <>
          <div>
            <dt>{words.price}</dt>
            <dd className="tabular">
              {words.priceLine(
                amount(total),
                study.paymentAmount > 0 ? amount(study.paymentAmount) : null,
                isInvoiceOutstanding(study) ? invoiceOutstandingWords.toLowerCase() : null,
                study.balance > 0 && study.balance !== total && !study.status.cancelled ? amount(study.balance) : null,
              )}
            </dd>
          </div>
          {study.status.cancelled || study.status.scanned ? null : (
            <div>
              <dt>{words.bookingKind}</dt>
              <dd>
                <Checkbox
                  isSelected={study.config.proactiveBooking}
                  onChange={(isSelected) => void desk.store.getState().setProactive(isSelected)}
                  disabledReason={whyNotOffline('changeProactive', isOnline)}
                >
                  {words.proactive}
                </Checkbox>
              </dd>
            </div>
          )}
        </>
      }
      actions={
        <>
          {maySetSedative && !study.status.cancelled ? (
            <RadioGroup<SedativeOption>
              label={words.sedative}
              variant="segmented"
              options={sedativeOptions.map((value) => ({ value, label: value }))}
              value={study.sedativeTaken}
              onChange={(value) => void desk.store.getState().setSedative(value)}
              description={describeSedativePlan(sedativePlan(study, now))}
              disabledReason={whyNotOffline('changeSedative', isOnline)}
            />
          ) : null}
          {study.temporaryHold && !study.status.cancelled ? (
            <>
              <Button
                onPress={() => void desk.store.getState().convert(null)}
                isPending={converting.kind === 'pending'}
                disabledReason={convertReason}
                tooltip={words.convertTip}
              >
                {words.convert}
              </Button>
              {convertReason === null ? null : (
                <p className="si__why" aria-hidden="true">
                  {convertReason}
                </p>
              )}
            </>
          ) : null}
          <LinkButton href={paths.study(study.studyID)}>{words.openStudy}</LinkButton>
          <Button onPress={onPayment}>{words.payment}</Button>
          {study.status.cancelled || study.status.scanned ? null : (
            <Button tone="danger" onPress={onCancel} disabledReason={whyNotOffline('cancel', isOnline)}>
              {words.cancel}
            </Button>
          )}
        </>
      }
    >
      {study.status.cancelled || study.status.scanned ? null : <OtherBookingsNote summary={study.safety} />}
      <Conversion desk={desk} read={read} />
      <Problem attempt={sedative} />
      <Problem attempt={proactive} />
    </StudyHeader>
  )
}

/** Shows the result of a conversion to a booking; asks for the reason if the back office needs one. */
function Conversion({ desk, read }: Pick<Props, 'desk' | 'read'>) {
  const converting = useStore(desk.store, (state) => state.converting)
  const [asked, setAsked] = useState<string | null>(null)
  if (converting.kind === 'failed' && asksForReason(converting.failure) && asked !== converting.failure.message) {
    setAsked(converting.failure.message)
  }
  const isOver = converting.kind === 'idle' || (converting.kind === 'failed' && !asksForReason(converting.failure))
  if (asked === null || isOver) return <Problem attempt={converting} />
  return (
    <ConvertHoldDialog
      who={`${fullName(read.member)}, ${formatDate(read.member.dob)}`}
      safety={read.study.safety}
      asked={asked}
      isPending={converting.kind === 'pending'}
      onConfirm={(reason) => void desk.store.getState().convert(reason)}
      onClose={() => {
        setAsked(null)
        desk.store.getState().dismissConversion()
      }}
    />
  )
}

function Problem({ attempt }: { readonly attempt: Submission }) {
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
  const { status } = study
  if (status.cancelled) return <AppointmentBadge state="cancelled" />
  return (
    <>
      {study.temporaryHold ? (
        <AppointmentBadge
          state="held"
          word={words.hold(
            describeHold(study),
            study.temporaryHoldUntil === null || isHoldKept(study)
              ? null
              : formatInstant(study.temporaryHoldUntil, location.timezone),
          )}
        />
      ) : status.booked ? (
        <AppointmentBadge state="booked" word={words.booked(status.bookedBy)} />
      ) : (
        <Badge>{words.notBooked}</Badge>
      )}
      {status.checkin ? <AppointmentBadge state="checked-in" /> : null}
      {status.paid ? <Badge tone="success">{words.paidBadge}</Badge> : null}
      {isInvoiceOutstanding(study) ? <Badge tone="warning">{invoiceOutstandingWords}</Badge> : null}
      {status.scanned ? <AppointmentBadge state="scanned" /> : null}
      {status.scanned ? null : <SafetyChips summary={study.safety} />}
      {study.memberType === null ? null : <Badge>{study.memberType}</Badge>}
    </>
  )
}
