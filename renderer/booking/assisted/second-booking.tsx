import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { appointmentState, findOtherBookings } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { paths } from '../../routes.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'
import { describePlaceAndScan } from './member-appointments.tsx'
import './second-booking.css'

const words = assistedWords.secondBooking

/**
 * Returns the chosen member's future and current appointments, the soonest first. A new booking leaves them unchanged.
 */
export const useOtherBookings = (desk: BookingDesk, now: Instant): readonly Study[] => {
  const list = useStore(desk.appointments, (state) => state.list)
  return list.kind === 'ready' ? findOtherBookings(list.value.studies, now) : []
}

/** Returns the time of an appointment, such as `Mon 07 Dec 2026 12:25pm CST`; null without a booking. */
const timeOf = ({ booking }: Study): string | null =>
  booking === null ? null : formatWeekdayAndInstant(booking.utcStart, booking.timezone)

/** Returns an appointment in words, such as `Mon 07 Dec 2026 12:25pm CST at Chicago, Whole Body`. */
const describeOther = (study: Study, locations: readonly Location[], now: Instant): string => {
  const when = timeOf(study)
  if (when === null) return describePlaceAndScan(study, locations)
  return words.booked(when, describePlaceAndScan(study, locations), appointmentState(study, now) === 'held')
}

type SecondBookingProps = {
  readonly desk: BookingDesk
  readonly locations: readonly Location[]
  readonly now: Instant
  /** Where the component is: with the chosen member, or above the Book button. */
  readonly place: 'member' | 'foot'
}

/**
 * Shows that the member already has a booking, and offers to move that booking instead. The text is with the member, or
 * above the Book button if the booking was found only when that button was pressed.
 */
export function SecondBooking({ desk, locations, now, place }: SecondBookingProps) {
  const others = useOtherBookings(desk, now)
  const list = useStore(desk.appointments, (state) => state.list)
  const isFoundLate = useStore(desk.booking, (state) => state.foundOthersAtBook)
  const isBehind = useStore(desk.appointments, (state) => state.isBehind)
  const isUnchecked = isBehind || list.kind === 'failed' || (list.kind === 'ready' && list.value.source === 'cache')
  const [first, ...more] = others
  if (isFoundLate !== (place === 'foot')) return null
  if (first === undefined) {
    return isUnchecked ? <p className="sp__reason">{words.notChecked}</p> : null
  }
  return (
    <div className="sp__other" role="status">
      <TriangleAlert aria-hidden="true" size={16} />
      <p>
        <strong>{words.alreadyBooked(describeOther(first, locations, now))}</strong>
        {words.andMore(more.length)} {isFoundLate ? `${words.foundLate} ` : null}
        <LinkButton href={paths.studyBooking(first.studyID)} variant="text" size="small">
          {words.move(timeOf(first))}
        </LinkButton>
      </p>
    </div>
  )
}
