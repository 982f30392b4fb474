import type { Slot } from '#domain/booking/slot.ts'
import { slotCapacity } from '#domain/booking/slot-capacity.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { calendarWords } from './calendar-words.ts'
import type { SlotGridProps } from './slot-grid-props.ts'
import {
  type Audience,
  currentStartNote,
  type RunPart,
  shortHolderName,
  spokenEarly,
  spokenSlot,
  spokenTime,
  tooEarly,
} from './slot-rows.ts'
import { lastUntil } from './slot-words.ts'
import { weekWordsIn } from './week-words.ts'

const words = calendarWords.slots

/** The text, name, state and classes of one cell. */
export type SlotLook = {
  /** The classes of the cell besides `sg-cell`. */
  readonly classes: string
  /** The accessible name; null for a cell without a slot, which cannot be focused. */
  readonly label: string | null
  readonly text: string
  /** Whether the text is the name of a holder, which is cut where it does not fit beside the countdown. */
  readonly isHolder: boolean
  /** The end of the countdown in the cell; null for none. */
  readonly until: Instant | null
  readonly isSelected: boolean
  readonly isDisabled: boolean
  /** The share of machines that are free, below 1; null if the cell shows no share. */
  readonly share: number | null
}

/** The values that all cells of a row share. */
export type RowLook = {
  readonly audience: Audience
  readonly language: TextLanguage
  readonly zone: ZoneId
  readonly chosen: SlotGridProps['chosen']
  readonly currentStart: Instant | null
  /** The start directly below the line that marks the current time; null for none. */
  readonly nowStart: Instant | null
  readonly notBefore: PlainDate | null
  readonly isLocked: boolean
  readonly able: number | null
}

const plain = { isHolder: false, until: null, isSelected: false, isDisabled: false, share: null } as const

const noSlot: SlotLook = { ...plain, classes: 'sg-cell--none', label: null, text: '' }

/**
 * Returns the look of one cell (booking spec §2 table). `slot` is null for a day without a slot at the row's start.
 * `run` is the start's part of a run without room; null for a start outside a run.
 */
export const toSlotLook = (slot: Slot | null, run: RunPart | null, row: RowLook): SlotLook => {
  if (slot === null) return noSlot
  const { chosen, audience } = row
  const now = slot.utcStart === row.nowStart ? ' sg-cell--now' : ''
  if (chosen !== null && slot.utcStart === chosen.utcStart) return toChosenLook(slot, chosen, row, now)
  return slot.state === 'held' && audience === 'desk' ? toHeldLook(slot, row, now) : toTimeLook(slot, run, row, now)
}

const toChosenLook = (
  slot: Slot,
  chosen: NonNullable<RowLook['chosen']>,
  { zone, audience, language }: RowLook,
  now: string,
): SlotLook => {
  const isHeld = chosen.kind === 'held'
  const until = chosen.until === null ? null : formatsIn(language).timeAt(chosen.until, zone)
  const label = isHeld
    ? spokenSlot({ ...slot, state: 'mine' }, until, audience, null, language)
    : weekWordsIn(language).slots.beingHeld(spokenSlot({ ...slot, state: 'free' }, null, audience, null, language))
  return {
    ...plain,
    classes: `sg-cell--${isHeld ? 'mine' : 'asking'}${now}`,
    label,
    text: slot.label,
    until: isHeld ? chosen.until : null,
    isSelected: true,
  }
}

/** Returns the look of a time that another user holds. Only staff see it, in English. */
const toHeldLook = (slot: Slot, { zone }: RowLook, now: string): SlotLook => {
  const until = lastUntil(slot)
  return {
    ...plain,
    classes: `sg-cell--held${now}`,
    label: spokenSlot(slot, until === null ? null : formatTimeAt(until, zone)),
    text: shortHolderName(slot),
    isHolder: true,
    until,
    isDisabled: true,
  }
}

/** Returns the look of a time that is free, taken, past or too early. */
const toTimeLook = (slot: Slot, run: RunPart | null, row: RowLook, now: string): SlotLook => {
  const { audience, language, notBefore, able } = row
  // A hold that the same user made on another page or workstation does not block the slot.
  const state = slot.state === 'mine' ? 'free' : slot.state === 'held' ? 'taken' : slot.state
  const early = state === 'free' ? tooEarly(slot, notBefore) : null
  const isFree = state === 'free' && early === null
  const isCurrent = slot.utcStart === row.currentStart
  const capacity = isFree && !isCurrent && able !== null ? slotCapacity(slot, able) : null
  const isPart = capacity !== null && capacity.free !== capacity.able
  const spoken =
    early !== null
      ? spokenEarly(slot, early)
      : isCurrent && state === 'taken'
        ? words.currentTime(spokenTime(slot))
        : spokenSlot(state === slot.state ? slot : { ...slot, state }, null, audience, able, language)
  const reason = audience === 'desk' ? (run?.text ?? null) : null
  const saidReason = run?.joinsAbove === true && reason !== null ? `, ${reason}` : ''
  const marks = `${isCurrent ? ' sg-cell--current' : ''}${isPart ? ' sg-cell--part' : ''}${now}`
  return {
    ...plain,
    classes: `sg-cell--${early === null ? state : 'early'}${marks}${runClass(run, reason !== null)}`,
    label: `${spoken}${isCurrent ? currentStartNote : ''}${saidReason}`,
    // CSS hides the text of a cell that cannot be chosen. With a text in every cell, a new week needs no text layout.
    text: capacity === null ? (reason ?? slot.label) : words.capacity(capacity.free, capacity.able),
    isDisabled: !isFree || row.isLocked,
    share: isPart ? capacity.free / capacity.able : null,
  }
}

/** Returns the classes that show a run's reason and join a cell with the cells of its run above and below. */
const runClass = (run: RunPart | null, hasReason: boolean): string =>
  `${hasReason ? ' sg-cell--reason' : ''}${run?.joinsAbove === true ? ' sg-cell--above' : ''}${run?.joinsBelow === true ? ' sg-cell--below' : ''}`
