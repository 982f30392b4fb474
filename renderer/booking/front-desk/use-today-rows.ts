import { useEffect, useMemo, useRef } from 'react'
import { keepUnchangedRows, type TodayRow, type TodayRowsInput, toTodayRows } from './today-rows.ts'

/**
 * Returns the appointments of a day, as {@link toTodayRows} does. A row that has not changed stays the same object,
 * also after the day was read again.
 */
export const useTodayRows = (input: TodayRowsInput): readonly TodayRow[] => {
  const { entries, location, skus, waiting, isOnline, answered, busy, day } = input
  const shown = useRef<readonly TodayRow[]>([])
  const rows = useMemo(() => {
    const next = toTodayRows({ entries, location, skus, waiting, isOnline, answered, busy, day })
    return keepUnchangedRows(shown.current, next)
  }, [entries, location, skus, waiting, isOnline, answered, busy, day])
  useEffect(() => {
    shown.current = rows
  }, [rows])
  return rows
}
