import { Temporal } from 'temporal-polyfill'

/** A lawful offset all year round, where a runtime's tables may not know of it yet. */
type YearRoundTime = { readonly offset: string; readonly abbreviation: string }

// Four Canadian governments stopped changing clocks within six months of 2026, faster than runtimes take up new tables:
// Node 24.21 has tables 2026c, with the first two of these; Chromium 156 has all four. Without this, the desk and the
// back office on one machine would put a visit in Winnipeg an hour apart. Aliases stand with the zone they are links to.
const STAYED_FORWARD: readonly (YearRoundTime & { readonly zones: readonly string[] })[] = [
  // British Columbia, 9 March 2026 (tables 2026b).
  { zones: ['America/Vancouver', 'Canada/Pacific'], offset: '-07:00', abbreviation: 'PDT' },
  // Alberta, 18 June 2026 (tables 2026c).
  { zones: ['America/Edmonton', 'America/Yellowknife', 'Canada/Mountain'], offset: '-06:00', abbreviation: 'MDT' },
  // Northwest Territories, 21 August 2026 (tables 2026d).
  { zones: ['America/Inuvik'], offset: '-06:00', abbreviation: 'MDT' },
  // Manitoba, 17 September 2026 (after tables 2026d).
  { zones: ['America/Winnipeg', 'America/Rainy_River', 'Canada/Central'], offset: '-05:00', abbreviation: 'CDT' },
]

// Between the last change that did happen, in March, and the first that no longer does, on 1 November: a day on which
// old and new tables agree, so that it does not matter in which zone it starts.
const SINCE_MS = Date.parse('2026-10-01T12:00:00Z')
const FIRST_WINTER_MS = Date.parse('2026-12-15T12:00:00Z')

const verdicts = new Map<string, YearRoundTime | undefined>()

/**
 * The lawful time at an instant where this runtime's tables are older than the law; undefined everywhere else. Steps
 * aside by itself: a runtime that has the first winter right is believed from then on, whatever it says of later years.
 */
export function yearRoundTime(epochMs: number, zone: string): YearRoundTime | undefined {
  if (epochMs < SINCE_MS) return undefined
  if (!verdicts.has(zone)) verdicts.set(zone, judge(zone))
  return verdicts.get(zone)
}

function judge(zone: string): YearRoundTime | undefined {
  const law = STAYED_FORWARD.find(({ zones }) => zones.includes(zone))
  if (law === undefined) return undefined
  const ours = Temporal.Instant.fromEpochMilliseconds(FIRST_WINTER_MS).toZonedDateTimeISO(zone).offset
  return ours === law.offset ? undefined : law
}
