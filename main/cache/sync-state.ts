import type { MemberID } from '#domain/members/member.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Database } from '#runtime/encrypted-database.ts'

/** The period that a location's copy covers, and how recent the copy is. Before the first fill every field is null. */
type LocationSync = {
  readonly cursor: string | null
  readonly asOf: Instant | null
  /** All of a location's bookings in [coveredFrom, coveredTo) are in the cache. */
  readonly coveredFrom: Instant | null
  readonly coveredTo: Instant | null
  readonly filledAt: Instant | null
  /** The `filledAt` of the fill after which all members of the location were copied; null when they never were. */
  readonly membersCopiedAt: Instant | null
  /** Progress of the last fill's copy of all members. Null until the copy begins; kept after the copy has ended. */
  readonly membersCopy: MembersCopy | null
}

/** Progress of the copy of all members of a location. */
type MembersCopy = {
  /** Epoch seconds. */
  readonly began: number
  /** The last member that was copied; null before the first page. */
  readonly after: MemberID | null
}

export type SyncState = {
  read(locationID: LocationID): LocationSync
  /** Starts a complete fill at `began`. The previous copy stays readable until {@link endFill}. */
  beginFill(locationID: LocationID, began: Instant): void
  /** Ends a fill. Removes the location's rows that were not written since the fill began, and returns their number. */
  endFill(
    locationID: LocationID,
    done: { cursor: string; asOf: Instant; coveredFrom: Instant; coveredTo: Instant },
  ): { readonly machineTimes: number; readonly studies: number }
  advance(locationID: LocationID, cursor: string, asOf: Instant): void
  /**
   * Records that these members have a study at a location, at any time, so that they stay in the copy. `at` is epoch
   * seconds.
   */
  keepPlaces(locationID: LocationID, memberIDs: readonly MemberID[], at: number): void
  /** Begins a copy of all members of a location, for the location's last fill; `began` is epoch seconds. */
  beginMembersCopy(locationID: LocationID, began: number): void
  /** Records a page of the copy of all members: the members on the page, and the copy's progress. */
  keepMembersPage(locationID: LocationID, memberIDs: readonly MemberID[], copy: MembersCopy): void
  /**
   * Ends the copy of all members that began at `began`, and removes the location's pairs with members that were last
   * copied before `began`.
   */
  endMembersCopy(locationID: LocationID, filledAt: Instant, began: number): void
  /** Removes the member-location pairs that were last copied before `before`. */
  forgetPlacesCopiedBefore(before: Instant): void
  /**
   * Removes all data of locations that were last synced before `before`, and of locations whose only fill began before
   * that time and never ended: no user of this workstation works with these locations.
   */
  forgetLocationsUnheardSince(before: Instant): void
  /**
   * Removes members that have no cached study, belong to no member-location pair and were last received before
   * `before`. Returns their number.
   */
  forgetMembersUntouchedSince(before: Instant): number
  /** Returns the oldest of the locations' as-of times; null when no location was ever filled. */
  oldestAsOf(): Instant | null
}

type SyncRow = {
  readonly cursor: string | null
  readonly as_of: number | null
  readonly covered_from: number | null
  readonly covered_to: number | null
  readonly filled_at: number | null
  readonly members_copied_at: number | null
  readonly members_copy_for: number | null
  readonly members_copy_began: number | null
  readonly members_copy_after: string | null
}
const toSeconds = (instant: Instant): number => toEpochMs(instant) / 1000
const fromSeconds = (seconds: number | null): Instant | null => (seconds === null ? null : toInstant(seconds * 1000))
const neverFilled: LocationSync = {
  cursor: null,
  asOf: null,
  coveredFrom: null,
  coveredTo: null,
  filledAt: null,
  membersCopiedAt: null,
  membersCopy: null,
}

const toMembersCopy = (row: SyncRow): MembersCopy | null =>
  row.members_copy_for === null || row.members_copy_for !== row.filled_at || row.members_copy_began === null
    ? null
    : { began: row.members_copy_began, after: row.members_copy_after as MemberID | null }

/** A fill by an earlier version of Atrium has no `fill_began`. */
const isNotSyncedSince = 'coalesce(as_of, fill_began, 0) < ?'

