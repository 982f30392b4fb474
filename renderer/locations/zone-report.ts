import type { Bridge } from '#contract/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type ZoneTable, zoneTableFingerprint } from '#domain/values/zone-rules.ts'
import type { LocationsStore } from './locations-store.ts'

type Options = {
  readonly bridge: Pick<Bridge, 'connectivity' | 'on'>
  readonly locations: LocationsStore
  readonly now: () => number
}

const isSame = (a: ZoneTable, b: ZoneTable): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Reports this window's clock rules for the zones of the loaded locations to main, which compares the rules of window,
 * main and back office (decisions §5 Location clock). Reports again when main finds a difference, because a switch to
 * or from daylight saving time since the last report also looks like a difference.
 */
export const reportZoneRules = ({ bridge, locations, now }: Options): void => {
  let reported: ZoneTable = {}
  const report = (): void => {
    const { catalogue } = locations.getState()
    if (catalogue.kind !== 'ready') return
    const zones = [...new Set(catalogue.value.locations.map((location) => location.timezone))].sort()
    const table = zoneTableFingerprint(zones, toInstant(now()))
    if (isSame(table, reported)) return
    reported = table
    void bridge.connectivity.reportZones({ zones: table })
  }
  locations.subscribe((state, before) => {
    if (state.catalogue !== before.catalogue) report()
  })
  bridge.on('connectivity.changed', ({ differingZones }) => {
    if (differingZones.length > 0) report()
  })
  // A restarted main process has lost the last report.
  bridge.on('bridge.gap', () => {
    reported = {}
    report()
  })
}
