import { ok, type Reply } from '#contract/reply.ts'
import type { MachineTime } from '#domain/booking/machine-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

export type CalendarRecordsParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
}

type Taken = {
  readonly machineTimes: readonly MachineTime[]
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

type StudyRecord = { readonly study: Study; readonly member: Member | null }

/** Machine times and studies of a location: from the cache if it covers them, else from the back office. */
type CalendarRecords = {
  /** Returns the machine times that overlap [from, to). The cache answers only if it covers `needFrom` to `to`. */
  readTaken(location: Location, from: Instant, to: Instant, needFrom: Instant): Promise<Reply<Taken>>
  /** Returns the studies of these times, by id. */
  readStudies(times: readonly MachineTime[], source: Taken['source']): Promise<Reply<ReadonlyMap<string, StudyRecord>>>
}

/** Number of studies requested at the same time when the cache does not cover a day. */
const studiesAtOnce = 6

export const createCalendarRecords = (parts: CalendarRecordsParts): CalendarRecords => {
  const { calls, database, keeper } = parts

  const readTaken = async (
    location: Location,
    from: Instant,
    to: Instant,
    needFrom: Instant,
  ): Promise<Reply<Taken>> => {
    const { locationID } = location
    const cached = database.withCache((cache): Taken | null => {
      const { coveredFrom, coveredTo, asOf } = cache.sync.read(locationID)
      if (coveredFrom === null || coveredTo === null || asOf === null) return null
      if (needFrom < coveredFrom || to > coveredTo) return null
      return { machineTimes: cache.calendar.machineTimes(locationID, from, to), asOf, source: 'cache' }
    })
    if (cached !== null) return ok(cached)
    const reply = await calls.call('readMachineTimes', { params: { locationID }, query: { from, to } })
    if (!reply.ok) return reply
    return ok({ ...reply.value, source: 'back-office' })
  }

  const readStudies = async (
    times: readonly MachineTime[],
    source: Taken['source'],
  ): Promise<Reply<ReadonlyMap<string, StudyRecord>>> => {
    const records = new Map<string, StudyRecord>()
    const missing: string[] = []
    database.withCache((cache) => {
      for (const { studyID } of times) {
        if (studyID === null) continue
        const study = cache.calendar.study(studyID as Study['studyID'])
        if (study === null) missing.push(studyID)
        else records.set(studyID, { study, member: cache.members.member(study.patientID) })
      }
    })
    // The study of a cached time may be missing because it has not been synced yet. The calendar then shows the time
    // as taken.
    if (source === 'cache') return ok(records)
    while (missing.length > 0) {
      const batch = missing.splice(0, studiesAtOnce)
      const replies = await Promise.all(
        batch.map((studyId) => calls.call('readStudyDetailed', { params: { studyId } })),
      )
      for (const reply of replies) {
        if (reply.ok) {
          records.set(reply.value.study.studyID, reply.value)
          keeper.keepMembers([reply.value.member])
        } else if (reply.failure.code !== 'not-found') return reply
      }
    }
    return ok(records)
  }

  return { readTaken, readStudies }
}
