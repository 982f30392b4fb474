import { Temporal } from 'temporal-polyfill'

/** A zone's legal offset all year round, which a runtime's tables may lack. */
type YearRoundTime = { readonly offset: string; readonly abbreviation: string }

// In 2026 four Canadian governments ended clock changes within about six months, faster than runtimes adopt new tables.
// Node 24.21 has tables 2026c, with the first two changes of this list; Chromium 156 has all four. Without this list,
// window and back office on one computer would differ by an hour for a visit in Winnipeg. Aliases are listed with their
// zone.
const PERMANENT_OFFSETS: readonly (YearRoundTime & { readonly zones: readonly string[] })[] = [
  // British Columbia, 9 March 2026 (tables 2026b).
  { zones: ['America/Vancouver', 'Canada/Pacific'], offset: '-07:00', abbreviation: 'PDT' },
  // Alberta, 18 June 2026 (tables 2026c).
  { zones: ['America/Edmonton', 'America/Yellowknife', 'Canada/Mountain'], offset: '-06:00', abbreviation: 'MDT' },
  // Northwest Territories, 21 August 2026 (tables 2026d).
  { zones: ['America/Inuvik'], offset: '-06:00', abbreviation: 'MDT' },
  // Manitoba, 17 September 2026 (after tables 2026d).
  { zones: ['America/Winnipeg', 'America/Rainy_River', 'Canada/Central'], offset: '-05:00', abbreviation: 'CDT' },
]

// This day is after the last clock change, in March, and before the first abolished clock change, on 1 November. So old
// and new tables agree on this day in each of these zones.
const CHECKED_FROM_MS = Date.parse('2026-10-01T12:00:00Z')
const FIRST_WINTER_MS = Date.parse('2026-12-15T12:00:00Z')

const outdatedZones = new Map<string, YearRoundTime | undefined>()

/**
 * Returns the legal time at an instant if this runtime's tables are outdated; undefined otherwise. A runtime whose
 * tables have the right offset in the first winter without a clock change is trusted for every instant.
 */
export function yearRoundTime(epochMs: number, zone: string): YearRoundTime | undefined {
  if (epochMs < CHECKED_FROM_MS) return undefined
  if (!outdatedZones.has(zone)) outdatedZones.set(zone, findOutdatedZone(zone))
  return outdatedZones.get(zone)
}

function findOutdatedZone(zone: string): YearRoundTime | undefined {
  const permanent = PERMANENT_OFFSETS.find(({ zones }) => zones.includes(zone))
  if (permanent === undefined) return undefined
  const ours = Temporal.Instant.fromEpochMilliseconds(FIRST_WINTER_MS).toZonedDateTimeISO(zone).offset
  return ours === permanent.offset ? undefined : permanent
}
