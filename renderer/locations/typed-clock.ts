import { formatTime } from '#domain/format/format-time.ts'

/** Returns a time of day in the form that users read and type: `08:00am`. */
export const toTypedClock = (time: string): string => formatTime(time)

/** Reads `08:00am`, `8 pm`, `12:30 PM` or `20:00` as `HH:mm`; undefined for anything else. */
export const parseTypedClock = (text: string): string | undefined => {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(text.trim())
  if (match === null) return undefined
  const half = match[3]?.toLowerCase()
  const typed = Number(match[1])
  const minute = Number(match[2] ?? '0')
  if (minute > 59 || typed > 23 || (half !== undefined && (typed < 1 || typed > 12))) return undefined
  if (half === undefined && match[2] === undefined) return undefined
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
