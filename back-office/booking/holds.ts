import type { RouteAnswer } from '#contract/back-office.ts'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { slotHoldMinutes } from '#domain/booking/hold-times.ts'
import type { SlotHold, Stretch } from '#domain/booking/machine-time.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { hasRole } from '#domain/session/role.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { type CalendarID, locationOfMachine, toMachineID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type HandlerInput, mayWorkAt } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { asShownTo } from '../locations/open-locations.ts'
import { findLocation, findStoredLocation } from '../repositories/locations-repository.ts'
import {
  addMachineTime,
  extendSlotHold,
  findMachineTime,
  findOverlapping,
  isMachineTaken,
  lockMachines,
  type MachineTimeRow,
  removeMachineTime,
  removeOwnSlotHolds,
  toSlotHold,
} from '../repositories/machine-times-repository.ts'
import { checkStart } from './appointment.ts'
import { backOfficeBookingWords } from './booking-words.ts'
import { checkOpen } from './closure-checks.ts'
import { checkOfferedStretch, checkRoomForOwnerless, ownerlessHoldSeconds } from './holds-self-service.ts'
import { sweepMachine } from './holds-sweep.ts'

type HoldsContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now'>

export type HoldRequest = Stretch & {
  readonly calendarId: CalendarID
  /** The study that will be moved to this hold; the study's present time does not conflict. */
  readonly movingStudyId?: StudyID | undefined
}

/** No scan occupies a machine for longer than this; a longer hold is an error or abuse. */
const maxHoldSeconds = 8 * 3600

/** Returns the owner that other workstations see: staff by id and name; a member on a self-service page has none. */
const ownerOf = (caller: Caller | null): { userID: string; name: string } | null =>
  caller?.isStaff === true ? { userID: caller.userID, name: caller.name } : null

/**
 * Places a slot hold of 10 minutes on a machine's calendar (booking spec §4, decisions §5). The same request by the
 * same owner returns the existing hold; another overlapping hold of that owner is removed. Throws 400 `slot-taken` when
 * any part is taken, which makes the client try the next machine; 400 `slot-in-past` for a start that has passed; 400
 * `invalid-input` when the end is not after the start, the hold is longer than 8 hours or the start is not on a
 * 5-minute step; 409 `location-not-bookable` for an inactive location. Also throws what {@link findCalendar} and
 * {@link checkOpen} throw, and without a staff session what {@link checkOfferedStretch} and
 * {@link checkRoomForOwnerless} throw.
 */
export const placeHold = async (request: HoldRequest, context: HoldsContext): Promise<SlotHold> => {
  const { location, machine } = await findCalendar(request.calendarId, context)
  const { machineID } = machine
  if (!location.active) {
    throw new Refusal('location-not-bookable', backOfficeBookingWords.notBookable)
  }
  const stretch = toStretch(request)
  checkStart(location, request.utcStart, context.now)
  // Administrators may hold a closed time; they confirm it later, with the booking.
  checkOpen(location, { machineID, ...stretch }, true, context)
  const owner = ownerOf(context.caller)
  if (owner === null) checkOfferedStretch(location, machine, request)
  const { movingStudyId } = request
  if (await isTakenWithoutLock(context.db, { machineID, ...stretch }, context, movingStudyId)) {
    throw new Refusal('slot-taken', slotUnavailableMessage)
  }
  try {
    return await inTransaction(context.db, async (db) => {
      await lockMachines(db, context.kind, [machineID])
      await sweepMachine(db, machineID, context)
      const overlapping = await findOverlapping(db, machineID, stretch.from, stretch.to)
      const others = overlapping.filter((row) => !isOwnTimeOf(row, movingStudyId))
      const same = others.length === 1 ? others[0] : undefined
      if (same !== undefined && isSameHold(same, stretch, owner?.userID ?? null)) return toSlotHold(same)
      // The caller's own holds never conflict with a request, as in the slot grid.
      if (others.some((row) => !isHoldOf(row, owner?.userID))) throw new Refusal('slot-taken', slotUnavailableMessage)
      if (owner !== null && others.length > 0) {
        await removeOwnSlotHolds(db, { machineID, ...stretch, ownerUserID: owner.userID })
      }
      if (owner === null) await checkRoomForOwnerless(db, machineID)
      const row: MachineTimeRow = {
        event_id: context.newId(),
        machine_id: machineID,
        location_id: location.locationID,
        starts_at: stretch.from,
        ends_at: stretch.to,
        kind: 'slot-hold',
        study_id: null,
        owner_user_id: owner?.userID ?? null,
        owner_name: owner?.name ?? null,
        expires_at: context.now + slotHoldMinutes * 60,
        // Only the study that is going to move may be overlapped.
        overridden: overlapping.some((row) => isOwnTimeOf(row, movingStudyId)) ? 1 : 0,
        renewable_until: owner === null ? context.now + ownerlessHoldSeconds : null,
      }
      await addMachineTime(db, row)
      return toSlotHold(row)
    })
  } catch (error) {
    if (isMachineTaken(error)) throw new Refusal('slot-taken', slotUnavailableMessage)
    throw error
  }
}

/**
 * Returns whether a live row of another owner already overlaps. Callers check this before they lock a row: when fifty
 * workstations want one slot, the losers are refused at once instead of queueing for the machine. The result is only a
 * hint: `false` does not reserve the slot.
 */
