import { CalendarX, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Location } from '#domain/locations/location.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { useBookingWords } from '../member-booking-words.ts'
import { useLanguage } from '../text-language.ts'
import type { KnownWeek } from './week-state.ts'
import { useWeekWords } from './week-words.ts'

/** Shows the table of a week, or the reason why there is no table. */
export function WeekBody({
  known,
  location,
  skuID,
  onRetry,
  onNext,
  children,
}: {
  readonly known: KnownWeek | null
  readonly location: Location
  readonly skuID: SkuID
  readonly onRetry: () => void
  readonly onNext: () => void
  readonly children: ReactNode
}) {
  const language = useLanguage()
  const { week: words } = useWeekWords()
  const { tryAgain } = useBookingWords()
  if (known?.view == null) {
    if (known?.failure == null) return <WeekSkeleton />
    const problem = describeBookingFailure(known.failure, language)
    return (
      <EmptyState
        icon={<CalendarX aria-hidden="true" />}
        title={known.failure.code === 'offline' ? words.offlineTitle : problem.title}
        action={
          <Button onPress={onRetry} icon={<RotateCw aria-hidden="true" />}>
            {tryAgain}
          </Button>
        }
      >
        {known.failure.code === 'offline' ? words.offline : problem.text}
      </EmptyState>
    )
  }
  if (known.view.days.some((day) => day.slots.length > 0)) return children
  if (!location.machines.some((machine) => machine.availableSKUs.includes(skuID))) {
    return (
      <EmptyState icon={<CalendarX aria-hidden="true" />} title={words.noMachineTitle(location.address.name)}>
        {words.noMachine}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<CalendarX aria-hidden="true" />}
      title={words.closedTitle}
      action={<Button onPress={onNext}>{words.next}</Button>}
    >
      {words.closed(location.address.name)}
    </EmptyState>
  )
}

/** Placeholder of a week that is being read. */
export function WeekSkeleton() {
  const { week: words } = useWeekWords()
  return (
    <SkeletonGroup label={words.loading} className="wk__skeleton">
      {Array.from({ length: 8 * 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <Skeleton key={index} shape="block" height={index < 8 ? 30 : 25} />
      ))}
    </SkeletonGroup>
  )
}
