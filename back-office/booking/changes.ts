import type { RouteAnswer } from '#contract/back-office.ts'
import type { Change } from '#contract/locations/routes.ts'
import type { MemberID } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { ReturnedRecords } from '../kernel/audit-repository.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  findChangesAfter,
  findMachineTimesByID,
  findMachineTimesInWindow,
  findMemberIDsOfLocation,
  findMembersOfLocation,
  findStudiesByID,
  findStudiesInWindow,
  readFeedHead,
  relatedChangeKind,
} from '../repositories/changes-repository.ts'
import { erasedMember, findErasedMemberIDs, findStudyIDsOfMembers } from '../repositories/erasures-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { type MachineTimeRow, toMachineTime } from '../repositories/machine-times-repository.ts'
import { findKeptMembers } from '../repositories/member-merges-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'
import { findSafetyRecords, type RevisionBounds } from '../repositories/safety-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { backOfficeBookingWords } from './booking-words.ts'
import { type ChangesCursor, formatCursor, parseCursor } from './changes-cursor.ts'

const day = 86_400
/** The dates that a workstation's cache has: from a week ago to 60 days ahead. */
const daysBack = 7
const daysAhead = 60
/** Age at which a cursor expires, so that the workstation copies everything again. Changes are kept twice as long. */
const followedSeconds = 7 * day
/** Maximum numbers of records in a page. A page of studies also has the member of each study. */
const studiesPerPage = 500
const recordsPerPage = 1000
/** Maximum number of erased members in a first page. */
const maxErasures = 5000
/**
 * Limits on the saved revisions of one study's answers in a page; a call for that study returns older ones. A page that
 * is too large for a workstation would permanently stop it from following the location.
 */
const revisionsPerStudy: RevisionBounds = { most: 20, characters: 32_000 }

/** Seconds. A workstation that asked for changes less than this ago follows the location. */
const followsWithin = 120

type StudyChange = Extract<Change, { readonly kind: 'study' }>
type Page = { readonly changes: Change[]; readonly next: ChangesCursor; readonly more: boolean }

/**
 * Returns what changed at a location since a cursor (decisions §4), for the workstation's cache. Without a cursor, or
 * with an unusable one (of another database, ahead of a restored backup, or older than a week), the copy starts over
 * with `reset`: first the location, then in pages all records from 7 days back to 60 days ahead. Each day the window
 * moves on, and the feed includes the records that enter it. No change is skipped; a record may come twice, and the
 * later one counts. Throws 404 for an unknown location.
 */
export const readChanges = async (
  locationID: LocationID,
  text: string | undefined,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'readAuditHead' | 'setAuditSubject' | 'watch'>,
): Promise<RouteAnswer<'readChanges'>> => {
  const followed = text === undefined ? undefined : await findFollowable(text, locationID, context)
  const page =
    followed === undefined
      ? await startCopy(locationID, context)
      : followed.cursor.stage === 'feed'
        ? await readFeed(locationID, followed, context)
        : await copyPage(locationID, followed.cursor, context)
  context.setAuditSubject(
    page.changes.length === 0 ? { leavesNoRow: true } : { given: toReturnedRecords(page.changes) },
  )
  return {
    cursor: formatCursor({ ...page.next, issuedAt: context.now }),
    reset: followed === undefined,
    more: page.more,
    asOf: toInstant(context.now * 1000),
    changes: page.changes,
    auditHead: await context.readAuditHead(),
  }
}

/** Returns the members with a study of any date at a location: one page in id order, after the id `after`. */
export const readMembersOfLocation = async (
  locationID: LocationID,
  after: MemberID | undefined,
  context: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readMembersOfLocation'>> => {
  if ((await findLocation(context.db, locationID)) === undefined) throw noSuchLocation()
  const ids = await findMemberIDsOfLocation(context.db, locationID, after ?? '', recordsPerPage)
  const members = await findMembers(context.db, ids)
  context.setAuditSubject(ids.length === 0 ? { leavesNoRow: true } : { given: { member: ids } })
  return {
    members: members.sort((a, b) => (a.patientID < b.patientID ? -1 : 1)),
    next: ids.length < recordsPerPage ? null : ((ids.at(-1) ?? null) as MemberID | null),
  }
}

