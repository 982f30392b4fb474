import { sql } from 'kysely'
import { slotSelectionTypes } from '#domain/booking/appointment.ts'
import { memberTypes, referralTypes, sedativeOptions } from '#domain/booking/booking-request.ts'
import type { EventID } from '#domain/booking/machine-time.ts'
import type { Addon } from '#domain/locations/addon.ts'
import { hideForbiddenLocations } from '#domain/safety/other-bookings.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { noSedative, type Sedative } from '#domain/study/sedative.ts'
import { initialStatus, type LogEntry, type Study, type StudyBooking, type StudyStatus } from '#domain/study/study.ts'
import type { StudyDetails } from '#domain/study/study-details.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type ZoneId, zoneAbbreviation } from '#domain/values/location-clock.ts'
import { type LocationID, type MachineID, toCalendarID } from '#domain/values/location-id.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { NewStudyLogRow, StudyTable } from '../database/tables.ts'
import { markForMessages, storeKnownAppointment } from './message-studies-repository.ts'
import { parseOthers, updateOtherSafety } from './other-safety-repository.ts'
import { parseDetails, toExtra } from './study-details-column.ts'

export type StudyRow = Readonly<StudyTable>

/** The columns of a study's time. Either all these columns are null, or no column is null. */
export type StudyTimeColumns = Pick<
  StudyRow,
  'starts_at' | 'ends_at' | 'wall_time' | 'timezone' | 'machine_id' | 'event_id'
>
export const noTime: StudyTimeColumns = {
  starts_at: null,
  ends_at: null,
  wall_time: null,
  timezone: null,
  machine_id: null,
  event_id: null,
}

export const findStudy = async (db: Database, studyID: string): Promise<StudyRow | undefined> =>
  db.selectFrom('study').selectAll().where('study_id', '=', studyID).executeTakeFirst()

