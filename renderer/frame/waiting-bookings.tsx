import { Hourglass } from 'lucide-react'
import { useStore } from 'zustand'
import type { UnseenBooking } from '#contract/booking/bridge.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { WaitingStore } from '../booking/waiting-store.ts'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Popover } from '../kit/controls/popover.tsx'
import { paths } from '../routes.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

const words = frameNoticeWords.bookings

/** Shows bookings whose result no page has displayed, with that result; nothing when there are none. */
export function WaitingBookings({ waiting }: { waiting: WaitingStore }) {
  const { bookings, acknowledge } = useStore(waiting)
  if (bookings.length === 0) return null
  const pending = bookings.filter(({ outcome }) => outcome.kind === 'pending').length
  const settled = bookings.length - pending
  return (
    <Popover
      label={words.label}
      placement="top start"
      trigger={
        <Button variant="plain" size="micro" icon={<Hourglass aria-hidden="true" />}>
          {words.summary(pending, settled)}
        </Button>
      }
    >
      <ul className="s-waiting">
        {bookings.map((booking) => (
          <li key={booking.idempotencyKey} className="s-waiting__item">
            <span>{describeOutcome(booking)}</span>
            {booking.outcome.kind === 'pending' ? null : (
              <span className="s-waiting__actions">
                {booking.outcome.kind === 'booked' ? (
                  <LinkButton size="xsmall" href={paths.studyBooking(booking.outcome.study.studyID)}>
                    {words.openStudy}
                  </LinkButton>
                ) : null}
                <Button size="xsmall" onPress={() => void acknowledge(booking.idempotencyKey)}>
                  {words.dismiss}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}

/** Returns the result of a booking whose page or window closed before the answer was displayed. */
const describeOutcome = ({ outcome }: Pick<UnseenBooking, 'outcome'>): string => {
  switch (outcome.kind) {
    case 'pending':
      return words.pending
    case 'refused':
      return words.refused(outcome.message)
    case 'booked': {
      const { booking } = outcome.study
      return words.booked(booking === null ? null : formatInstant(booking.utcStart, booking.timezone))
    }
  }
}
