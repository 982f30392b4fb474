import { TriangleAlert } from 'lucide-react'
import { describeOtherBooking, otherBookingsOf } from '#domain/safety/other-bookings.ts'
import type { OtherBookingSafety, SafetySummary } from '#domain/safety/safety-record.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import './other-bookings-note.css'
import { safetyFormWords } from './safety-words.ts'

type Props = { readonly summary: Pick<SafetySummary, 'others'> }

/** Lists the member's other bookings that have dangerous answers; shows nothing when there are none. */
export function OtherBookingsNote({ summary }: Props) {
  const others = otherBookingsOf(summary)
  if (others.length === 0) return null
  return (
    <ul className="obn" aria-label={safetyFormWords.otherBookings.label}>
      {others.map((other, index) => (
        <li key={other.studyID ?? index} className={other.stops > 0 ? 'obn__line obn__line--stop' : 'obn__line'}>
          <TriangleAlert aria-hidden="true" size={16} className="obn__sign" />
          <span>
            <OtherBookingLine other={other} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Shows the number of dangers in one booking, and a link to its safety questions when the user may open them. */
function OtherBookingLine({ other }: { readonly other: OtherBookingSafety }) {
  const booking = describeOtherBooking(other)
  if (other.studyID === null) return safetyFormWords.otherBookings.hidden(booking)
  return (
    <>
      {safetyFormWords.otherBookings.line(booking)}
      <LinkButton href={`${paths.study(other.studyID)}#study-safety`} variant="text" size="small">
        {safetyFormWords.otherBookings.open}
      </LinkButton>
    </>
  )
}