/** Returns a study, locked for this transaction. */
export const findStudyForUpdate = async (
  db: Database,
  kind: DatabaseKind,
  studyID: string,
): Promise<StudyRow | undefined> => {
  const query = db.selectFrom('study').selectAll().where('study_id', '=', studyID)
  // On SQLite a write transaction is always alone, and there is no lock clause.
  return (kind === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
}

/** Returns all studies of a member, latest first, those without a time at the top. */
export const findStudiesOfMember = async (db: Database, patientID: string): Promise<StudyRow[]> => {
  const rows = await db.selectFrom('study').selectAll().where('patient_id', '=', patientID).execute()
  // SQLite and PostgreSQL sort nulls to opposite ends.
  return rows.sort(
    (a, b) =>
      (b.starts_at ?? Number.MAX_SAFE_INTEGER) - (a.starts_at ?? Number.MAX_SAFE_INTEGER) ||
      b.created_at - a.created_at,
  )
}

/** Adds a study, and marks it for the planning of its messages. */
export const addStudy = async (db: Database, row: StudyRow): Promise<void> => {
  await db.insertInto('study').values(row).execute()
  await markForMessages(db, row.study_id)
}

/**
 * Writes changes under an optimistic lock and increments the version. Returns the new row, or undefined for a stale
 * version: of two concurrent writers only one succeeds. A change of `safety`, status, start or cancellation also
 * updates `other_safety` of all the member's studies from their stored answers, so write the answers first. A change on
 * which messages depend marks the study for their planning, in the same transaction.
 */
export const changeStudy = async (
  db: Database,
  read: Pick<StudyRow, 'study_id' | 'version'>,
  changes: Partial<Omit<StudyRow, 'study_id' | 'version'>>,
): Promise<StudyRow | undefined> => {
  const isForMessages = changesMessages.some((column) => changes[column] !== undefined)
  if (isForMessages) await storeKnownAppointment(db, read.study_id)
  const changed = await db
    .updateTable('study')
    .set({ ...changes, version: read.version + 1 })
    .where('study_id', '=', read.study_id)
    .where('version', '=', read.version)
    .returningAll()
    .executeTakeFirst()
  if (changed !== undefined && isForMessages) await markForMessages(db, changed.study_id)
  if (changed === undefined || !changesOthers.some((column) => changes[column] !== undefined)) return changed
  await updateOtherSafety(db, changed.patient_id)
  return findStudy(db, changed.study_id)
}

/** The columns that affect the column `other_safety` of the member's studies. */
const changesOthers = ['safety', 'status', 'starts_at', 'cancelled'] as const

/** The columns on which the messages to the member depend. */
const changesMessages = ['status', 'starts_at', 'cancelled', 'temporary_hold', 'location_id'] as const

/**
 * Writes changes of a study's details under an optimistic lock, as {@link changeStudy} does. `changes` has each changed
 * part with all its fields. To change other columns too, pass `toExtra` of study-details-column.ts to {@link
 * changeStudy}.
 */
export const changeDetails = async (
  db: Database,
  read: Pick<StudyRow, 'study_id' | 'version' | 'extra'>,
  changes: Partial<StudyDetails>,
): Promise<StudyRow | undefined> => changeStudy(db, read, { extra: toExtra(read, changes) })

/** Appends a line to the study's log. */
export const addLogRow = async (db: Database, row: NewStudyLogRow): Promise<void> => {
  const place = sql<number>`(select coalesce(max(place), 0) + 1 from study_log where study_id = ${row.study_id})`
  await db
    .insertInto('study_log')
    .values({ ...row, place })
    .execute()
}

/** Returns a study's activity log, oldest first. Lines of the same second are in the order of writing. */
export const findLog = async (db: Database, studyID: string): Promise<LogEntry[]> => {
  const rows = await db
    .selectFrom('study_log')
    .selectAll()
    .where('study_id', '=', studyID)
    .orderBy('time')
    .orderBy('place')
    .orderBy('log_id')
    .execute()
  return rows.map(toLogEntry)
}

export const toLogEntry = (row: NewStudyLogRow): LogEntry => ({
  category: row.category,
  time: toInstant(row.time * 1000),
  content: row.content,
  by: row.by_user,
})

/** Reads the status column; flags that an older row lacks have their initial value. */
export const parseStatus = (row: Pick<StudyRow, 'status'>): StudyStatus => ({
  ...initialStatus,
  ...(JSON.parse(row.status) as Partial<StudyStatus>),
})

/** Returns a study's add-ons. */
export const parseAddons = (row: Pick<StudyRow, 'items'>): readonly Addon[] =>
  row.items === null ? [] : (JSON.parse(row.items) as Addon[])

/** Returns the column of a study's add-ons. */
export const toItemsColumn = (addons: readonly Addon[]): Pick<StudyRow, 'items'> => ({
  items: addons.length === 0 ? null : JSON.stringify(addons),
})

/** Reads the sedative column; fields that an older row lacks are unknown. */
export const parseSedative = (row: Pick<StudyRow, 'sedative'>): Sedative => ({
  ...noSedative,
  ...(JSON.parse(row.sedative) as Partial<Sedative>),
})

/** Defaults for a safety summary stored by an earlier version. */
const addedSafety = { required: null, draft: null }

/**
 * Returns the progress of the safety questions, with defaults for rows of earlier versions, and the dangers known from
 * the member's other bookings.
 */
export const parseSafety = (row: Pick<StudyRow, 'safety' | 'other_safety'>): SafetySummary => {
  const summary = { ...addedSafety, ...(JSON.parse(row.safety) as SafetySummary) }
  const { others, reason } = parseOthers(row)
  return others.length === 0 ? summary : { ...summary, others, othersReason: reason }
}

/**
 * Returns the row in the contract's form. The zone abbreviation is that of the stored zone at the stored instant. Other
 * bookings with a stop are named only at locations that the reader may see; without `mayName` no booking is named, see
 * `studyAsSeenBy`.
 */
export const toStudy = (row: StudyRow, mayName: (locationID: LocationID) => boolean = () => false): Study => ({
  studyID: row.study_id as Study['studyID'],
  patientID: row.patient_id as Study['patientID'],
  locationID: row.location_id as Study['locationID'],
  skuID: row.sku_id as Study['skuID'],
  booking: toStudyBooking(row),
  status: parseStatus(row),
  temporaryHold: row.temporary_hold === 1,
  temporaryHoldUntil: row.temporary_hold_until === null ? null : toInstant(row.temporary_hold_until * 1000),
  cancellation: row.cancellation === null ? null : (JSON.parse(row.cancellation) as Study['cancellation']),
  price: toDecimalAmount(toMoney(row.price)),
  items: { primary: { skuID: row.sku_id as Study['skuID'] }, addons: [...parseAddons(row)] },
  paymentAmount: toDecimalAmount(toMoney(row.payment_amount)),
  paymentMade: row.payment_made === 1,
  balance: toDecimalAmount(toMoney(row.balance)),
  opportunityID: row.opportunity_id,
  memberType: memberTypes.find((type) => type === row.member_type) ?? null,
  referralType: referralTypes.find((type) => type === row.referral_type) ?? 'provider',
  referrer: row.referrer,
  sedativeTaken: sedativeOptions.find((option) => option === row.sedative_taken) ?? null,
  slotSelectionType: slotSelectionTypes.find((type) => type === row.slot_selection_type) ?? 'slot',
  sedative: parseSedative(row),
  safety: hideForbiddenLocations(parseSafety(row), mayName),
  config: { proactiveBooking: row.proactive_booking === 1 },
  details: parseDetails(row),
  invoiceStep: row.invoice_step,
  version: row.version,
})

const toStudyBooking = (row: StudyRow): StudyBooking | null => {
  const { starts_at, ends_at, wall_time, timezone, machine_id, event_id } = row
  if (starts_at === null || ends_at === null || wall_time === null) return null
  if (timezone === null || machine_id === null || event_id === null) return null
  const utcStart = toInstant(starts_at * 1000)
  return {
    utcStart,
    utcEnd: toInstant(ends_at * 1000),
    wallTime: wall_time,
    timezone: timezone as ZoneId,
    displayTimezone: zoneAbbreviation(utcStart, timezone as ZoneId),
    machineID: machine_id as MachineID,
    calendarID: toCalendarID(machine_id as MachineID),
    eventID: event_id as EventID,
  }
}

/** Returns locations with a study that names this practitioner. */
export const findLocationsNaming = async (db: Database, practitionerID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('study')
    .select('location_id')
    .distinct()
    .where('extra', 'like', `%"${practitionerID}"%`)
    .orderBy('location_id')
    .execute()
  return rows.map(({ location_id }) => location_id)
}
