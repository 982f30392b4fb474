import { areNamesSimilar } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { useDayEntries } from '../booking/use-day-entries.ts'
import type { StudyPage } from '../study/study-part-props.ts'

type SimilarName = Pick<Member, 'patientID' | 'firstname' | 'middlename' | 'lastname' | 'dob'>

/**
 * Returns the members whose names are similar to the study's member and who have an appointment at the study's location
 * on the day of the study; empty if that day's appointments cannot be read.
 */
export function useSimilarNames({ bridge, view }: StudyPage): readonly SimilarName[] {
  const { study, member, location } = view
  const start = study.booking?.utcStart ?? null
  const date = start === null ? null : toWallTime(start, location.timezone).date
  const entries = useDayEntries(bridge.booking.readDay, location.locationID, date) ?? []
  const others = new Map(
    entries.flatMap(({ member: other }): [string, SimilarName][] =>
      other !== null && other.patientID !== member.patientID && areNamesSimilar(member, other)
        ? [[other.patientID, other]]
        : [],
    ),
  )
  return [...others.values()]
}
