import type { MachineTime } from '#domain/booking/machine-time.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { WorkstationCache } from '../cache/workstation-cache.ts'
import type { Collected } from './collected.ts'

/** Writes machine times to the cache and collects the days that they change. */
type TimeKeeper = {
  put(cache: WorkstationCache, collected: Collected, time: MachineTime): void
  /** Returns whether this workstation knows that the time was removed, even if the feed still contains it. */
  isGone(eventID: string): boolean
  delete(cache: WorkstationCache, collected: Collected, eventID: string): void
  /** Deletes a time that a call of this workstation has just removed at the back office, and remembers its id. */
  forget(cache: WorkstationCache, collected: Collected, eventID: string): void
  /** Collects the days of a time whose display changed although its record did not. */
  note(cache: WorkstationCache, collected: Collected, time: MachineTime): void
  /** Drops a location's cached zone, which may have changed. */
  forgetZone(locationID: string): void
}

/**
 * Number of removed times that are remembered: far more than a workstation removes while one page of the feed is
 * loading.
 */
const maxGone = 500

export const createTimeKeeper = (): TimeKeeper => {
  const zones = new Map<string, ZoneId>()
  // The ids of removed times. Without them, a page of the feed that was sent before a removal would bring the time back
  // for a moment. Ids are never reused.
  const removedIDs = new Set<string>()

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
    isGone: (eventID) => removedIDs.has(eventID),
    delete: deleteTime,
    forget: (cache, collected, eventID) => {
      removedIDs.add(eventID)
      const [oldest] = removedIDs
      if (removedIDs.size > maxGone && oldest !== undefined) removedIDs.delete(oldest)
      deleteTime(cache, collected, eventID)
    },
    note: noteTime,
    forgetZone: (locationID) => void zones.delete(locationID),
  }
}