/** Returns the ids of the records in a page, without records that no longer exist. */
const toReturnedRecords = (changes: readonly Change[]): ReturnedRecords => {
  const idsByKind: Record<Change['kind'], string[]> = { member: [], study: [], 'machine-time': [], location: [] }
  for (const { kind, id, value } of changes) if (value !== null) idsByKind[kind].push(id)
  return { ...idsByKind }
}

const noSuchLocation = (): Refusal => new Refusal('not-found', backOfficeBookingWords.locationNotFound)

/** A cursor that a workstation can continue from, and the latest sequence of its location. */
type Followed = { readonly cursor: ChangesCursor; readonly latest: number }

const findFollowable = async (
  text: string,
  locationID: string,
  context: Pick<HandlerContext, 'db' | 'now'>,
): Promise<Followed | undefined> => {
  const cursor = parseCursor(text)
  if (cursor === undefined) return undefined
  const { epoch, latest } = await readFeedHead(context.db, locationID)
  const isFollowable =
    cursor.epoch === epoch &&
    // A sequence ahead of the database means that an older backup was restored.
    cursor.sequence <= latest &&
    context.now - cursor.issuedAt <= followedSeconds
  return isFollowable ? { cursor, latest } : undefined
}

/**
 * Rounds to whole days, so that the window moves once a day. Otherwise a polling workstation would read newly included
 * studies at every poll instead of once a day.
 */
const startOfUtcDay = (now: number): number => Math.floor(now / day) * day
const windowEnd = (now: number): number => startOfUtcDay(now) + (daysAhead + 1) * day

const startCopy = async (locationID: string, context: Pick<HandlerContext, 'caller' | 'db' | 'now'>): Promise<Page> => {
  const location = await findLocation(context.db, locationID)
  if (location === undefined) throw noSuchLocation()
  // The sequence is read before the first page, so that the feed repeats the changes made while the pages are read.
  const { epoch, latest: sequence } = await readFeedHead(context.db, locationID)
  const page = await copyPage(
    locationID,
    {
      epoch,
      sequence,
      issuedAt: context.now,
      stage: 'studies',
      from: startOfUtcDay(context.now) - daysBack * day,
      to: windowEnd(context.now),
      afterID: '',
    },
    context,
  )
  // A workstation that was offline may still have members who were erased meanwhile.
  const erased = await toErasures(await findErasedMemberIDs(context.db, maxErasures), context)
  return { ...page, changes: [...erased, { kind: 'location', id: locationID, value: location }, ...page.changes] }
}

