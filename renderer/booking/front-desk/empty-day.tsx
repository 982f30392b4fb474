import { CalendarCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NextDay } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { formatDate, formatWeekdayAndDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { paths } from '../../routes.ts'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.emptyDay

type EmptyDayProps = {
  readonly bridge: Pick<Bridge, 'booking'>
  readonly location: Location
  readonly date: PlainDate
  readonly isToday: boolean
}

/** Replaces the list and the safety questions on a day without bookings, and links to the next day with bookings. */
export function EmptyDay({ bridge, location, date, isToday }: EmptyDayProps) {
  const [next, setNext] = useState<NextDay | null>(null)
  const { locationID } = location
  useEffect(() => {
    let isCurrent = true
    setNext(null)
    void bridge.booking.findNextDay({ locationID, from: addDays(date, 1) }).then((reply) => {
      if (isCurrent && reply.ok) setNext(reply.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, locationID, date])
  return (
    <EmptyState
      icon={<CalendarCheck aria-hidden="true" />}
      title={isToday ? words.titleToday : words.title(formatWeekdayAndDate(date))}
      action={
        next?.date == null ? null : (
          <LinkButton href={paths.frontdesk({ date: next.date })} variant="primary">
            {words.open(formatWeekdayAndDate(next.date))}
          </LinkButton>
        )
      }
    >
      {next === null || next.date !== null
        ? words.text(location.address.name)
        : words.noneBefore(location.address.name, formatDate(next.searchedTo))}
    </EmptyState>
  )
}
