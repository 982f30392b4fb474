import { type Instant, minutesBetween } from '../values/instant.ts'
import { countOf } from './format-count.ts'

/**
 * Returns the time from `now` to `until` in its two largest units, rounded down: `2 days and 3 hours`, `5 minutes`.
 * Returns `less than a minute` below one minute, and also if `until` has passed.
 */
export const formatTimeLeft = (now: Instant, until: Instant): string => {
  const minutes = Math.floor(minutesBetween(now, until))
  const units = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const largest = units.findIndex(([count]) => count > 0)
  if (largest === -1) return 'less than a minute'
  return units
    .slice(largest, largest + 2)
    .filter(([count]) => count > 0)
    .map(([count, noun]) => countOf(count, noun))
    .join(' and ')
}
