import type { Location, Machine } from '../locations/location.ts'
import { addMinutes, type Instant } from '../values/instant.ts'
import type { SkuID } from '../values/location-id.ts'

/**
 * Returns the minutes for which one scan occupies a machine: the machine's own times for cleaning, scan and block. If
 * the machine has none for this SKU, the catalogue's times for cleaning and scan apply (booking spec §4 slot
 * selection). Undefined if the sum is 0, if the machine is inactive or does not support the SKU, or if the location
 * does not sell the SKU.
 */
export const minutesTaken = (
  location: Pick<Location, 'catalog'>,
  machine: Pick<Machine, 'active' | 'availableSKUs' | 'defaultTimes'>,
  skuID: SkuID,
): number | undefined => {
  if (machine.active === false || !machine.availableSKUs.includes(skuID)) return undefined
  const sold = location.catalog.primary.find((scan) => scan.skuID === skuID)
  if (sold === undefined) return undefined
  const own = Object.hasOwn(machine.defaultTimes, String(skuID)) ? machine.defaultTimes[String(skuID)] : undefined
  const minutes = own === undefined ? sold.cleaningTime + sold.scanTime : own.clean + own.scan + own.block
  return minutes > 0 ? minutes : undefined
}

/**
 * Returns the end of an appointment: the start plus the minutes taken. The minutes are added to the instant, so a clock
 * change in between has no effect (booking spec §4). Undefined if {@link minutesTaken} returns undefined.
 */
export const appointmentEnd = (
  location: Pick<Location, 'catalog'>,
  machine: Pick<Machine, 'active' | 'availableSKUs' | 'defaultTimes'>,
  skuID: SkuID,
  utcStart: Instant,
): Instant | undefined => {
  const minutes = minutesTaken(location, machine, skuID)
  return minutes === undefined ? undefined : addMinutes(utcStart, minutes)
}