export const isTakenWithoutLock = async (
  db: Database,
  stretch: { readonly machineID: string; readonly from: number; readonly to: number },
  context: Pick<HandlerContext, 'caller' | 'now'>,
  movingStudyId?: StudyID,
): Promise<boolean> => {
  const userID = ownerOf(context.caller)?.userID
  const rows = await findOverlapping(db, stretch.machineID, stretch.from, stretch.to)
  return rows.some((row) => {
    const isLiving = row.expires_at === null || row.expires_at > context.now
    return isLiving && !isHoldOf(row, userID) && !isOwnTimeOf(row, movingStudyId)
  })
}

/** Returns true for the row of the study that will be moved to the hold. */
const isOwnTimeOf = (row: MachineTimeRow, studyID: StudyID | undefined): boolean =>
  studyID !== undefined && row.study_id === studyID

/** Returns true for a slot hold of this user; an anonymous hold has no owner and never matches. */
const isHoldOf = (row: MachineTimeRow, userID: string | undefined): boolean =>
  row.kind === 'slot-hold' && userID !== undefined && row.owner_user_id === userID

const isSameHold = (
  row: MachineTimeRow,
  stretch: { readonly from: number; readonly to: number },
  userID: string | null,
): boolean =>
  userID !== null &&
  row.kind === 'slot-hold' &&
  row.owner_user_id === userID &&
  row.starts_at === stretch.from &&
  row.ends_at === stretch.to

/**
 * Extends a hold to 10 minutes from now; an anonymous hold lives half an hour at most. Throws 409 `hold-lapsed` when
 * the hold is gone or expired, 403 `hold-of-someone-else`.
 */
export const renewHold = async (
  eventID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<SlotHold> => {
  const extended = await extendSlotHold(
    context.db,
    {
      eventID,
      ownerUserID: ownerOf(context.caller)?.userID ?? null,
      expiresAt: context.now + slotHoldMinutes * 60,
    },
    context.now,
  )
  if (extended !== undefined) return toSlotHold(extended)
  const row = await findMachineTime(context.db, eventID)
  if (row !== undefined && isUnexpiredHold(row, context.now)) throw holdOfSomeoneElse()
  throw new Refusal('hold-lapsed', backOfficeBookingWords.holdExpired)
}

/**
 * Removes a slot hold. Staff may remove their own holds, administrators any hold. An anonymous hold may be removed by
 * any caller who knows its id. A hold that is already gone is not an error. Throws 403 `hold-of-someone-else`; 404 when
 * the id belongs to a study or to another calendar.
 */
const deleteHold = async (
  calendarID: CalendarID,
  eventID: string,
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<void> => {
  const locationID = locationOfMachine(toMachineID(calendarID))
  if (context.caller?.isStaff === true && !mayWorkAt(context.caller, locationID)) throw locationForbidden()
  const row = await findMachineTime(context.db, eventID)
  if (row === undefined) return
  if (row.kind !== 'slot-hold' || row.machine_id !== toMachineID(calendarID)) {
    throw new Refusal('not-found', backOfficeBookingWords.holdNotFound)
  }
  const isAdmin = context.caller !== null && hasRole(context.caller.roles, 'admin')
  if (!isOwnHold(row, context.caller) && !isAdmin) throw holdOfSomeoneElse()
  await removeMachineTime(context.db, eventID)
}

/** Removes a slot hold as {@link deleteHold} does, and returns `ok`. */
export const deleteCalendarEvent = async (
  { calendarId, eventId }: HandlerInput<'deleteCalendarEvent'>['params'],
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<RouteAnswer<'deleteCalendarEvent'>> => {
  await deleteHold(calendarId, eventId, context)
  return { ok: true }
}

/** Returns whether this caller may use or remove a hold: it is their own, or anonymous. */
export const isOwnHold = (row: MachineTimeRow, caller: Caller | null): boolean =>
  row.owner_user_id === null || row.owner_user_id === caller?.userID

const isUnexpiredHold = (row: MachineTimeRow, now: number): boolean =>
  row.kind === 'slot-hold' && row.expires_at !== null && row.expires_at > now

export const holdOfSomeoneElse = (): Refusal =>
  new Refusal('hold-of-someone-else', backOfficeBookingWords.heldBySomeoneElse)

/**
 * Returns the machine and location behind a calendar; for staff, the location's catalogue is as it is stored. Throws
 * 404 when there is none, or when the caller has no staff session and the location has no self-service booking; 403
 * `location-forbidden` for staff of other locations.
 */
export const findCalendar = async (
  calendarID: CalendarID,
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<{ location: Location; machine: Machine }> => {
  const machineID = toMachineID(calendarID)
  const isStaff = context.caller?.isStaff === true
  // Staff may hold any length of time, so only others need what the location sells today.
  const find = isStaff ? findStoredLocation : findLocation
  const location = await find(context.db, locationOfMachine(machineID))
  const machine = location?.machines.find((candidate) => candidate.calendar === calendarID)
  const isOpen = isStaff || location?.selfServiceBooking === true
  if (location === undefined || machine === undefined || !isOpen) {
    throw new Refusal('not-found', backOfficeBookingWords.calendarNotFound)
  }
  if (context.caller?.isStaff === true && !mayWorkAt(context.caller, location.locationID)) throw locationForbidden()
  return { location: asShownTo(context.caller, location), machine }
}

export const toStretch = (request: HoldRequest): { from: number; to: number } => {
  const from = toEpochMs(request.utcStart) / 1000
  const to = toEpochMs(request.utcEnd) / 1000
  const problem =
    to <= from
      ? backOfficeBookingWords.endBeforeStart
      : to - from > maxHoldSeconds
        ? backOfficeBookingWords.slotTooLong
        : undefined
  if (problem !== undefined) throw new Refusal('invalid-input', problem, { fields: { utcEnd: problem } })
  return { from, to }
}
