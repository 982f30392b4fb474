import { planAppointment } from '#back-office/booking/appointment.ts'
import type { BookInput, BookingBridge, SelfServiceBridge, UnseenBooking } from '#contract/booking/bridge.ts'
import type { MembersBridge } from '#contract/members/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { isLocationLocked, locationLockedReason } from '#domain/booking/location-lock.ts'
import { decideAddons, sumOfAddons } from '#domain/locations/addon.ts'
import type { Location } from '#domain/locations/location.ts'
import { selectableLocations } from '#domain/locations/location-rules.ts'
import type { MemberID } from '#domain/members/member.ts'
import { hasRole } from '#domain/session/role.ts'
import { marksClearedByMove } from '#domain/study/marks-of-appointment.ts'
import { canSetSedativeTaken } from '#domain/study/sedative-permissions.ts'
import type { Study } from '#domain/study/study.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import { createFakeCalendar, holdOfSomeoneElse, offline, orRefusal, slotTaken, unknown } from './fake-calendar.ts'
import { toBookedStudy } from './fake-clinic.ts'
import type { FakeWorld } from './fake-members.ts'
import { type FakeSafety, replaceStudy } from './fake-safety.ts'

type Place = Pick<
  BookInput,
  'locationID' | 'skuID' | 'machineID' | 'utcStart' | 'slotSelectionType' | 'hold' | 'override'
>
type Caller = { readonly kind: 'staff' } | { readonly kind: 'member'; readonly patientID: string }
type Kept = { readonly userID: string; readonly settled: UnseenBooking }

const forbidden = (message: string) => fail('insufficient-permissions', message)
const alreadyCancelled = () => fail('already-cancelled', 'This appointment is cancelled already.')

/**
 * Creates the booking subject of the fake bridge and of the member's own pages. Applies the domain's rules to a list in
 * memory.
 */
