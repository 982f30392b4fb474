import type { EventID } from '#domain/booking/machine-time.ts'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import { type Instant, minutesBetween } from '#domain/values/instant.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import type { PartOfDay } from '#domain/values/part-of-day.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { toTimeOfDay } from '#domain/values/time-of-day.ts'
import { calendarWords } from './calendar-words.ts'
import { weekWordsIn } from './week-words.ts'

const words = calendarWords.slots

/** Who sees the table: staff at a workstation, or a member on their own page. */
export type Audience = 'desk' | 'member'

/** One start time across the days: `slots[n]` belongs to day n, or is null if that day has no slot at this time. */
export type SlotRow = {
  readonly key: string
  readonly label: string
  readonly offsetNote: string | null
  readonly slots: readonly (Slot | null)[]
  /** For each day, the start's part of a run without room; null for any other start. */
  readonly runs: readonly (RunPart | null)[]
}

/** One start of a run without room: consecutive rows of one day, which the table shows as one block with one text. */
export type RunPart = { readonly text: string | null; readonly joinsAbove: boolean; readonly joinsBelow: boolean }

export type SlotSection = { readonly partOfDay: PartOfDay; readonly rows: readonly SlotRow[] }

type MutableRow = Omit<SlotRow, 'slots'> & { readonly order: number; readonly slots: (Slot | null)[] }

const partsOfDay: readonly PartOfDay[] = ['morning', 'afternoon', 'evening']

/**
 * Returns the slots of several days as a table: a row for each start time, grouped by part of day (booking spec §2).
 * When the clock goes back, an hour repeats. Each of its two passes has its own rows, so that each day's times stay in
 * chronological order.
 */
export const toSlotSections = (days: readonly SlotDay[]): readonly SlotSection[] => {
  const rows = new Map<number, { readonly row: MutableRow; readonly part: PartOfDay }>()
  days.forEach((day, column) => {
    let lastMinute = -1
    let pass = 1
    for (const slot of day.slots) {
      const minute = slot.hour * 60 + slot.min
      // Slots are in chronological order, so an earlier or equal clock time means that the clock went back.
      if (minute <= lastMinute) pass = 2
      else if (pass === 2 && slot.offsetNote === null) pass = 1
      lastMinute = minute
      // The second pass of an hour follows its whole first pass.
      const order = slot.hour * 1000 + pass * 100 + slot.min
      let entry = rows.get(order)
      if (entry === undefined) {
        const offsetNote = pass === 2 ? slot.offsetNote : null
        const slots = days.map((): Slot | null => null)
        const row = { key: String(order), order, label: slot.label, offsetNote, slots, runs: days.map(() => null) }
        entry = { part: slot.partOfDay, row }
        rows.set(order, entry)
      }
      entry.row.slots[column] = slot
    }
  })
  const sorted = [...rows.values()].sort((a, b) => a.row.order - b.row.order)
  return partsOfDay.flatMap((partOfDay) => {
    const inPart = sorted.filter((entry) => entry.part === partOfDay).map((entry) => entry.row)
    return inPart.length === 0 ? [] : [{ partOfDay, rows: inPart }]
  })
}

/**
 * Marks each day's runs of starts without room. The block of a run names the time right after the run, if that time has
 * room. The present time of the appointment to move, `currentStart`, belongs to no run.
 */
export const markRunsWithoutRoom = (
  sections: readonly SlotSection[],
  currentStart: Instant | null,
): readonly SlotSection[] => {
  const all = sections.flatMap(({ rows }) => rows)
  const placeOf = new Map(all.map((row, place) => [row, place]))
  const slotAt = (row: SlotRow | undefined, column: number): Slot | null => row?.slots[column] ?? null
  const isFull = (slot: Slot | null): boolean =>
    slot !== null && slot.state === 'taken' && slot.utcStart !== currentStart
  const untilOf = (row: SlotRow, column: number): string | null => {
    let place = placeOf.get(row) ?? 0
    while (isFull(slotAt(all[place], column))) place += 1
    const slot = slotAt(all[place], column)
    return slot !== null && (slot.state === 'free' || slot.state === 'mine') ? slot.label : null
  }
  const partOf = (rows: readonly SlotRow[], index: number, column: number): RunPart | null => {
    const row = rows[index]
    if (row === undefined || !isFull(slotAt(row, column))) return null
    const joinsAbove = isFull(slotAt(rows[index - 1], column))
    const isSecond = joinsAbove && !isFull(slotAt(rows[index - 2], column))
    const until = isSecond ? untilOf(row, column) : null
    const text = joinsAbove ? (until === null ? null : words.until(until)) : words.noRoom
    return { text, joinsAbove, joinsBelow: isFull(slotAt(rows[index + 1], column)) }
  }
  return sections.map((section) => ({
    ...section,
    rows: section.rows.map((row, index) => ({
      ...row,
      runs: row.slots.map((_, column) => partOf(section.rows, index, column)),
    })),
  }))
}

/**
 * Returns the first start of today that is still to come, if earlier starts are past. The line that marks the current
 * time is directly above it. Null before the first start and after the last one.
 */
export const findNowStart = (days: readonly SlotDay[], today: PlainDate, now: Instant): Instant | null => {
  const slots = days.find(({ date }) => date === today)?.slots ?? []
  const index = slots.findIndex(({ utcStart }) => utcStart > now)
  return index > 0 ? (slots[index]?.utcStart ?? null) : null
}

/** Returns the minutes of a scan that begins at a slot. */
export const minutesOf = ({ utcStart, utcEnd }: Pick<Slot, 'utcStart' | 'utcEnd'>): number =>
  minutesBetween(utcStart, utcEnd)

