import type { ScanStart } from '#domain/safety/notices.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { StudyTable } from '../database/tables.ts'

/** Returns the start of a study's scan, against which notices are assessed; null without an appointment. */
export const scanStartOf = (study: Pick<StudyTable, 'starts_at' | 'timezone'>): ScanStart | null =>
  study.starts_at === null || study.timezone === null
    ? null
    : { utcStart: toInstant(study.starts_at * 1000), timezone: study.timezone as ZoneId }
