import type { FlagReading } from '#domain/study/status-flags.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { type Instant, parseInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

/**
 * Returns when a flag was set: `24 Nov 2026 09:40am PST`, `Yes` where the time is unknown; null where it is not set.
 */
export const flagWords = ({ isSet, time }: Pick<FlagReading, 'isSet' | 'time'>, zone: ZoneId): string | null =>
  isSet ? (time === null ? 'Yes' : formatInstant(time, zone)) : null

/** Returns how a study was booked (study spec §2 Booking), by its flags; null where neither is set. */
export const bookingTypeWords = (
  online: Pick<FlagReading, 'isSet'>,
  offline: Pick<FlagReading, 'isSet'>,
): string | null => (online.isSet ? 'Online' : offline.isSet ? 'Offline, by staff' : null)

/** Formats a time of the CRM in the location's zone; returns the text unchanged where it is not a time. */
export const crmTimeWords = (text: string, zone: ZoneId): string => {
  const instant: Instant | undefined = parseInstant(text)
  return instant === undefined ? text : formatInstant(instant, zone)
}

/** Why nothing else can be pressed during a write to the CRM. */
export const savingWords = 'Type and lead source are being saved.'
export const linkingWords = 'The opportunity is being linked.'
