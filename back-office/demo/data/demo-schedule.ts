import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { findInstants, startOfDay } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { toMinuteOfDay } from '#domain/values/time-of-day.ts'
import { isBusyDay, isDemoHome } from './demo-homes.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The time of one study on a machine. */
export type DemoSlot = {
  readonly machine: Machine
  /** Epoch seconds. */
  readonly startsAt: number
  readonly minutes: number
  readonly skuID: number
  /** Whether the study starts before the clinic opens, at a typed time instead of a slot of the grid. */
  readonly isEarly: boolean
}

type DemoDay = {
  readonly location: Location
  readonly date: PlainDate
  /** Days from today in the location's time zone. */
  readonly offset: number
  /** Epoch seconds. */
  readonly now: number
}

/** Minutes between slots of the grid. */
const step = 20
const minute = 60
/** The number of members on a busy day, without those who come before opening. */
const [fewest, most] = [31, 35]
/** Scan types of a busy day; short ones are more frequent than on other days, so that enough members fit. */
const busySkus = [300, 300, 300, 310, 310, 320, 320, 370, 500, 350] as const

/** Returns a day's appointments, without overlaps on a machine. */
export const planDay = (random: SeededRandom, day: DemoDay): DemoSlot[] => {
  const hours = openingHoursOn(day.location, day.date)
  if (hours === undefined) return []
  const opening = findInstants(day.date, hours.open, day.location.timezone)
  if (opening.kind !== 'once') return []
  // Clocks change at night. Between opening and closing, adding minutes is correct and much faster than a time-zone
  // lookup for each slot.
  const opensAt = toEpochMs(opening.instant) / 1000
  const length = toMinuteOfDay(hours.close) - toMinuteOfDay(hours.open)
  if (isBusyDay(day.location.locationID, day.offset)) {
    const early = day.offset === 0 ? earlySlots(day, opensAt) : []
    return [...early, ...planBusyDay(random, day.location, opensAt, length)]
  }
  const density = densityOf(day)
  return day.location.machines.flatMap((machine) => planMachine(random, machine, opensAt, length, density))
}

/** Returns the probability that an appointment starts at a time at which the machine is free. */
const densityOf = ({ location, offset }: DemoDay): number => {
  if (!isDemoHome(location.locationID)) return offset >= 0 && offset <= 7 ? 0.06 : 0.02
  return offset > 0 && offset <= 21 ? 0.2 : 0.06
}

const minutesOf = (machine: Machine, skuID: number): number => {
  const times = machine.defaultTimes[String(skuID)]
  return times === undefined ? 60 : times.clean + times.scan + times.block
}

const planMachine = (
  random: SeededRandom,
  machine: Machine,
  opensAt: number,
  length: number,
  density: number,
): DemoSlot[] => {
  const slots: DemoSlot[] = []
  let at = 0
  while (at < length) {
    const skuID = random.chance(0.6) ? (machine.availableSKUs[0] ?? 300) : random.pick(machine.availableSKUs)
    const minutes = minutesOf(machine, skuID)
    if (at + minutes <= length && random.chance(density)) {
      slots.push({ machine, startsAt: opensAt + at * minute, minutes, skuID, isEarly: false })
      at += Math.ceil(minutes / step) * step
    } else {
      at += 60
    }
  }
  return slots
}

/** Plans a full day: its members are distributed over the machines, with pauses of about an hour. */
const planBusyDay = (random: SeededRandom, location: Location, opensAt: number, length: number): DemoSlot[] => {
  const total = random.whole(fewest, most)
  const skus = location.machines.map(({ availableSKUs }) =>
    busySkus.filter((skuID) => availableSKUs.some((available) => available === skuID)),
  )
  // A machine with shorter scans gets more members.
  const shares = skus.map((own, place) => {
    const machine = location.machines[place]
    const lengths = machine === undefined ? [60] : own.map((skuID) => minutesOf(machine, skuID))
    return lengths.length / lengths.reduce((sum, each) => sum + each, 0)
  })
  const allShares = shares.reduce((sum, share) => sum + share, 0)
  let [given, wanted] = [0, 0]
  return location.machines.flatMap((machine, place) => {
    wanted += (total * (shares[place] ?? 0)) / allShares
    const count = Math.round(wanted) - given
    given += count
    return planFullMachine(random, machine, skus[place] ?? [], count, opensAt, length)
  })
}

const planFullMachine = (
  random: SeededRandom,
  machine: Machine,
  skus: readonly number[],
  count: number,
  opensAt: number,
  length: number,
): DemoSlot[] => {
  const cells = Math.floor(length / step)
  const cellsOf = (skuID: number): number => Math.ceil(minutesOf(machine, skuID) / step)
  const chosen = Array.from({ length: count }, () => random.pick(skus))
  const sum = (): number => chosen.reduce((all, skuID) => all + cellsOf(skuID), 0)
  const shortest = skus.toSorted((a, b) => cellsOf(a) - cellsOf(b))[0] ?? 300
  for (let place = 0; place < count && sum() > cells - 5; place += 1) chosen[place] = shortest
  // Distributes the remaining cells as pauses of three cells at random places, but none before the first member.
  const pauses = new Map<number, number>()
  for (let left = Math.max(0, cells - sum()); left > 0; left -= 3) {
    const place = random.whole(1, count)
    pauses.set(place, (pauses.get(place) ?? 0) + Math.min(3, left))
  }
  let at = 0
  return chosen.map((skuID, place) => {
    at += pauses.get(place) ?? 0
    const slot = {
      machine,
      startsAt: opensAt + at * step * minute,
      minutes: minutesOf(machine, skuID),
      skuID,
      isEarly: false,
    }
    at += cellsOf(skuID)
    return slot
  })
}

const hour = 3600
/** The scan type of members who come before opening. */
const earlySku = 310

/**
 * Returns the appointments before opening time, for a demo that starts at night or less than two hours after opening:
 * two members whose scans are over and, if the clinic is still closed, one who is at the clinic. Just after midnight
 * there is only the member who is at the clinic.
 */
const earlySlots = ({ location, date, now }: DemoDay, opensAt: number): DemoSlot[] => {
  if (now >= opensAt + 2 * hour) return []
  const midnight = toEpochMs(startOfDay(date, location.timezone)) / 1000
  const able = location.machines.filter((machine) => machine.availableSKUs.some((skuID) => skuID === earlySku))
  const slots: DemoSlot[] = []
  const add = (place: number, from: number, latestEnd: number): void => {
    const machine = able[place % able.length]
    if (machine === undefined) return
    const minutes = minutesOf(machine, earlySku)
    const startsAt = Math.max(midnight, from)
    if (startsAt + minutes * minute > Math.min(latestEnd, opensAt)) return
    slots.push({ machine, startsAt, minutes, skuID: earlySku, isEarly: true })
  }
  add(0, now - 100 * minute, now - 10 * minute)
  add(1, now - 100 * minute, now - 10 * minute)
  if (now < opensAt) add(0, now - 20 * minute, opensAt)
  return slots
}
