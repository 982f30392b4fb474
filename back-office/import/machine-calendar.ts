const daySeconds = 86_400

type Stretch = { readonly from: number; readonly to: number }

/** The taken times of machines, to find overlaps among many bookings. Each time must be at most a day long. */
export class MachineCalendar {
  readonly #days = new Map<string, Stretch[]>()

  add(machineID: string, stretch: Stretch): void {
    const key = keyOf(machineID, Math.floor(stretch.from / daySeconds))
    const known = this.#days.get(key)
    if (known === undefined) this.#days.set(key, [stretch])
    else known.push(stretch)
  }

  isTaken(machineID: string, { from, to }: Stretch): boolean {
    const last = Math.floor(to / daySeconds)
    for (let day = Math.floor(from / daySeconds) - 1; day <= last; day += 1) {
      const taken = this.#days.get(keyOf(machineID, day)) ?? []
      if (taken.some((other) => other.from < to && from < other.to)) return true
    }
    return false
  }
}

const keyOf = (machineID: string, day: number): string => `${machineID} ${day}`
