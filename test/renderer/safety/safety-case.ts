import type { SafetyCase } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

export const onTheDay = '2026-11-21' as PlainDate

type Given = SafetyCase & { readonly appointment: NonNullable<SafetyCase['appointment']> }

/** Creates a woman with a scan in Vancouver on Thursday 3 December 2026 at 11:00. */
export const aSafetyCase = (given: Partial<Given> = {}): Given => ({
  gender: 'female',
  appointment: { utcStart: '2026-12-03T18:00:00Z' as Instant, timezone: 'America/Vancouver' as ZoneId },
  now: '2026-11-21T20:00:00Z' as Instant,
  supportPhone: '1-800-555-0142',
  ...given,
})