const copyPage = async (
  locationID: string,
  cursor: ChangesCursor,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<Page> => {
  const window = { locationID, from: cursor.from, to: cursor.to, afterID: cursor.afterID }
  if (cursor.stage === 'studies') {
    // Only the first copy includes studies without a time; a later extension of the window cannot contain any.
    const isWaiting = cursor.from <= context.now
    const rows = await findStudiesInWindow(context.db, { ...window, isWaiting }, studiesPerPage)
    const isLast = rows.length < studiesPerPage
    const toStudyChange = await readSafetyOf(rows, context)
    const changes = await withMembers(rows.map(toStudyChange), new Set(rows.map((row) => row.patient_id)), context)
    return {
      changes,
      next: isLast
        ? { ...cursor, stage: 'machine-times', afterID: '' }
        : { ...cursor, afterID: rows.at(-1)?.study_id ?? '' },
      more: true,
    }
  }
  const rows = await findMachineTimesInWindow(context.db, window, context.now, recordsPerPage)
  const isLast = rows.length < recordsPerPage
  return {
    changes: rows.map(toMachineTimeChange),
    next: isLast ? { ...cursor, stage: 'feed', afterID: '' } : { ...cursor, afterID: rows.at(-1)?.event_id ?? '' },
    // The feed may already contain changes newer than the copy.
    more: true,
  }
}

const readFeed = async (
  locationID: string,
  { cursor, latest }: Followed,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'watch'>,
): Promise<Page> => {
  const end = windowEnd(context.now)
  // Almost every poll is at the end of the feed, and reads no more than the feed's head.
  if (cursor.sequence === latest && end <= cursor.to) return { changes: [], next: cursor, more: false }
  const noted = await findChangesAfter(context.db, locationID, cursor.sequence, recordsPerPage)
  const oldest = noted[0]
  // A delay is measured only for a workstation that follows the location; one that was offline receives old changes,
  // but the feed was not slow.
  if (oldest !== undefined && context.now - cursor.issuedAt <= followsWithin) {
    context.watch.countFeed(Math.max(0, context.now - oldest.changed_at))
  }
  const idsOf = (kind: string): string[] => [
    ...new Set(noted.filter((change) => change.kind === kind).map((change) => change.record_id)),
  ]
  const changedAround = new Set(idsOf(relatedChangeKind))
  const [times, studies, members] = await Promise.all([
    findMachineTimesByID(context.db, idsOf('machine-time')),
    findStudiesByID(context.db, [...new Set([...idsOf('study'), ...changedAround])]),
    findMembersOfLocation(context.db, idsOf('member'), locationID),
  ])
  const isHere = (row: { readonly location_id: string }): boolean => row.location_id === locationID
  const isAlive = (row: MachineTimeRow): boolean => row.expires_at === null || row.expires_at > context.now
  const timesByID = new Map(times.filter((row) => isHere(row) && isAlive(row)).map((row) => [row.event_id, row]))
  const studiesByID = new Map(studies.filter(isHere).map((row) => [row.study_id, row]))
  const changes: Change[] = []
  if (idsOf('location').length > 0) {
    changes.push({ kind: 'location', id: locationID, value: (await findLocation(context.db, locationID)) ?? null })
  }
  const toStudyChange = await readSafetyOf([...studiesByID.values()], context)
  for (const id of idsOf('study')) {
    if (!studiesByID.has(id)) changes.push({ kind: 'study', id, value: null })
  }
  for (const [id, row] of studiesByID) {
    changes.push({ ...toStudyChange(row), ...(changedAround.has(id) && { isAround: true }) })
  }
  for (const id of idsOf('machine-time')) {
    const row = timesByID.get(id)
    changes.push(row === undefined ? { kind: 'machine-time', id, value: null } : toMachineTimeChange(row))
  }
  // A member who was merged into another is no longer a member: the workstation removes its copy.
  for (const id of (await findKeptMembers(context.db, idsOf('member'))).keys()) {
    changes.push({ kind: 'member', id, value: null })
    members.delete(id)
  }
  for (const row of studiesByID.values()) members.add(row.patient_id)
  const isLast = noted.length < recordsPerPage
  const next: ChangesCursor = { ...cursor, sequence: noted.at(-1)?.sequence ?? cursor.sequence }
  return {
    changes: [...(await toErasures(idsOf(erasedMember), context)), ...(await withMembers(changes, members, context))],
    next: isLast && end > cursor.to ? { ...next, stage: 'studies', from: cursor.to, to: end, afterID: '' } : next,
    more: !isLast || end > cursor.to,
  }
}

/** Returns the changes that make a workstation remove erased members. They come before the tombstones. */
const toErasures = async (
  memberIDs: readonly string[],
  { db }: Pick<HandlerContext, 'db'>,
): Promise<readonly Change[]> => {
  const studies = await findStudyIDsOfMembers(db, memberIDs)
  return memberIDs.map((id) => ({ kind: 'member', id, value: null, erasedStudies: [...(studies.get(id) ?? [])] }))
}

/** Puts members before the studies that name them, so that a cache never holds a study without its member. */
const withMembers = async (
  changes: readonly Change[],
  memberIDs: ReadonlySet<string>,
  context: Pick<HandlerContext, 'db'>,
): Promise<Change[]> => {
  const members = await findMembers(context.db, [...memberIDs])
  return [...members.map((member): Change => ({ kind: 'member', id: member.patientID, value: member })), ...changes]
}

/** Reads the safety records of a page's studies in one query. Returns a function that turns a row into a change. */
const readSafetyOf = async (
  rows: readonly StudyRow[],
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<(row: StudyRow) => StudyChange> => {
  const records = await findSafetyRecords(context.db, rows, revisionsPerStudy)
  const caller = requireCaller(context)
  return (row) => ({
    kind: 'study',
    id: row.study_id,
    value: studyAsSeenBy(caller, row),
    safety: records.get(row.study_id) ?? null,
  })
}

const toMachineTimeChange = (row: MachineTimeRow): Change => ({
  kind: 'machine-time',
  id: row.event_id,
  value: toMachineTime(row),
})
