import type { FlagReading } from '#domain/study/status-flags.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { type Instant, parseInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

/** When a flag was set: `24 Nov 2026 09:40am PST`, `Yes` where nobody wrote when; null where it is not set. */
export const flagWords = ({ isSet, time }: Pick<FlagReading, 'isSet' | 'time'>, zone: ZoneId): string | null =>
  isSet ? (time === null ? 'Yes' : formatInstant(time, zone)) : null

/** How a study was booked (study spec §2 Booking): the flag that stands; null where neither does. */
export const bookingTypeWords = (
  online: Pick<FlagReading, 'isSet'>,
  offline: Pick<FlagReading, 'isSet'>,
): string | null => (online.isSet ? 'Online' : offline.isSet ? 'Offline, by staff' : null)

/** A moment as the CRM writes it, in the location's zone; as it stands where it is no moment. */
export const crmTimeWords = (text: string, zone: ZoneId): string => {
  const instant: Instant | undefined = parseInstant(text)
  return instant === undefined ? text : formatInstant(instant, zone)
}

/** Why nothing else can be pressed while the CRM is written to. */
export const savingWords = 'Type and lead source are being saved.'
export const linkingWords = 'The opportunity is being linked.'
