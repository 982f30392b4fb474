import type { MachineTime } from '#domain/booking/machine-time.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { WorkstationCache } from '../cache/workstation-cache.ts'
import type { Collected } from './collected.ts'

/** Puts machine times into the cache and collects the days that they change. */
type TimeKeeper = {
  put(cache: WorkstationCache, collected: Collected, time: MachineTime): void
  /** Whether this desk knows already that the time is gone, whatever the feed says. */
  isGone(eventID: string): boolean
  delete(cache: WorkstationCache, collected: Collected, eventID: string): void
  /** Deletes a time that the back office has just reported to this desk as gone. */
  forget(cache: WorkstationCache, collected: Collected, eventID: string): void
  /** The time shows something else although it is the same. */
  note(cache: WorkstationCache, collected: Collected, time: MachineTime): void
  /** The location may have another zone now. */
  forgetZone(locationID: string): void
}

/** Times known to be gone that are remembered: far more than a desk gives up while one page of the feed is on its way. */
const mostGone = 500

export const createTimeKeeper = (): TimeKeeper => {
  const zones = new Map<string, ZoneId>()
  // A page of the feed that left before this desk gave a time up would bring it back for a moment: ids never come again.
  const gone = new Set<string>()

  const zoneOf = (cache: WorkstationCache, locationID: LocationID): ZoneId | null => {
    const known = zones.get(locationID)
    if (known !== undefined) return known
    const zone = cache.catalogue.location(locationID)?.timezone ?? null
    if (zone !== null) zones.set(locationID, zone)
    return zone
  }

  const noteTime = (cache: WorkstationCache, collected: Collected, time: MachineTime | null): void => {
    if (time === null) return
    const zone = zoneOf(cache, time.locationID)
    if (zone === null) return
    const dates = collected.dates.get(time.locationID) ?? new Set()
    collected.dates.set(time.locationID, dates)
    dates.add(toWallTime(time.utcStart, zone).date)
    dates.add(toWallTime(time.utcEnd, zone).date)
  }

  const putTime = (cache: WorkstationCache, collected: Collected, time: MachineTime): void => {
    const { changed, before } = cache.calendar.putMachineTime(time)
    if (!changed) return
    noteTime(cache, collected, time)
    noteTime(cache, collected, before)
  }

  const deleteTime = (cache: WorkstationCache, collected: Collected, eventID: string): void =>
    noteTime(cache, collected, cache.calendar.deleteMachineTime(eventID).before)

  return {
    put: putTime,
    isGone: (eventID) => gone.has(eventID),
    delete: deleteTime,
    forget: (cache, collected, eventID) => {
      gone.add(eventID)
      const [oldest] = gone
      if (gone.size > mostGone && oldest !== undefined) gone.delete(oldest)
      deleteTime(cache, collected, eventID)
    },
    note: noteTime,
    forgetZone: (locationID) => void zones.delete(locationID),
  }
}
