const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/
const MINUTES_A_DAY = 1440

/** Returns minutes since midnight on the clock face, 0 to 1439. Throws RangeError if the text is not `HH:mm`. */
export function toMinuteOfDay(time: string): number {
  const match = TIME_OF_DAY.exec(time)
  if (match === null) throw new RangeError(`Not a time of day as HH:mm: ${JSON.stringify(time)}`)
  return Number(match[1]) * 60 + Number(match[2])
}

/**
 * Returns the `HH:mm` of a minute of the day, 0 to 1439. Throws RangeError for a number outside that range or a
 * fraction.
 */
export function toTimeOfDay(minuteOfDay: number): string {
  if (!Number.isInteger(minuteOfDay) || minuteOfDay < 0 || minuteOfDay >= MINUTES_A_DAY) {
    throw new RangeError(`Not a minute of the day: ${minuteOfDay}`)
  }
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}
