import type { Change } from '#contract/locations/routes.ts'
import type { MachineTime, SlotHold } from '#domain/booking/machine-time.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Study } from '#domain/study/study.ts'
import { locationOfMachine } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WorkstationCache } from '../cache/workstation-cache.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Publish } from '../publish.ts'
import { type Collected, nothingCollected, publishCollected } from './collected.ts'
import { removeErased } from './remove-erased.ts'
import { createTimeKeeper } from './time-keeper.ts'

/** Writes records from the back office to the cache and publishes the changes to the windows. */
export type RecordKeeper = {
  /** Applies changes from the feed in one transaction and collects them for {@link RecordKeeper.publish}. */
  apply(changes: readonly Change[], collected: Collected): void
  publish(collected: Collected): void
  /** Caches a study from a call's answer; `hold` is the slot hold that the call used. */
  keepStudy(study: Study, hold?: SlotHold | null): void
  /** Caches a study from the answer of a call that changed its payments. */
  keepMoney(study: Study): void
  /** Caches a study with its safety answers, from the answer of one call or of two calls in a row. */
  keepSafety(study: Study, record: SafetyRecord): void
  /** Publishes a study whose record is unchanged but whose documents, deliveries, log or waiting acts changed. */
  noteStudy(studyID: StudyID): void
  keepHold(hold: SlotHold, owner: Pick<StaffUser, 'user_id' | 'fullname'> | null): void
  dropHold(hold: SlotHold): void
  keepMembers(members: readonly Member[]): void
}

/**
 * Returns the machine time of a study; null without a booking. The owner comes from `known`, because a study does not
 * contain the owner.
 */
const toMachineTime = (study: Study, known: MachineTime | undefined): MachineTime | null => {
  if (study.booking === null) return null
  const { eventID, machineID, calendarID, utcStart, utcEnd } = study.booking
  return {
    eventID,
    locationID: study.locationID,
    machineID,
    calendarID,
    utcStart,
    utcEnd,
    kind: study.temporaryHold ? 'temporary-hold' : 'study',
    studyID: study.studyID,
    owner: known?.owner ?? null,
    expiresAt: study.temporaryHoldUntil,
  }
}

const isMoneyMoved = (before: Study | null, after: Study | null): boolean =>
  before !== null &&
  after !== null &&
  (before.balance !== after.balance ||
    before.paymentAmount !== after.paymentAmount ||
    before.price !== after.price ||
    before.skuID !== after.skuID ||
    before.status.cancelled !== after.status.cancelled)

export const createRecordKeeper = (parts: {
  readonly database: WorkstationDatabase
  readonly publish: Publish
  nowMs(): number
}): RecordKeeper => {
  const { database, publish, nowMs } = parts
  const times = createTimeKeeper()
  const applyOne = (cache: WorkstationCache, change: Change, collected: Collected): void => {
    switch (change.kind) {
      case 'machine-time':
        if (change.value === null) times.delete(cache, collected, change.id)
        else if (!times.isGone(change.id)) times.put(cache, collected, change.value)
        return
      case 'study': {
        const { changed, before } =
          change.value === null ? cache.calendar.deleteStudy(change.id) : cache.calendar.putStudy(change.value)
        // The location's copy of members must keep this member after the study has left the days that the cache covers.
        if (change.value !== null && cache.sync.read(change.value.locationID).membersCopiedAt !== null) {
          cache.sync.keepPlaces(change.value.locationID, [change.value.patientID], Math.floor(nowMs() / 1000))
        }
        // Runs after the study is stored, even if it did not change, because the cache may have it without its answers.
        if (change.value !== null && change.safety && cache.safety.putRecord(change.safety)) {
          collected.studies.add(change.id as StudyID)
        }
        // The study's log or CRM record changed: a page that shows it reads it again when it is notified.
        if (change.value !== null && change.isAround === true) collected.studies.add(change.id as StudyID)
        if (!changed) return
        collected.studies.add(change.id as StudyID)
        if (isMoneyMoved(before, change.value)) collected.money.add(change.id as StudyID)
        // The day view shows the study's state, so the days of the study's times have changed as well.
        for (const time of cache.calendar.machineTimesOfStudy(change.id as StudyID)) times.note(cache, collected, time)
        return
      }
      case 'member': {
        const changed =
          change.erasedStudies !== undefined
            ? removeErased({ database, cache, collected }, change)
            : change.value === null
              ? cache.members.deleteMember(change.id)
              : cache.members.putMember(change.value, Math.floor(nowMs() / 1000))
        if (changed) collected.members.add(change.id as MemberID)
        return
      }
      case 'location':
        times.forgetZone(change.id)
        if (
          change.value === null ? cache.catalogue.deleteLocation(change.id) : cache.catalogue.putLocation(change.value)
        ) {
          collected.locations = true
        }
        return
    }
  }

  /** Writes a study from a call's answer, adds the study's current machine time and removes its earlier ones. */
  const putStudy = (cache: WorkstationCache, collected: Collected, study: Study): void => {
    // The feed may have written a later version before this answer arrived.
    if ((cache.calendar.study(study.studyID)?.version ?? 0) > study.version) return
    const before = cache.calendar.machineTimesOfStudy(study.studyID)
    applyOne(cache, { kind: 'study', id: study.studyID, value: study }, collected)
    const now = toMachineTime(study, before[0])
    for (const old of before) if (old.eventID !== now?.eventID) times.forget(cache, collected, old.eventID)
    if (now !== null) times.put(cache, collected, now)
  }

  /** Writes in one transaction, then publishes. */
  const write = (work: (cache: WorkstationCache, collected: Collected) => void): void => {
    const collected = nothingCollected()
    database.withCache((cache) => cache.transact(() => work(cache, collected)))
    publishCollected(publish, collected)
  }

  return {
    apply: (changes, collected) =>
      database.withCache((cache) =>
        cache.transact(() => {
          for (const change of changes) applyOne(cache, change, collected)
        }),
      ),
    publish: (collected) => publishCollected(publish, collected),
    keepStudy: (study, hold) =>
      write((cache, collected) => {
        if (hold) times.forget(cache, collected, hold.eventID)
        putStudy(cache, collected, study)
      }),
    keepMoney: (study) =>
      write((cache, collected) => {
        putStudy(cache, collected, study)
        // Published in any case: a discount of zero, or one that another cancels out, leaves the balance unchanged.
        collected.money.add(study.studyID)
      }),
    keepSafety: (study, record) =>
      write((cache, collected) => {
        putStudy(cache, collected, study)
        if (cache.safety.putRecord(record)) collected.studies.add(study.studyID)
      }),
    noteStudy: (studyID) =>
      write((cache, collected) => {
        collected.studies.add(studyID)
        for (const time of cache.calendar.machineTimesOfStudy(studyID)) times.note(cache, collected, time)
      }),
    keepHold: (hold, owner) =>
      write((cache, collected) =>
        times.put(cache, collected, {
          ...hold,
          locationID: locationOfMachine(hold.machineID),
          kind: 'slot-hold',
          studyID: null,
          owner: owner === null ? null : { userID: owner.user_id, name: owner.fullname },
        }),
      ),
    dropHold: (hold) => write((cache, collected) => times.forget(cache, collected, hold.eventID)),
    keepMembers: (members) =>
      write((cache, collected) => {
        for (const member of members) {
          applyOne(cache, { kind: 'member', id: member.patientID, value: member }, collected)
        }
      }),
  }
}
