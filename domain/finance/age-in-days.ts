import type { Instant } from '../values/instant.ts'
import { toWallTime, type ZoneId } from '../values/location-clock.ts'
import { countDays } from '../values/plain-date.ts'

/** Days after which an open item of finance is marked as old. */
const oldAfterDays = 30

/** Returns for how many days of the location's calendar an item has been open, and whether it counts as old. */
export const ageInDays = (
  since: Instant,
  now: Instant,
  zone: ZoneId,
): { readonly days: number; readonly isOld: boolean } => {
  const days = Math.max(0, countDays(toWallTime(since, zone).date, toWallTime(now, zone).date))
  return { days, isOld: days > oldAfterDays }
}
