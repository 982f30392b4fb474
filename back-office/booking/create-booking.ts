import type { BookingRequest } from '#domain/booking/booking-request.ts'
import { temporaryHoldHours } from '#domain/booking/hold-times.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { type Addon, decideAddons } from '#domain/locations/addon.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { toReadableID } from '../kernel/readable-id.ts'
import { Refusal } from '../kernel/refusal.ts'
import { checkMemberInReach } from '../members/reach.ts'
import type { BookingSafetyDraftRow } from '../repositories/booking-safety-drafts-repository.ts'
import { updateOtherSafety } from '../repositories/other-safety-repository.ts'
import { addStudy, findStudy } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { describeOutsideHours, describeOverride, describeTime, logForStudy } from '../study-access/log.ts'
import { planAppointment } from './appointment.ts'
import { backOfficeBookingWords } from './booking-words.ts'
import { type FirstSafety, planFirstSafety } from './first-safety.ts'
import { isTakenWithoutLock } from './holds.ts'
import { findSex } from './member-sex.ts'
import { toNewStudy } from './new-study.ts'
import { linkOpportunity } from './opportunity.ts'
import { checkMayBook, findBookableLocation } from './permissions.ts'
import { openMachines, placeStudy, refusingTakenMachine, slotTaken } from './placement.ts'
import { findDraftToMove, removeMovedDrafts } from './safety-draft.ts'

type BookingsContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Books a study (booking spec §4 booking, §7): consumes the caller's hold, takes the machine for its cleaning, scan and
 * block minutes, and writes the study, its log and its CRM link in one transaction. With `isTemporaryHold` the study
 * loses its time after 48 hours unless a payment was made. Throws what {@link checkMayBook},
 * {@link findBookableLocation}, {@link planAppointment}, {@link planAddons}, {@link planFirstSafety},
 * {@link placeStudy} and {@link linkOpportunity} throw; 404 for an unknown member; 403 `location-forbidden` for a
 * member out of reach.
 */
export const createBooking = async (
  request: BookingRequest,
  isTemporaryHold: boolean,
  context: BookingsContext,
): Promise<Study> => {
  const caller = requireCaller(context)
  checkMayBook(caller, request)
  const location = await findBookableLocation(context.db, request.locationID, context)
  const plan = planAppointment(location, request, context.now)
  const addons = planAddons(location, request.addons ?? [])
  const planSafety = async (
    db: Database,
  ): Promise<FirstSafety & { readonly begun?: BookingSafetyDraftRow | undefined }> => {
    const sex = await findSex(db, request.patientID, context, db.isTransaction)
    const begun = await findDraftToMove(db, request, context)
    return { ...planFirstSafety(request, sex, plan.columns, location.timezone, context, begun), begun }
  }
  await planSafety(context.db)
  await checkMemberInReach(context.db, request.patientID, context)
  const stretch = { machineID: plan.machine.machineID, from: plan.from, to: plan.to }
  const isSecured = request.holdEventID !== null || request.override !== null
  if (!isSecured && (await isTakenWithoutLock(context.db, stretch, context))) throw slotTaken()
  const studyID = toReadableID('s', context.newId())
  const holdUntil = isTemporaryHold ? context.now + temporaryHoldHours * 3600 : null
  context.setAuditSubject({ studyID, memberID: request.patientID, locationID: location.locationID })
  return refusingTakenMachine(() =>
    inTransaction(context.db, async (db) => {
      // Locks the member before the machines, as an update of the member does, to avoid deadlocks.
      const safety = await planSafety(db)
      await openMachines(db, [plan.machine.machineID], [location.locationID], context)
      const { eventID, isOverridden } = await placeStudy(
        db,
        {
          studyID,
          location,
          plan,
          holdEventID: request.holdEventID,
          isTemporaryHold,
          holdUntil,
          override: request.override,
          isConfirmed: request.outsideHoursConfirmed === true,
        },
        context,
      )
      const row = toNewStudy({
        studyID,
        request,
        plan,
        addons,
        eventID,
        holdUntil,
        isTemporaryHold,
        status: isTemporaryHold ? {} : bookedStatus(caller, context.now),
        safety: safety.columns,
        now: context.now,
      })
      await addStudy(db, row)
      const when = describeTime(location, row)
      const line =
        holdUntil === null
          ? `Booked for ${when}`
          : `Held for ${when}. The hold ends ${formatInstant(toInstant(holdUntil * 1000), location.timezone)}`
      await logForStudy(
        db,
        row,
        'Booking',
        [
          line,
          ...(addons.length > 0 ? [backOfficeBookingWords.log.addons(addons.map(({ name }) => name))] : []),
          ...(request.proactiveBooking === true ? [backOfficeBookingWords.log.proactive(true)] : []),
          ...describeOutsideHours(location, request, plan.to),
          ...describeOverride(isOverridden, request.override),
        ],
        context,
      )
      await safety.keep(db, row, context)
      await removeMovedDrafts(db, request.patientID, safety.begun, safety.answers)
      if (request.opportunityID !== null) {
        await linkOpportunity(db, request.opportunityID, { studyID, patientID: request.patientID })
      }
      // Runs after the answers are written: each of the member's bookings receives the safety answers of the member's
      // other bookings.
      await updateOtherSafety(db, request.patientID)
      return studyAsSeenBy(caller, (await findStudy(db, studyID)) ?? row)
    }),
  )
}

/**
 * Returns the status flags of a real booking (booking spec §4: treated as booked when status.booked is set). They also
 * show whether the member booked on their own page or the clinic did (study spec §3 bookedOnline, bookedOffline).
 */
export const bookedStatus = ({ name, isStaff }: Pick<Caller, 'name' | 'isStaff'>, now: number) => {
  const time = toInstant(now * 1000)
  return {
    booked: true,
    bookedTime: time,
    bookedBy: name,
    bookedOnline: !isStaff,
    bookedOnlineTime: isStaff ? null : time,
    bookedOnlineBy: isStaff ? null : name,
    bookedOffline: isStaff,
    bookedOfflineTime: isStaff ? time : null,
    bookedOfflineBy: isStaff ? name : null,
  }
}

/** Returns the chosen add-ons at the location's prices. Throws 400 `invalid-input` for one that is not sold there. */
const planAddons = (location: Location, chosen: readonly SkuID[]): readonly Addon[] => {
  const { addons, unknown } = decideAddons(location, chosen)
  if (unknown.length === 0) return addons
  const message = backOfficeBookingWords.addonNotSold(location.address.name)
  throw new Refusal('invalid-input', message, { fields: { addons: message } })
}
