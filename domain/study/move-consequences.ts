import type { Location } from '../locations/location.ts'
import type { MachineID, SkuID } from '../locations/location-id.ts'
import { formatMoney, parseDecimalAmount, toMoney } from '../money/money.ts'
import { formatInstant } from '../time/format-time.ts'
import type { Instant } from '../time/instant.ts'
import type { Study } from './study.ts'

export type MoveTarget = {
  readonly location: Location
  readonly skuID: SkuID
  readonly machineID: MachineID
  readonly utcStart: Instant
}

/** One line of what a move changes, `from` and `to` in words; `weight` says how loudly to show it. */
export type Consequence = {
  readonly kind: 'time' | 'location' | 'scan-type' | 'machine' | 'price' | 'referral' | 'sedative'
  readonly weight: 'plain' | 'attention'
  readonly text: string
}

/**
 * What changes when a booked study moves, before anyone commits (experience: consequences before commit): time, location,
 * machine, scan type, price, referral need and sedative. Nothing that stays the same is listed.
 */
export const describeMove = (study: Study, from: Location, target: MoveTarget): readonly Consequence[] => {
  const lines: Consequence[] = []
  const add = (kind: Consequence['kind'], text: string, weight: Consequence['weight'] = 'plain'): void => {
    lines.push({ kind, weight, text })
  }
  const timeMoves = study.booking !== null && study.booking.utcStart !== target.utcStart
  if (timeMoves && study.booking !== null) {
    const before = formatInstant(study.booking.utcStart, from.timezone)
    add('time', `${before} becomes ${formatInstant(target.utcStart, target.location.timezone)}`)
  }
  if (study.locationID !== target.location.locationID) {
    add('location', `${from.address.name} becomes ${target.location.address.name}`, 'attention')
    const kept = target.location.currency.currency === from.currency.currency
    if (!kept) add('price', `Prices are in ${target.location.currency.currency} there`, 'attention')
  } else if (study.booking !== null && study.booking.machineID !== target.machineID) {
    add('machine', `${machineName(from, study.booking.machineID)} becomes ${machineName(from, target.machineID)}`)
  }
  const sold = target.location.catalog.primary.find((scan) => scan.skuID === target.skuID)
  if (study.skuID !== target.skuID) add('scan-type', `Scan type becomes ${sold?.name ?? target.skuID}`, 'attention')
  if (sold !== undefined && sold.price !== study.price) {
    const currency = target.location.currency.currency
    const before = formatMoney(parseDecimalAmount(study.price) ?? toMoney(0), from.currency.currency)
    add(
      'price',
      `Price ${before} becomes ${formatMoney(parseDecimalAmount(sold.price) ?? toMoney(0), currency)}`,
      'attention',
    )
  }
  if (target.location.referralRequired && !from.referralRequired) {
    add('referral', `${target.location.address.name} needs a medical referral`, 'attention')
  }
  if (timeMoves && study.sedativeTaken === 'Sedative Taken') {
    add('sedative', 'The sedative has to be arranged for the new time', 'attention')
  }
  return lines
}

const machineName = (location: Location, machineID: MachineID): string =>
  location.machines.find((machine) => machine.machineID === machineID)?.name ?? machineID
