import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import type { EventID } from '#domain/booking/machine-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  addMachineTime,
  findMachineTime,
  findOverlapping,
  isMachineTaken,
  lockMachines,
  removeMachineTime,
  removeMachineTimeOfStudy,
  removeOwnSlotHolds,
} from '../repositories/machine-times-repository.ts'
import type { PlannedAppointment } from './appointment.ts'
import { checkClosures } from './closure-checks.ts'
import { holdOfSomeoneElse, isOwnHold } from './holds.ts'
import { sweepMachine } from './holds-sweep.ts'

type Placement = {
  readonly studyID: string
  readonly location: Location
  readonly plan: PlannedAppointment
  readonly holdEventID: EventID | null
  readonly isTemporaryHold: boolean
  /** Epoch seconds at which a temporary hold ends; null for a real booking, and for a hold kept past its 48 hours. */
  readonly holdUntil: number | null
  readonly override: { readonly reason: string } | null
  /** Whether staff confirmed a time outside opening hours or inside a closure. */
  readonly isConfirmed: boolean
}

/**
 * Locks the machines that a booking touches and frees them of lapsed holds. Call this function first in the
 * transaction, before the final read of the study, because the function can release a temporary hold whose 48 hours are
 * over.
 */
export const openMachines = async (
  db: Database,
  machineIDs: readonly (string | null)[],
  locationIDs: readonly string[],
  context: Pick<HandlerContext, 'kind' | 'newId' | 'now'>,
): Promise<void> => {
  const known = [...new Set(machineIDs.filter((id) => id !== null))].sort()
  await lockMachines(db, context.kind, known, locationIDs)
  for (const machineID of known) await sweepMachine(db, machineID, context)
}

/**
 * Puts a study on its machine and removes any earlier time of the study, and the hold that secured the slot. A lapsed
 * hold does not matter as long as the time is still free. Returns the new event id, and whether an administrator's
 * override put the study over a taken time. Throws 409 `slot-taken`, or 403 `hold-of-someone-else` for the hold of
 * another user; 409 `location-closed` inside a closure, unless an administrator confirmed it.
 */
export const placeStudy = async (
  db: Database,
  placement: Placement,
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
): Promise<{ eventID: string; isOverridden: boolean }> => {
  const { plan } = placement
  const machineID = plan.machine.machineID
  const stretch = { machineID, from: plan.from, to: plan.to }
  await checkClosures(db, placement, stretch, context)
  await consumeHold(db, placement.holdEventID, context)
  const caller = requireCaller(context)
  if (caller.isStaff) {
    await removeOwnSlotHolds(db, { machineID, from: plan.from, to: plan.to, ownerUserID: caller.userID })
  }
  // One transaction removes the old row and adds the new one: readers never see both, and a failure restores the old
  // one.
  await removeMachineTimeOfStudy(db, placement.studyID)
  const isTaken = (await findOverlapping(db, machineID, plan.from, plan.to)).length > 0
  if (isTaken && placement.override === null) throw slotTaken()
  const eventID = context.newId()
  await addMachineTime(db, {
    event_id: eventID,
    machine_id: machineID,
    location_id: placement.location.locationID,
    starts_at: plan.from,
    ends_at: plan.to,
    kind: placement.isTemporaryHold ? 'temporary-hold' : 'study',
    study_id: placement.studyID,
    owner_user_id: caller.isStaff ? caller.userID : null,
    owner_name: caller.isStaff ? caller.name : null,
    expires_at: placement.holdUntil,
    overridden: isTaken ? 1 : 0,
    renewable_until: null,
  })
  return { eventID, isOverridden: isTaken }
}

/** Returns the 409 for a taken slot; calls about holds get a 400 instead (decisions §3). */
export const slotTaken = (): Refusal => new Refusal('slot-taken', slotUnavailableMessage)

/**
 * Removes the slot hold that secured an appointment; one that is already gone is not an error. Throws 403
 * `hold-of-someone-else`.
 */
export const consumeHold = async (
  db: Database,
  eventID: EventID | null,
  context: Pick<HandlerContext, 'caller'>,
): Promise<void> => {
  if (eventID === null) return
  const hold = await findMachineTime(db, eventID)
  if (hold === undefined || hold.kind !== 'slot-hold') return
  if (!isOwnHold(hold, context.caller)) throw holdOfSomeoneElse()
  await removeMachineTime(db, eventID)
}

/**
 * Turns the database's refusal of an overlap into the `slot-taken` refusal. Runs outside the transaction, because the
 * database's error has already ended it.
 */
export const refusingTakenMachine = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (isMachineTaken(error)) throw slotTaken()
    throw error
  }
}
