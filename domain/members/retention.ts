import { z } from 'zod'
import { addDays, addMonths, type PlainDate } from '../values/plain-date.ts'
import { instantSchema } from '../values/time-schemas.ts'

/**
 * The kinds of records that have a retention period. The server removes technical kinds. Medical kinds are only listed
 * as due, and an administrator decides.
 */
export const retentionKinds = ['medical-record', 'refused-result', 'message-address', 'send-password'] as const
export type RetentionKind = (typeof retentionKinds)[number]

type Rule = {
  readonly isMedical: boolean
  /** Whether a place can have a period of its own. */
  readonly isPlaced: boolean
  /** Days; null keeps the records forever. */
  readonly standard: number | null
  /** The shortest period that can be set, in days. */
  readonly shortest: number
  readonly longest: number
}

/** The standard periods and limits. No medical record is removed under the standard periods. */
export const retentionRules: Readonly<Record<RetentionKind, Rule>> = {
  'medical-record': { isMedical: true, isPlaced: true, standard: null, shortest: 3653, longest: 36_525 },
  // The server removes them after 90 days in any case.
  'refused-result': { isMedical: false, isPlaced: false, standard: 90, shortest: 30, longest: 90 },
  'message-address': { isMedical: false, isPlaced: true, standard: 730, shortest: 30, longest: 36_525 },
  'send-password': { isMedical: false, isPlaced: true, standard: 90, shortest: 30, longest: 3653 },
}

/** A place that has periods of its own: `all`, a country (`Canada`), or a province or state in it (`Canada/BC`). */
export const retentionPlaceSchema = z.string().trim().min(1).max(120)

/** A period that an administrator set. `days` is null for records that are kept forever. */
export const retentionPeriodSchema = z.object({
  kind: z.enum(retentionKinds),
  place: retentionPlaceSchema,
  days: z.number().int().min(1).max(36_525).nullable(),
  version: z.number().int(),
  setBy: z.string(),
  setAt: instantSchema,
})
export type RetentionPeriod = z.infer<typeof retentionPeriodSchema>

type SetPeriod = Pick<RetentionPeriod, 'kind' | 'place' | 'days'>

/** Returns the places whose periods apply to a location, the most specific first. */
export const retentionPlacesOf = ({
  country,
  state,
}: {
  readonly country: string
  readonly state: string
}): readonly string[] => [...(state === '' ? [] : [`${country}/${state}`]), ...(country === '' ? [] : [country]), 'all']

/**
 * Returns the period of a kind at a location, in days: that of the most specific place with a period, or the standard
 * one.
 */
export const periodAt = (
  kind: RetentionKind,
  places: readonly string[],
  periods: readonly SetPeriod[],
): number | null => {
  for (const place of places) {
    const found = periods.find((period) => period.kind === kind && period.place === place)
    if (found !== undefined) return found.days
  }
  return retentionRules[kind].standard
}

/** Returns why a period cannot be set; null if it can. */
export const whyNotPeriod = (kind: RetentionKind, place: string, days: number | null): string | null => {
  const { shortest, longest, isMedical, isPlaced } = retentionRules[kind]
  if (!isPlaced && place !== 'all') return 'This kind has one period for all places.'
  if (days === null) return isMedical ? null : 'Enter a number of days.'
  return days < shortest || days > longest ? `Enter a number of days from ${shortest} to ${longest}.` : null
}

/** The age from which a person counts as an adult: the highest age of majority among the provinces and states. */
const adultAge = 19

/** One study: the day on which its medical content last changed, and the retention period at its location. */
export type KeptRecord = { readonly lastDay: PlainDate; readonly days: number | null }

/**
 * Returns the last day on which the medical records of a member must be kept: the latest such day of the member's
 * studies. For studies before adulthood, the period begins on the day on which the member becomes an adult. `always` if
 * any record is kept forever; null if there are no records.
 */
export const keepUntil = (records: readonly KeptRecord[], dob: PlainDate): PlainDate | 'always' | null => {
  const adultOn = addMonths(dob, 12 * adultAge)
  let latest: PlainDate | null = null
  for (const { lastDay, days } of records) {
    if (days === null) return 'always'
    const end = addDays(lastDay > adultOn ? lastDay : adultOn, days)
    if (latest === null || end > latest) latest = end
  }
  return latest
}

const day = 86_400
/** The number of different days on which work must have been recorded before the server trusts its clock. */
const trustedDays = 3
export const lookedBackDays = 7
/** The maximum difference between the clocks of the server and its database, in seconds. */
export const toleratedSeconds = 3600

/**
 * Returns why the clock is not trusted; null if it is trusted. While it is not trusted, nothing is removed. `changes`
 * are the times of recent changes in the database, in any order, and `newest` is the time of the newest change. If the
 * clock jumped ahead, too few recent days have recorded work. If it jumped back, the database has work from the future.
 * All times are epoch seconds.
 */
export const whyNotTrusted = (
  now: number,
  newest: number | null,
  changes: readonly number[],
): 'clock-behind' | 'too-little-work' | null => {
  if (newest !== null && newest > now + toleratedSeconds) return 'clock-behind'
  const days = new Set(
    changes
      .filter((at) => at <= now + toleratedSeconds && at > now - lookedBackDays * day)
      .map((at) => Math.floor(at / day)),
  )
  return days.size < trustedDays ? 'too-little-work' : null
}

/**
 * Returns the day of a nightly run, counted since 1970. The day begins at 08:00 UTC, which is night in North America.
 */
export const retentionDay = (now: number): number => Math.floor((now - 8 * 3600) / day)

const retentionRunStates = ['done', 'clock-behind', 'too-little-work'] as const

/** A nightly run, with the number of removed records by kind; it removes nothing unless its state is `done`. */
export const retentionRunSchema = z.object({
  at: instantSchema,
  state: z.enum(retentionRunStates),
  removed: z.record(z.string(), z.number().int()),
})
export type RetentionRun = z.infer<typeof retentionRunSchema>
