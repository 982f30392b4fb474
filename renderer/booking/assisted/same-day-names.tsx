import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatClock } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { areNamesSimilar } from '#domain/members/duplicates.ts'
import { fullName } from '#domain/members/member.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { useDayEntries } from '../../study/use-day-entries.ts'
import { startToBook } from '../booking-place.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'

const words = assistedWords.sameDay

type Props = { readonly desk: BookingDesk; readonly location: Location }

/**
 * Warns when the same person, or one with a similar name, already has an appointment at this location on the chosen
 * day.
 */
export function SameDayNames({ desk, location }: Props) {
  const member = useStore(desk.booking, (state) => (state.member.kind === 'ready' ? state.member.value : null))
  const form = useStore(desk.booking, (state) => state.form)
  const state = useStore(desk.hold, (store) => store.state)
  const start = startToBook(state, form)
  const date = start === null ? null : toWallTime(start, location.timezone).date
  const entries = useDayEntries(desk.readDay, location.locationID, date)

  if (member === null || entries === null) return null
  const others = entries.flatMap(({ machineTime, member: other }) =>
    other !== null && areNamesSimilar(member, other) ? [{ machineTime, other }] : [],
  )
  if (others.length === 0) return null
  const isSelf = others.some(({ other }) => other.patientID === member.patientID)
  return (
    <Banner tone="warning" title={isSelf ? words.sameMember : words.similarName}>
      <ul>
        {others.map(({ machineTime, other }) => (
          <li key={machineTime.eventID} className="tabular">
            {formatClock(machineTime.utcStart, location.timezone)} {fullName(other)}, {formatDate(other.dob)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
