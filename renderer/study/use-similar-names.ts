import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { findLookalikes } from '#domain/members/duplicates.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { useDayEntries } from './use-day-entries.ts'

type NamedStudy = Pick<StudyView, 'study' | 'member' | 'location'>

/**
 * Returns the members whose names are similar to the study's member and who have an appointment at the study's location
 * on the day of the study; empty if that day's appointments cannot be read.
 */
export function useSimilarNames(
  readDay: Bridge['booking']['readDay'],
  { study, member, location }: NamedStudy,
): readonly NonNullable<DayEntry['member']>[] {
  const start = study.booking?.utcStart ?? null
  const date = start === null ? null : toWallTime(start, location.timezone).date
  const entries = useDayEntries(readDay, location.locationID, date) ?? []
  return findLookalikes(
    member,
    entries.flatMap(({ member: other }) => (other === null ? [] : [other])),
  )
}
