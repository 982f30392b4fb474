/**
 * Returns whether a time `hh:mma` matches what a person typed: `9`, `925`, `9:25`, `09.25`, `2p`, `2:30 pm`, `14:30`.
 * Digits match from the left. Without `a` or `p`, two digits from 13 up also match as the hour of a 24-hour clock.
 */
export const matchesTypedTime = (label: string, typed: string): boolean => {
  const match = /^(\d\d):(\d\d)([ap])m/.exec(label)
  const [, hour = '', minute = '', half = ''] = match ?? []
  const digits = typed.replaceAll(/\D/g, '')
  const wantedHalf = /[ap]/.exec(typed.toLowerCase())?.[0]
  if (match === null) return false
  if (wantedHalf !== undefined && wantedHalf !== half) return false
  const face = `${hour}${minute}`
  if (face.startsWith(digits) || `${Number(hour)}${minute}`.startsWith(digits)) return true
  const hourOfDay = (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  return wantedHalf === undefined && Number(digits.slice(0, 2)) >= 13 && `${hourOfDay}${minute}`.startsWith(digits)
}