/** Creates the store of each location's sync state. */
export const createSyncState = (db: Database): SyncState => {
  const one = db.prepare<[string], SyncRow>(
    `select cursor, as_of, covered_from, covered_to, filled_at, members_copied_at,
      members_copy_for, members_copy_began, members_copy_after
      from location_sync where location_id = ?`,
  )
  // Rows that are written after this statement get the new generation, whether or not the fill writes them. So {@link
  // endFill} keeps these rows.
  const begin = db.prepare(`
    insert into location_sync (location_id, generation, fill_began) values (?, 1, ?)
    on conflict (location_id) do update set generation = generation + 1, fill_began = excluded.fill_began`)
  const end = db.prepare(`
    update location_sync set cursor = ?, as_of = ?, covered_from = ?, covered_to = ?, filled_at = ? where location_id = ?`)
  const advance = db.prepare('update location_sync set cursor = ?, as_of = ? where location_id = ?')
  const isOlder = `location_id = @location and
    generation < (select generation from location_sync where location_id = @location)`
  const dropWords = db.prepare(
    `delete from search_word where kind = 'study' and record_id in (select study_id from study where ${isOlder})`,
  )
  const dropSafety = db.prepare(
    `delete from safety_record where study_id in (select study_id from study where ${isOlder})`,
  )
  const dropStudies = db.prepare(`delete from study where ${isOlder}`)
  const dropTimes = db.prepare(`delete from machine_time where ${isOlder}`)
  const notSynced = `location_id in (select location_id from location_sync where ${isNotSyncedSince})`
  const dropNotSynced = [
    `delete from search_word where kind = 'study' and record_id in (select study_id from study where ${notSynced})`,
    `delete from safety_record where study_id in (select study_id from study where ${notSynced})`,
    `delete from study where ${notSynced}`,
    `delete from machine_time where ${notSynced}`,
    `delete from location_sync where ${isNotSyncedSince}`,
  ].map((sql) => db.prepare<[number]>(sql))
  const strangers =
    'touched_at < ? and member_id not in (select member_id from study) and member_id not in (select member_id from member_place)'
  const dropMemberWords = db.prepare(
    `delete from search_word where kind = 'member' and record_id in (select member_id from member where ${strangers})`,
  )
  const dropMemberNames = db.prepare(
    `delete from member_name where member_id in (select member_id from member where ${strangers})`,
  )
  const dropMemberCreators = db.prepare(
    `delete from member_creator where member_id in (select member_id from member where ${strangers})`,
  )
  const dropMembers = db.prepare(`delete from member where ${strangers}`)
  const oldest = db.prepare<[], number | null>('select min(as_of) from location_sync').pluck(true)

  const putPlace = db.prepare(
    'insert or replace into member_place (location_id, member_id, copied_at) values (?, ?, ?)',
  )
  const dropPlaces = db.prepare('delete from member_place where location_id = ? and copied_at < ?')
  const dropOldPlaces = db.prepare('delete from member_place where copied_at < ?')
  const markCopied = db.prepare('update location_sync set members_copied_at = ? where location_id = ?')
  const beginCopy = db.prepare(`update location_sync
    set members_copy_for = filled_at, members_copy_began = ?, members_copy_after = null where location_id = ?`)
  const advanceCopy = db.prepare('update location_sync set members_copy_after = ? where location_id = ?')

  const endFill = db.transaction((locationID: LocationID, done: Parameters<SyncState['endFill']>[1]) => {
    dropWords.run({ location: locationID })
    dropSafety.run({ location: locationID })
    const studies = dropStudies.run({ location: locationID }).changes
    const machineTimes = dropTimes.run({ location: locationID }).changes
    const asOf = toSeconds(done.asOf)
    end.run(done.cursor, asOf, toSeconds(done.coveredFrom), toSeconds(done.coveredTo), asOf, locationID)
    return { machineTimes, studies }
  })
  const forget = db.transaction((before: number): number => {
    dropMemberWords.run(before)
    dropMemberNames.run(before)
    dropMemberCreators.run(before)
    return dropMembers.run(before).changes
  })

  const keepPlaces = db.transaction((locationID: LocationID, memberIDs: readonly MemberID[], at: number): void => {
    for (const memberID of memberIDs) putPlace.run(locationID, memberID, at)
  })
  const forgetUnheard = db.transaction((before: number): void => {
    for (const statement of dropNotSynced) statement.run(before)
  })

  return {
    read: (locationID) => {
      const row = one.get(locationID)
      if (row === undefined) return neverFilled
      return {
        cursor: row.cursor,
        asOf: fromSeconds(row.as_of),
        coveredFrom: fromSeconds(row.covered_from),
        coveredTo: fromSeconds(row.covered_to),
        filledAt: fromSeconds(row.filled_at),
        membersCopiedAt: fromSeconds(row.members_copied_at),
        membersCopy: toMembersCopy(row),
      }
    },
    beginFill: (locationID, began) => {
      begin.run(locationID, toSeconds(began))
    },
    endFill: (locationID, done) => endFill(locationID, done),
    advance: (locationID, cursor, asOf) => {
      advance.run(cursor, toSeconds(asOf), locationID)
    },
    keepPlaces: (locationID, memberIDs, at) => keepPlaces(locationID, memberIDs, at),
    beginMembersCopy: (locationID, began) => {
      beginCopy.run(began, locationID)
    },
    keepMembersPage: db.transaction((locationID: LocationID, memberIDs: readonly MemberID[], copy: MembersCopy) => {
      keepPlaces(locationID, memberIDs, copy.began)
      advanceCopy.run(copy.after, locationID)
    }),
    endMembersCopy: db.transaction((locationID: LocationID, filledAt: Instant, began: number) => {
      dropPlaces.run(locationID, began)
      markCopied.run(toSeconds(filledAt), locationID)
    }),
    forgetPlacesCopiedBefore: (before) => {
      dropOldPlaces.run(toSeconds(before))
    },
    forgetLocationsUnheardSince: (before) => forgetUnheard(toSeconds(before)),
    forgetMembersUntouchedSince: (before) => forget(toSeconds(before)),
    oldestAsOf: () => fromSeconds(oldest.get() ?? null),
  }
}