export const createFakeBooking = (
  world: FakeWorld,
  createMember: MembersBridge['create'],
  safety: FakeSafety,
): {
  readonly booking: BookingBridge
  readonly selfService: SelfServiceBridge
  /** Makes a study count as booked on the member's own pages, which show no other studies. */
  readonly addOwnStudy: (studyID: string) => void
} => {
  const { clinic, now, logs } = world
  const calendar = createFakeCalendar(world)
  const done = new Map<string, Study['studyID']>()
  const unseen = new Map<string, Kept>()
  /** The studies that count as booked on the member's own pages. */
  const ownStudies = new Set<string>()
  const signUps = new Map<string, MemberID>()
  let nextNumber = 900_000

  const note = (study: Study, content: string): void => {
    const entry = { category: 'booking', time: now(), content, by: world.user()?.fullname ?? 'Member' }
    logs.set(study.studyID, [...(logs.get(study.studyID) ?? []), entry])
  }
  const replace = (study: Study): Study => replaceStudy(world, study)
  const findStudy = (studyID: string) => clinic.studies.find((study) => study.studyID === studyID)
  /** Returns a study if the signed-in user may see it. */
  const seen = (studyID: string): Reply<Study> => {
    const study = findStudy(studyID)
    if (study === undefined) return unknown()
    const allowed = calendar.findAllowed(study.locationID)
    return allowed.ok ? ok(study) : allowed
  }
  const changeable = (studyID: string): Reply<Study> => {
    const found = seen(studyID)
    if (!found.ok) return found
    if (found.value.status.cancelled) return alreadyCancelled()
    return found.value.status.scanned ? fail('study-not-bookable', 'This member has already been scanned.') : found
  }
  const stale = (study: Study) =>
    fail('stale', 'Someone else changed this appointment.', { currentVersion: study.version })
  /** Returns the study of a repeated key as it is now; null for a new key. */
  const again = (key: string): Reply<Study> | null => {
    const studyID = done.get(key)
    const study = studyID === undefined ? undefined : findStudy(studyID)
    return study === undefined ? null : ok(study)
  }
  const keep = (input: { readonly idempotencyKey: string; readonly draftID: string }, study: Study): Reply<Study> => {
    done.set(input.idempotencyKey, study.studyID)
    const userID = world.user()?.user_id
    if (userID === undefined) return ok(study)
    world.dropDraft(input.draftID)
    const settled = { ...input, outcome: { kind: 'booked' as const, study } }
    unseen.set(input.idempotencyKey, { userID, settled })
    return ok(study)
  }

  const mayBook = (
    input: Pick<BookInput, 'locationID' | 'override' | 'sedativeTaken'>,
    caller: Caller,
  ): Reply<Location> => {
    const roles = world.user()?.roles ?? []
    const found = caller.kind === 'staff' ? calendar.findAllowed(input.locationID) : null
    if (found?.ok === false) return found
    if (input.override !== null && !hasRole(roles, 'admin')) {
      return forbidden('Only an administrator can book over another appointment.')
    }
    if (input.sedativeTaken !== null && !canSetSedativeTaken(roles)) {
      return forbidden('Only the front desk can set the sedative choice.')
    }
    const location = calendar.find(input.locationID)
    if (location === undefined) return unknown()
    const isOpen = location.active && (caller.kind === 'staff' ? location.assistedBooking : location.selfServiceBooking)
    return isOpen ? ok(location) : fail('location-not-bookable', "This location isn't taking bookings right now.")
  }

  /**
   * Returns an appointment and its machine time if the machine is free or the input overrides what occupies it. Removes
   * the input's hold, the user's other holds of that time and the study's earlier time. The caller adds the new time.
   */
  const place = (
    input: Place,
    location: Location,
    patientID: string,
    before: Study | null,
    temporaryHold: boolean,
  ): Reply<ReturnType<typeof toBookedStudy>> => {
    const member = clinic.members.find((candidate) => candidate.patientID === patientID)
    if (member === undefined) return unknown()
    const planned = orRefusal(() => planAppointment(location, input, toEpochMs(now()) / 1000))
    if (!planned.ok) return planned
    const booked = toBookedStudy({
      number: nextNumber + 1,
      member,
      location,
      machine: planned.value.machine,
      skuID: input.skuID,
      utcStart: input.utcStart,
      temporaryHold,
      now: now(),
    })
    const { utcStart, utcEnd } = booked.machineTime
    calendar.sweep()
    const hold = clinic.machineTimes.find((entry) => entry.eventID === input.hold?.eventID)
    const isOthers = hold?.kind === 'slot-hold' && hold.owner !== null && hold.owner.userID !== world.user()?.user_id
    if (isOthers) return holdOfSomeoneElse()
    const isOwn = (eventID: string): boolean => {
      const entry = clinic.machineTimes.find((one) => one.eventID === eventID)
      const isOwnHold = entry?.kind === 'slot-hold' && entry.owner?.userID === world.user()?.user_id
      return eventID === input.hold?.eventID || (isOwnHold && world.user() !== null)
    }
    const inTheWay = clinic.machineTimes.some(
      (entry) =>
        entry.machineID === input.machineID &&
        entry.utcStart < utcEnd &&
        utcStart < entry.utcEnd &&
        entry.studyID !== (before?.studyID ?? '') &&
        !isOwn(entry.eventID),
    )
    if (inTheWay && input.override === null) return slotTaken()
    const consumed = calendar.consume(input.hold, input.machineID, utcStart, utcEnd)
    if (!consumed.ok) return consumed
    calendar.remove(before?.booking?.eventID)
    nextNumber += 1
    return ok(booked)
  }

  const book = async (input: BookInput, caller: Caller): Promise<Reply<Study>> => {
    const allowed = mayBook(input, caller)
    if (!allowed.ok && allowed.failure.code === 'location-forbidden') return allowed
    if (!world.isOnline()) return offline()
    const before = again(input.idempotencyKey)
    if (before !== null) return before
    if (!allowed.ok) return allowed
    const refusal = safety.refuseBooking(input, caller.kind === 'staff')
    if (refusal !== null) return refusal
    const placed = place(input, allowed.value, input.patientID, null, input.temporaryHold)
    if (!placed.ok) return placed
    clinic.machineTimes.push(placed.value.machineTime)
    const { memberType, referralType, referrer, sedativeTaken, opportunityID, slotSelectionType } = input
    const { addons } = decideAddons(allowed.value, input.addons ?? [])
    const booked = replace({
      ...placed.value.study,
      memberType,
      referralType,
      referrer,
      sedativeTaken,
      opportunityID,
      slotSelectionType,
      config: { proactiveBooking: input.proactiveBooking === true },
      items: { primary: { skuID: input.skuID }, addons: [...addons] },
      balance: placed.value.study.price + toDecimalAmount(sumOfAddons(addons)),
    })
    safety.keepBooked(booked.studyID, input)
    const study = findStudy(booked.studyID) ?? booked
    note(study, input.temporaryHold ? 'Held' : 'Booked')
    calendar.changed(allowed.value, input.utcStart)
    return keep({ idempotencyKey: input.idempotencyKey, draftID: input.draftID }, study)
  }

  const booking: BookingBridge = {
    ...calendar.staff,
    book: (input) => book(input, { kind: 'staff' }),
    reschedule: async (input) => {
      const reach = calendar.findAllowed(input.locationID)
      if (!reach.ok) return reach
      if (!world.isOnline()) return offline()
      const repeated = again(input.idempotencyKey)
      if (repeated !== null) return repeated
      const found = changeable(input.studyID)
      if (!found.ok) return found
      const before = found.value
      if (before.version !== input.version) return stale(before)
      const allowed = mayBook({ ...input, sedativeTaken: null }, { kind: 'staff' })
      if (!allowed.ok) return allowed
      const location = allowed.value
      if (before.locationID !== input.locationID && isLocationLocked(before)) {
        return fail('location-locked-by-payment', locationLockedReason)
      }
      const stop = safety.refuseMove(
        before,
        { utcStart: input.utcStart, timezone: location.timezone },
        input.settleReason,
      )
      if (stop !== null) return stop
      const placed = place(
        input,
        location,
        before.patientID,
        before,
        before.temporaryHold || input.temporaryHold === true,
      )
      if (!placed.ok) return placed
      const { machineTime, study: moved } = placed.value
      clinic.machineTimes.push({ ...machineTime, studyID: before.studyID })
      const { locationID, skuID, slotSelectionType } = input
      const isOtherTime =
        before.booking !== null && (before.locationID !== locationID || before.booking.utcStart !== input.utcStart)
      const cleared = isOtherTime ? (marksClearedByMove(before.status)?.flags ?? []) : []
      const marks = Object.fromEntries(
        cleared.flatMap((flag) => [
          [flag, false] as const,
          [`${flag}Time`, null] as const,
          [`${flag}By`, null] as const,
        ]),
      )
      replace({
        ...before,
        booking: moved.booking,
        ...(input.temporaryHold === true && {
          temporaryHold: true,
          temporaryHoldUntil: moved.temporaryHoldUntil,
        }),
        price: moved.price,
        balance: before.balance + moved.price - before.price,
        locationID,
        skuID,
        slotSelectionType,
        status: { ...before.status, ...marks, ...(before.booking !== null && { isUpdate: true }) },
      })
      const study = safety.refresh(before.studyID)
      if (study === null) return unknown()
      if (input.settleReason !== null) safety.keepReason(study.studyID, input.settleReason, 'moved')
      note(study, 'Rescheduled')
      calendar.changed(location, input.utcStart)
      return keep({ idempotencyKey: input.idempotencyKey, draftID: input.draftID }, study)
    },
    cancel: async ({ studyID, cancellationReason, cancellationDetail, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      const repeated = again(idempotencyKey)
      if (repeated !== null) return repeated
      const found = changeable(studyID)
      if (!found.ok) return found
      const before = found.value
      calendar.remove(before.booking?.eventID)
      const cancelledBy = world.user()?.fullname ?? null
      const study = replace({
        ...before,
        booking: null,
        temporaryHold: false,
        temporaryHoldUntil: null,
        status: { ...before.status, booked: false, cancelled: true, cancelledTime: now(), cancelledBy },
        cancellation: { cancellationReason, cancellationDetail },
        version: before.version + 1,
      })
      note(study, 'Cancelled')
      const location = calendar.find(study.locationID)
      if (location !== undefined && before.booking !== null) calendar.changed(location, before.booking.utcStart)
      done.set(idempotencyKey, studyID)
      return ok(study)
    },
    convertTemporaryHold: async ({ studyID, settleReason, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      const repeated = again(idempotencyKey)
      if (repeated !== null) return repeated
      const found = changeable(studyID)
      if (!found.ok) return found
      const before = found.value
      if (!before.temporaryHold) return fail('not-a-temporary-hold', 'This is not a temporary hold.')
      if (before.balance > 0) return fail('balance-due', 'There is a balance to be paid first.')
      const stop = safety.refuseConversion(before, settleReason)
      if (stop !== null) return stop
      const index = clinic.machineTimes.findIndex((entry) => entry.eventID === before.booking?.eventID)
      const entry = clinic.machineTimes[index]
      if (entry !== undefined) clinic.machineTimes[index] = { ...entry, kind: 'study', expiresAt: null }
      const bookedBy = world.user()?.fullname ?? null
      const status = { ...before.status, booked: true, bookedTime: now(), bookedBy }
      const study = replace({
        ...before,
        temporaryHold: false,
        temporaryHoldUntil: null,
        status,
        version: before.version + 1,
      })
      if (settleReason !== null) safety.keepReason(studyID, settleReason)
      note(study, 'Temporary hold converted to a booking')
      done.set(idempotencyKey, studyID)
      return ok(study)
    },
    setSedative: async ({ studyID, version, sedativeTaken }) => {
      if (!canSetSedativeTaken(world.user()?.roles ?? [])) {
        return forbidden('Only the front desk can record whether a sedative was taken.')
      }
      if (!world.isOnline()) return offline()
      const found = seen(studyID)
      if (!found.ok) return found
      if (found.value.version !== version) return stale(found.value)
      return ok(replace({ ...found.value, sedativeTaken, version: version + 1 }))
    },
    setProactive: async ({ studyID, version, proactiveBooking }) => {
      if (!world.isOnline()) return offline()
      const found = seen(studyID)
      if (!found.ok) return found
      if (found.value.version !== version) return stale(found.value)
      return ok(replace({ ...found.value, config: { proactiveBooking }, version: version + 1 }))
    },
    readStudy: async ({ studyID }) => {
      const found = seen(studyID)
      if (!found.ok) return found
      const study = found.value
      const member = clinic.members.find((candidate) => candidate.patientID === study.patientID)
      const location = calendar.find(study.locationID)
      if (member === undefined || location === undefined) return unknown()
      return ok({ study, member, location, source: world.isOnline() ? 'back-office' : 'cache', asOf: now() })
    },
    settled: async () =>
      ok([...unseen.values()].flatMap(({ userID, settled }) => (userID === world.user()?.user_id ? [settled] : []))),
    acknowledgeSettled: async ({ idempotencyKey }) => {
      if (unseen.delete(idempotencyKey)) world.emit('booking.acknowledged', { idempotencyKey })
      return ok({})
    },
  }

  const ownOnly = (studyID: string): Reply<never> | null => {
    if (ownStudies.size === 0) return fail('signed-out', 'Book an appointment first.')
    return ownStudies.has(studyID) ? null : unknown()
  }
  const selfService: SelfServiceBridge = {
    ...calendar.members,
    catalogue: async () =>
      ok({ locations: selectableLocations(clinic.locations, null, 'self-service'), skus: clinic.skus }),
    signUpAndBook: async ({ draft, locationID, skuID, hold, referral, safetyDraftID, idempotencyKey }) => {
      const location = calendar.find(locationID)
      if (location === undefined) return unknown()
      if (!world.isOnline()) return offline()
      const typed = JSON.stringify(draft)
      const known = signUps.get(idempotencyKey) ?? signUps.get(typed)
      const created = known === undefined ? await createMember({ draft, idempotencyKey: `${idempotencyKey}-m` }) : null
      if (created?.ok === false) return created
      const patientID = known ?? (created?.ok === true ? created.value.patientID : null)
      if (patientID === null) return unknown()
      signUps.set(idempotencyKey, patientID)
      signUps.set(typed, patientID)
      const reply = await book(
        {
          patientID,
          locationID,
          skuID,
          machineID: hold.machineID,
          utcStart: hold.utcStart,
          slotSelectionType: 'slot',
          hold,
          memberType: null,
          referralType: referral === undefined ? 'self' : 'physician',
          referrer: referral?.referrer ?? '',
          sedativeTaken: null,
          opportunityID: null,
          temporaryHold: false,
          override: null,
          safetyAnswers: referral?.safetyAnswers ?? null,
          safetyDraft: referral?.safetyDraft ?? null,
          settleReason: null,
          idempotencyKey,
          draftID: 'self',
        },
        { kind: 'member', patientID },
      )
      if (!reply.ok) return reply
      signUps.delete(typed)
      safety.dropShared(safetyDraftID)
      ownStudies.add(reply.value.studyID)
      return reply
    },
    readStudy: async ({ studyID }) => {
      const study = findStudy(studyID)
      const location = study && calendar.find(study.locationID)
      if (study === undefined || location === undefined || !ownStudies.has(studyID)) return unknown()
      const { language = 'en' } = clinic.members.find(({ patientID }) => patientID === study.patientID) ?? {}
      return ok({ study, location, language })
    },
    readSafety: async (input) => ownOnly(input.studyID) ?? (await safety.selfService.readSafety(input)),
    saveSafety: async (input) => ownOnly(input.studyID) ?? (await safety.selfService.saveSafety(input)),
    shareSafety: async (input) => ownOnly(input.studyID) ?? (await safety.selfService.shareSafety(input)),
    shareAnswers: async ({ draft, locationID, answers, safetyDraftID }) => {
      const patientID = signUps.get(JSON.stringify(draft))
      if (patientID === undefined) return ok({ isShared: false })
      if (!world.isOnline()) return offline()
      safety.keepShared({ draftID: safetyDraftID, patientID, locationID, SafetyQuestions: answers })
      return ok({ isShared: true })
    },
  }
  return { booking, selfService, addOwnStudy: (studyID) => void ownStudies.add(studyID) }
}
