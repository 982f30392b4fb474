import type { MemberID } from '#domain/members/member.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Publish } from '../publish.ts'

/** The changes of a batch of writes, collected so that each is published once. */
export type Collected = {
  readonly dates: Map<LocationID, Set<PlainDate>>
  readonly studies: Set<StudyID>
  /** Studies whose payments or balance changed. */
  readonly money: Set<StudyID>
  readonly members: Set<MemberID>
  locations: boolean
}

export const nothingCollected = (): Collected => ({
  dates: new Map(),
  studies: new Set(),
  money: new Set(),
  members: new Set(),
  locations: false,
})

/** Publishes the collected changes. */
export const publishCollected = (publish: Publish, collected: Collected): void => {
  for (const [locationID, dates] of collected.dates) {
    publish('booking.calendarChanged', { locationID, dates: [...dates].sort() })
  }
  for (const studyID of collected.studies) publish('booking.studyChanged', { studyID })
  for (const studyID of collected.money) publish('payments.changed', { studyID })
  for (const memberID of collected.members) publish('members.changed', { memberID })
  if (collected.locations) publish('locations.changed', {})
}
