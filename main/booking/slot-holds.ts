import type { BookingBridge } from '#contract/booking/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import type { SlotHold, Stretch } from '#domain/booking/machine-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type MachineID, type SkuID, toCalendarID } from '#domain/values/location-id.ts'
import { skuNotSupported } from './calendar-reader.ts'

/** How holds are placed: by staff in their own name, by a member on the self-service pages without a name. */
type HoldCalls = {
  create(body: Stretch & { calendarId: string; movingStudyId?: string | undefined }): Promise<Reply<SlotHold>>
  renew(hold: SlotHold): Promise<Reply<SlotHold>>
  remove(hold: SlotHold): Promise<Reply<unknown>>
  /** Returns whether the slot of a released hold is still free; null when that is unknown. */
  isFree(hold: SlotHold): Promise<boolean | null>
  findLocation(locationID: Location['locationID']): Promise<Reply<Location>>
  /** Returns the reason why no hold may be placed at this location now, or null. */
  refuse(location: Location): Reply<never> | null
  /** Called when a hold was placed or renewed. */
  onPlaced(hold: SlotHold): void
  /** Called when a hold no longer exists. */
  onGone(hold: SlotHold): void
  /**
   * Called when another user has taken the slot, which means that the displayed calendar of this location is out of
   * date.
   */
  onTaken(location: Location): void
}

/** Creates the calls for slot holds (booking spec §4, decisions §5). */
export const createSlotHolds = (calls: HoldCalls): Pick<BookingBridge, 'holdSlot' | 'releaseHold' | 'renewHold'> => {
  const release = async (hold: SlotHold): Promise<Reply<unknown>> => {
    const reply = await calls.remove(hold)
    // A hold that expired, was deleted or is unknown no longer exists, which is the requested result.
    const isGone = reply.ok || reply.failure.code === 'not-found' || reply.failure.code === 'hold-lapsed'
    if (!isGone) return reply
    calls.onGone(hold)
    return ok({})
  }

  const candidatesOf = (
    location: Location,
    skuID: SkuID,
    utcStart: Instant,
    machineIDs: readonly MachineID[],
  ): readonly { readonly calendarId: string; readonly utcEnd: Instant }[] =>
    [...new Set(machineIDs)].flatMap((machineID) => {
      const machine = location.machines.find((one) => one.machineID === machineID)
      if (machine === undefined) return []
      const utcEnd = appointmentEnd(location, machine, skuID, utcStart)
      return utcEnd === undefined ? [] : [{ calendarId: toCalendarID(machineID), utcEnd }]
    })

  return {
    holdSlot: async ({ locationID, skuID, utcStart, candidates, previousHold, movingStudyID }) => {
      const found = await calls.findLocation(locationID)
      if (!found.ok) return found
      const refusal = calls.refuse(found.value)
      if (refusal !== null) return refusal
      const supported = candidatesOf(found.value, skuID, utcStart, candidates)
      if (supported.length === 0) return skuNotSupported()
      if (previousHold !== null) {
        const released = await release(previousHold)
        if (!released.ok && released.failure.code !== 'hold-of-someone-else') return released
      }
      for (const { calendarId, utcEnd } of supported) {
        const reply = await calls.create({ calendarId, utcStart, utcEnd, movingStudyId: movingStudyID })
        if (reply.ok) {
          calls.onPlaced(reply.value)
          return reply
        }
        if (reply.failure.code !== 'slot-taken') return reply
      }
      calls.onTaken(found.value)
      const previousSlotFree = previousHold === null ? null : await calls.isFree(previousHold)
      return fail('slot-taken', slotUnavailableMessage, { previousSlotFree: previousSlotFree === true })
    },
    releaseHold: async ({ hold }) => {
      const released = await release(hold)
      return released.ok ? ok({}) : released
    },
    renewHold: async ({ hold }) => {
      const reply = await calls.renew(hold)
      if (reply.ok) calls.onPlaced(reply.value)
      else if (reply.failure.code === 'hold-lapsed') calls.onGone(hold)
      else if (reply.failure.code === 'not-found') {
        calls.onGone(hold)
        return fail('hold-lapsed', 'Your hold on this time slot has expired. Select the time slot again.')
      }
      return reply
    },
  }
}
