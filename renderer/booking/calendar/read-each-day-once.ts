import type { Bridge } from '#contract/bridge.ts'

type ReadDay = Bridge['booking']['readDay']

/** Returns a `readDay` that reads each day of a location once. A failed read is tried again. */
export const readEachDayOnce = (readDay: ReadDay): ReadDay => {
  const readings = new Map<string, ReturnType<ReadDay>>()
  return (target) => {
    const key = `${target.locationID}|${target.date}`
    const known = readings.get(key)
    if (known !== undefined) return known
    const reading = readDay(target)
    readings.set(key, reading)
    void reading.then((reply) => {
      if (!reply.ok) readings.delete(key)
    })
    return reading
  }
}
