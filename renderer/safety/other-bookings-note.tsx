import { TriangleAlert } from 'lucide-react'
import { describeOtherBooking, otherBookingsOf } from '#domain/safety/other-bookings.ts'
import type { OtherBookingSafety, SafetySummary } from '#domain/safety/safety-record.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import './other-bookings-note.css'

type Props = { readonly summary: Pick<SafetySummary, 'others'> }

/** What other bookings of the member tell that is dangerous, a line for each with the way to it; nothing where there is none. */
export function OtherBookingsNote({ summary }: Props) {
  const others = otherBookingsOf(summary)
  if (others.length === 0) return null
  return (
    <ul className="obn" aria-label="Safety in other bookings of this member">
      {others.map((other, index) => (
        <li key={other.studyID ?? index} className={other.stops > 0 ? 'obn__line obn__line--stop' : 'obn__line'}>
          <TriangleAlert aria-hidden="true" size={15} className="obn__sign" />
          <span>
            <OtherBookingLine other={other} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** One line of it: what the booking tells, and the way to its safety questions where the reader may see them. */
function OtherBookingLine({ other }: { readonly other: OtherBookingSafety }) {
  return (
    <>
      {describeOtherBooking(other)}
      {other.studyID === null ? (
        '. You may not see that booking; an administrator can.'
      ) : (
        <>
          {'. '}
          <LinkButton href={`${paths.study(other.studyID)}#study-safety`} variant="text" size="small">
            Open that booking
          </LinkButton>
        </>
      )}
    </>
  )
}
