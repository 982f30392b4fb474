import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Instant } from '#domain/values/instant.ts'
import { parseZoneId } from '#domain/values/location-clock.ts'
import { differingZones, type ZoneTable, zoneTableFingerprint } from '#domain/values/zone-rules.ts'

/** Compares the clock rules of the window and the back office with those of this process. */
type ZoneComparison = {
  setWindow(zones: ZoneTable): void
  /** Stores the table; returns true when it differs from the last one. */
  setBackOffice(zones: ZoneTable): boolean
  /** Returns the zones whose rules differ, sorted. */
  compare(): Promise<readonly string[]>
}

const maxZones = 200

export const createZoneComparison = (now: () => Instant): ZoneComparison => {
  let windowZones: ZoneTable | null = null
  let backOfficeZones: ZoneTable | null = null

  /**
   * Computes this process's clock rules, one zone per turn of the event loop: each zone takes some milliseconds, and
   * the window's other calls must not wait for all of them.
   */
  const ownZones = async (names: readonly string[]): Promise<ZoneTable> => {
    const from = now()
    const table: Record<string, string> = {}
    for (const zone of names.flatMap((name) => parseZoneId(name) ?? [])) {
      Object.assign(table, zoneTableFingerprint([zone], from))
      await nextTurn()
    }
    return table
  }

  const compare = async (): Promise<readonly string[]> => {
    const tables = [windowZones, backOfficeZones].filter((table) => table !== null)
    const own = await ownZones([...new Set(tables.flatMap((table) => Object.keys(table)))])
    const differing = tables.flatMap((table) => {
      const same = Object.keys(table).flatMap((zone) => (own[zone] === undefined ? [] : [[zone, own[zone]] as const]))
      return differingZones(table, Object.fromEntries(same))
    })
    return [...new Set(differing)].sort()
  }

  return {
    setWindow: (zones) => {
      windowZones = Object.fromEntries(Object.entries(zones).slice(0, maxZones))
    },
    setBackOffice: (zones) => {
      const isNew = JSON.stringify(zones) !== JSON.stringify(backOfficeZones)
      backOfficeZones = zones
      return isNew
    },
    compare,
  }
}