/**
 * Marks held slots as free if one of their holds is the user's own: choosing such a slot releases that hold first
 * (booking spec §4). In readings for staff the user's own hold blocks no slot. A member's page has no session, so this
 * function recognizes the hold by its id.
 */
export const freeOwnHold = (days: readonly SlotDay[], eventID: EventID | null): readonly SlotDay[] => {
  if (eventID === null) return days
  const isOnlyOurs = (slot: Slot): boolean =>
    slot.state === 'held' && slot.holds.some((hold) => hold.eventID === eventID)
  return days.map((day) => {
    if (!day.slots.some(isOnlyOurs)) return day
    const slots = day.slots.map((slot): Slot => {
      if (!isOnlyOurs(slot)) return slot
      const machines = slot.holds.filter((hold) => hold.eventID === eventID).map((hold) => hold.machineID)
      return { ...slot, state: 'free', machines, holds: slot.holds.filter((hold) => hold.eventID !== eventID) }
    })
    return { ...day, slots }
  })
}

/** Returns the days with the times of their slots in a language. In English these are the days themselves. */
export const labelSlots = (days: readonly SlotDay[], language: TextLanguage): readonly SlotDay[] => {
  if (language !== 'fr-CA') return days
  const { time, zone } = formatsIn(language)
  const labelOf = ({ hour, min }: Slot): string => time(toTimeOfDay(hour * 60 + min))
  return days.map((day) => ({
    ...day,
    slots: day.slots.map((slot) => ({
      ...slot,
      label: labelOf(slot),
      offsetNote: slot.offsetNote === null ? null : zone(slot.offsetNote),
    })),
  }))
}

/** Returns why a slot's state prevents its choice; null when it does not. `whyNotSlot` also checks `notBefore`. */
export const whyNotSelectable = (
  slot: Slot,
  audience: Audience = 'desk',
  language: TextLanguage = standardLanguage,
): string | null => {
  const { notAvailable, past } = weekWordsIn(language).slots
  if (audience === 'member' && (slot.state === 'taken' || slot.state === 'held')) return notAvailable
  switch (slot.state) {
    case 'free':
    case 'mine':
      return null
    case 'past':
      return past
    case 'taken':
      return words.taken(minutesOf(slot))
    case 'held':
      return words.heldBy(holderName(slot))
  }
}

/** Returns a text such as `Too early: before 28 Dec 2026.` for a slot before `notBefore`; null for any other slot. */
export const tooEarly = (slot: Pick<Slot, 'date'>, notBefore: PlainDate | null): string | null =>
  notBefore !== null && slot.date < notBefore ? words.tooEarly(formatsIn(standardLanguage).date(notBefore)) : null

/** Returns the screen reader text of a slot that is too early, with the reason of {@link tooEarly}. */
export const spokenEarly = (slot: Slot, reason: string): string =>
  words.spokenEarly(`${formatsIn(standardLanguage).spokenDate(slot.date)} ${slot.label}`, reason)

/** Returns the name of the staff user who holds a slot, or `a member online` for a hold from the self-service pages. */
const holderName = (slot: Slot): string => slot.holds.find((hold) => !hold.mine)?.name ?? calendarWords.memberOnline

/** Returns the holder's first name, which fits beside the countdown of a cell; screen readers get the full name. */
export const shortHolderName = (slot: Slot): string =>
  slot.holds.find((hold) => !hold.mine)?.name?.split(' ')[0] ?? words.online

/**
 * Returns the screen reader text of a slot: `Tuesday 24 November 09:40am, free, 2 machines`. `heldUntil` is the
 * formatted end of its hold; null to leave it out. With `able`, the number of machines that can do the scan, the text
 * has the words that the cell shows: `2 free of 3 machines`. Only the text for a member depends on `language`; `slot` is
 * labelled in it.
 */
export const spokenSlot = (
  slot: Slot,
  heldUntil: string | null,
  audience: Audience = 'desk',
  able: number | null = null,
  language: TextLanguage = standardLanguage,
): string =>
  audience === 'desk'
    ? `${spokenTime(slot)}, ${spokenState(slot, heldUntil, able)}`
    : `${spokenTime(slot, language)}, ${spokenForMember(slot, heldUntil, language)}`

/** Returns the day and the time of a slot, such as `Tuesday 24 November 09:40am`. */
export const spokenTime = ({ date, label, offsetNote }: Slot, language: TextLanguage = standardLanguage): string =>
  `${formatsIn(language).spokenDate(date)} ${label}${offsetNote === null ? '' : ` ${offsetNote}`}`

/** The text added to the accessible name of the cell with the appointment to move. */
export const currentStartNote = words.currentStart

/** Returns the state for a member, who needs to know only whether the time is available, not the number of machines. */
const spokenForMember = (slot: Slot, heldUntil: string | null, language: TextLanguage): string => {
  const { slots: words } = weekWordsIn(language)
  if (slot.state === 'free') return words.spokenFreeForMember
  if (slot.state === 'mine') return words.spokenMine(heldUntil)
  return slot.state === 'past' ? words.spokenPast : words.spokenNotAvailable
}

const spokenState = (slot: Slot, heldUntil: string | null, able: number | null): string => {
  switch (slot.state) {
    case 'free':
      return words.spokenFree(slot.machines.length, able)
    case 'mine':
      return words.spokenMine(heldUntil)
    case 'held':
      return words.spokenHeld(holderName(slot), heldUntil)
    case 'taken':
      return words.spokenTaken(minutesOf(slot))
    case 'past':
      return words.spokenPast
  }
}
