import { type Closure, type ClosureFields, type ClosureKind, closureFieldsSchema } from '#domain/locations/closure.ts'
import type { Location } from '#domain/locations/location.ts'
import { closureKindWords, describeClosureTime } from '#domain/locations/location-words.ts'
import { addDays, parsePlainDate } from '#domain/values/plain-date.ts'
import { closuresSectionWords as words } from './closures-section-words.ts'
import { parseTypedClock, toTypedClock } from './typed-clock.ts'

/** The form of a closure: the typed text, before validation. The times are ignored for whole days. */
export type ClosureForm = {
  readonly kind: ClosureKind
  readonly reason: string
  /** Empty if the closure is for the whole location. */
  readonly machineID: string
  readonly isWholeDay: boolean
  readonly fromDate: string | null
  readonly toDate: string | null
  readonly fromTime: string
  readonly toTime: string
  readonly weeks: string
}

export const newClosureForm: ClosureForm = {
  kind: 'holiday',
  reason: '',
  machineID: '',
  isWholeDay: true,
  fromDate: null,
  toDate: null,
  fromTime: toTypedClock('12:00'),
  toTime: toTypedClock('13:00'),
  weeks: '1',
}

const midnight = 'T00:00'

/**
 * Returns the form of a saved closure. A closure from midnight to midnight covers whole days; its last day is the day
 * before its end.
 */
export const toClosureForm = ({ kind, reason, machineID, from, to, weeks }: Closure): ClosureForm => {
  const isWholeDay = from.endsWith(midnight) && to.endsWith(midnight)
  const end = parsePlainDate(to.slice(0, 10))
  return {
    kind,
    reason,
    machineID: machineID ?? '',
    isWholeDay,
    fromDate: from.slice(0, 10),
    toDate: end === undefined ? null : isWholeDay ? addDays(end, -1) : end,
    fromTime: toTypedClock(from.slice(11)),
    toTime: toTypedClock(to.slice(11)),
    weeks: String(weeks),
  }
}

/** Returns the fields of a form; null while it is incomplete or invalid. */
export const parseClosureForm = (form: ClosureForm): ClosureFields | null => {
  const end = parsePlainDate(form.toDate ?? form.fromDate)
  if (end === undefined) return null
  const parsed = closureFieldsSchema.safeParse({
    machineID: form.machineID === '' ? null : form.machineID,
    from: `${form.fromDate}${form.isWholeDay ? midnight : `T${parseTypedClock(form.fromTime)}`}`,
    to: form.isWholeDay ? `${addDays(end, 1)}${midnight}` : `${end}T${parseTypedClock(form.toTime)}`,
    kind: form.kind,
    reason: form.reason,
    weeks: Number(form.weeks),
  })
  return parsed.success ? parsed.data : null
}

/** Returns the values that differ between the typed form and the saved closure of a location. */
export const closureDifferences = (
  mine: ClosureFields,
  saved: ClosureFields,
  { machines, timezone }: Pick<Location, 'machines' | 'timezone'>,
): readonly { readonly field: string; readonly mine: string; readonly saved: string }[] => {
  const nameOf = (id: string | null): string =>
    id === null ? words.wholeLocation : (machines.find(({ machineID }) => machineID === id)?.name ?? id)
  return [
    { field: words.form.kind, mine: closureKindWords[mine.kind], saved: closureKindWords[saved.kind] },
    { field: words.form.reason, mine: mine.reason, saved: saved.reason },
    {
      field: words.form.fromDate,
      mine: describeClosureTime(mine, timezone) ?? '',
      saved: describeClosureTime(saved, timezone) ?? '',
    },
    { field: words.form.weeks, mine: String(mine.weeks), saved: String(saved.weeks) },
    { field: words.form.machine, mine: nameOf(mine.machineID), saved: nameOf(saved.machineID) },
  ].filter((line) => line.mine !== line.saved)
}
