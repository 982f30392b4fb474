import type { RouteAnswer } from '#contract/back-office.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type ZoneTable, zoneTableFingerprint } from '#domain/values/zone-rules.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { hasAdministrator } from '../repositories/accounts-repository.ts'
import { findClinicSettings, readCatalogueRevision } from '../repositories/clinic-settings-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'

type HealthContext = Pick<
  HandlerContext,
  'cardProcessor' | 'db' | 'environment' | 'kind' | 'now' | 'oldestProgram' | 'serverID' | 'supportPhone' | 'version'
>

/** Clocks change only at quarter hours everywhere, so the table is constant within a quarter hour. */
const zoneTableSeconds = 900

let lastZoneTable: { readonly key: string; readonly table: ZoneTable } | null = null

/**
 * Returns the zones' current clock rules. The rules are cached, because computing them takes tens of milliseconds and
 * every workstation asks every 5 seconds.
 */
const zoneTableAt = (zones: readonly ZoneId[], now: number): ZoneTable => {
  const from = Math.floor(now / zoneTableSeconds) * zoneTableSeconds
  const key = `${from} ${zones.join()}`
  if (lastZoneTable?.key !== key) {
    lastZoneTable = { key, table: zoneTableFingerprint(zones, toInstant(from * 1000)) }
  }
  return lastZoneTable.table
}

/**
 * The databases known to have an administrator. A database never loses its last administrator, so the query is not
 * repeated for each workstation every 5 seconds.
 */
const setUp = new WeakSet<Database>()

const needsSetup = async (db: Database): Promise<boolean> => {
  if (setUp.has(db)) return false
  if (!(await hasAdministrator(db))) return true
  setUp.add(db)
  return false
}

/** Returns what this back office is and how it is configured (decisions §4 Health). */
export const readHealth = async (context: HealthContext): Promise<RouteAnswer<'health'>> => {
  const locations = await readLocations(context.db)
  const zones = [...new Set(locations.map((location) => location.timezone))].sort()
  return {
    status: 'ok',
    version: context.version,
    serverID: context.serverID,
    database: context.kind,
    tzdata: process.versions.tz ?? 'unknown',
    zones: { ...zoneTableAt(zones, context.now) },
    environment: context.environment,
    supportPhone: context.supportPhone,
    cardProcessor: context.cardProcessor.kind,
    needsSetup: await needsSetup(context.db),
    lockMinutes: (await findClinicSettings(context.db)).lockMinutes,
    catalogueRevision: await readCatalogueRevision(context.db),
    oldestProgram: context.oldestProgram,
  }
}
