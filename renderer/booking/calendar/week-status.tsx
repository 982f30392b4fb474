import { WifiOff } from 'lucide-react'
import type { Slot } from '#domain/booking/slot.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt, type ZoneId } from '#domain/values/location-clock.ts'
import { type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import { Button } from '../../kit/controls/button.tsx'
import { isBehind } from '../../kit/freshness.ts'
import { useBookingWords } from '../member-booking-words.ts'
import { useLanguage } from '../text-language.ts'
import type { Audience } from './slot-rows.ts'
import type { FirstFreeSearch, KnownWeek } from './week-state.ts'
import { useWeekWords } from './week-words.ts'

/** Names the first free time if the current week has none, or the day up to which the search found none. */
export function OpeningNote({
  opening,
  firstFree,
  monday,
  today,
  zone,
}: {
  readonly opening: FirstFreeSearch
  /** The first free slot of the shown week; null for none. */
  readonly firstFree: Slot | null
  readonly monday: PlainDate
  readonly today: PlainDate
  readonly zone: ZoneId
}) {
  const { week: words } = useWeekWords()
  const { weekdayAndDate } = formatsIn(useLanguage())
  if (opening.kind === 'nothing') {
    // A time has become free since the search.
    if (firstFree !== null) return null
    return (
      <p className="wk__opening" role="status">
        {words.noFree(weekdayAndDate(opening.searchedTo))}
      </p>
    )
  }
  if (opening.kind !== 'found' || opening.monday !== monday || monday <= startOfWeek(today)) return null
  if (firstFree === null) return null
  return (
    <p className="wk__opening" role="status">
      {words.firstFree(weekdayAndDate(todayAt(firstFree.utcStart, zone)))}
    </p>
  )
}

/** Shows one note above the times that explains why no time can be held. */
export function OfflineNote({
  isOnline,
  audience = 'desk',
}: {
  readonly isOnline: boolean
  readonly audience?: Audience | undefined
}) {
  const { week: words } = useWeekWords()
  if (isOnline) return null
  return (
    <p className="wk__offline" role="status">
      <WifiOff aria-hidden="true" size={14} />
      {audience === 'member' ? words.offlineForMember : whyNotOffline('holdTime', isOnline)}
    </p>
  )
}

/** Shows the age of the week's data. */
export function WeekStatus({
  known,
  zone,
  now,
  isOnline,
  onRetry,
}: {
  readonly known: KnownWeek | null
  readonly zone: ZoneId
  readonly now: Instant
  readonly isOnline: boolean
  readonly onRetry: () => void
}) {
  const words = useWeekWords()
  const { tryAgain } = useBookingWords()
  const { moment } = formatsIn(useLanguage())
  if (known?.view == null) return <span />
  const asOf = moment(known.view.asOf, now, zone)
  if (isBehind({ ...known.view, failure: known.failure, isOnline, now })) {
    return (
      <span className="wk__stale" role="status">
        {words.stale(asOf, isOnline)}{' '}
        <Button variant="plain" size="micro" onPress={onRetry} isPending={known.reading === 'reading'}>
          {tryAgain}
        </Button>
      </span>
    )
  }
  return <span className="wk__as-of">{words.upToDate(asOf)}</span>
}
