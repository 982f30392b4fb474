import { useEffect, useState } from 'react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

/**
 * Reads a location's entries of a day, each time the place or the day changes. Returns null until the entries are read,
 * if the reading fails, and if the location or `date` is null.
 */
export const useDayEntries = (
  readDay: Bridge['booking']['readDay'],
  locationID: LocationID | null,
  date: PlainDate | null,
): readonly DayEntry[] | null => {
  const [entries, setEntries] = useState<readonly DayEntry[] | null>(null)
  useEffect(() => {
    // The answer for the previous place or day can arrive after the answer for the current one.
    let isCurrent = true
    setEntries(null)
    if (locationID === null || date === null) return
    void readDay({ locationID, date }).then((reply) => {
      if (isCurrent && reply.ok) setEntries(reply.value.entries)
    })
    return () => {
      isCurrent = false
    }
  }, [readDay, locationID, date])
  return entries
}
