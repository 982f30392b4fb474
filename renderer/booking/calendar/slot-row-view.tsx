// biome-ignore-all lint/a11y/useSemanticElements: sticky heads and thousands of cells need a grid, not a table
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time takes the focus; headers never do
// biome-ignore-all lint/suspicious/noArrayIndexKey: a column has no identity but its place in the row

import { type CSSProperties, memo } from 'react'
import type { Slot } from '#domain/booking/slot.ts'
import { slotCapacity } from '#domain/booking/slot-capacity.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { useLanguage } from '../text-language.ts'
import { calendarWords } from './calendar-words.ts'
import type { SlotGridProps } from './slot-grid-props.ts'
import {
  type Audience,
  currentStartNote,
  type RunPart,
  type SlotRow,
  type SlotSection,
  shortHolderName,
  spokenEarly,
  spokenSlot,
  spokenTime,
  tooEarly,
} from './slot-rows.ts'
import { lastUntil } from './slot-words.ts'
import { weekWordsIn } from './week-words.ts'

const words = calendarWords.slots

type RowProps = {
  readonly row: SlotRow
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

/** Shows one row of the table: a start, and its slot on each day. Redraws only when something that it shows changes. */
const SlotRowView = memo(
  function SlotRowView({ row, ...shared }: RowProps) {
    return (
      <div role="row" className="sg-row" data-row={row.key}>
        <div role="rowheader" className="sg-time">
          {row.label}
          {row.offsetNote === null ? null : <span className="sg-time__note">{row.offsetNote}</span>}
        </div>
        {row.slots.map((slot, column) => cell(slot, column, row.runs[column] ?? null, shared))}
      </div>
    )
  },
  (a, b) =>
    a.chosen === b.chosen &&
    a.currentStart === b.currentStart &&
    a.nowStart === b.nowStart &&
    a.zone === b.zone &&
    a.notBefore === b.notBefore &&
    a.isLocked === b.isLocked &&
    a.able === b.able &&
    a.language === b.language &&
    isSameRow(a.row, b.row),
)

type PartProps = Omit<RowProps, 'row' | 'language'> & { readonly section: SlotSection }

/**
 * Shows the rows of one part of the day, under its name. Only the row with the chosen start receives the choice, so
 * that no other row redraws.
 */
export function SlotPart({ section, chosen, currentStart, nowStart, ...shared }: PartProps) {
  const language = useLanguage()
  return (
    <div role="rowgroup" className="sg-part">
      <div role="row" className="sg-part__name">
        <div role="rowheader">{weekWordsIn(language).slots[section.partOfDay]}</div>
      </div>
      {section.rows.map((row) => {
        const has = (start: Instant | null): boolean =>
          start !== null && row.slots.some((slot) => slot?.utcStart === start)
        return (
          <SlotRowView
            key={row.key}
            {...shared}
            {...{ row, language }}
            chosen={has(chosen?.utcStart ?? null) ? chosen : null}
            currentStart={has(currentStart) ? currentStart : null}
            nowStart={has(nowStart) ? nowStart : null}
          />
        )
      })}
    </div>
  )
}

const isSameRow = (a: SlotRow, b: SlotRow): boolean =>
  a === b ||
  (a.key === b.key &&
    a.offsetNote === b.offsetNote &&
    a.slots.length === b.slots.length &&
    a.slots.every((slot, column) => slot === b.slots[column]) &&
    a.runs.every((part, column) => isSamePart(part, b.runs[column] ?? null)))

const isSamePart = (a: RunPart | null, b: RunPart | null): boolean =>
  a?.text === b?.text && a?.joinsAbove === b?.joinsAbove && a?.joinsBelow === b?.joinsBelow

/** Returns one cell as a plain element without component or hook, because a table can have thousands of cells. */
function cell(slot: Slot | null, column: number, run: RunPart | null, row: Omit<RowProps, 'row'>) {
  const { zone, audience, language, chosen, currentStart, nowStart, notBefore, isLocked, able } = row
  if (slot === null) return <div key={column} role="gridcell" className="sg-cell sg-cell--none" />
  const now = slot.utcStart === nowStart ? ' sg-cell--now' : ''
  if (chosen !== null && slot.utcStart === chosen.utcStart) {
    const isHeld = chosen.kind === 'held'
    const until = chosen.until === null ? null : formatsIn(language).timeAt(chosen.until, zone)
    const state = isHeld
      ? spokenSlot({ ...slot, state: 'mine' }, until, audience, null, language)
      : weekWordsIn(language).slots.beingHeld(spokenSlot({ ...slot, state: 'free' }, null, audience, null, language))
    return (
      <div
        key={column}
        role="gridcell"
        tabIndex={-1}
        aria-selected="true"
        aria-label={state}
        className={`sg-cell sg-cell--${isHeld ? 'mine' : 'asking'}${now}`}
      >
        {slot.label}
        {isHeld && chosen.until !== null ? <span className="sg-cell__left" data-until={chosen.until} /> : null}
      </div>
    )
  }
  if (slot.state === 'held' && audience === 'desk') {
    const until = lastUntil(slot)
    return (
      <div
        key={column}
        role="gridcell"
        tabIndex={-1}
        aria-disabled="true"
        aria-label={spokenSlot(slot, until === null ? null : formatTimeAt(until, zone))}
        className={`sg-cell sg-cell--held${now}`}
      >
        <span className="sg-cell__who">{shortHolderName(slot)}</span>
        {until === null ? null : <span className="sg-cell__left" data-until={until} />}
      </div>
    )
  }
  // A hold that the same user made on another page or workstation does not block the slot.
  const state = slot.state === 'mine' ? 'free' : slot.state === 'held' ? 'taken' : slot.state
  const early = state === 'free' ? tooEarly(slot, notBefore) : null
  const isFree = state === 'free' && early === null
  const isCurrent = slot.utcStart === currentStart
  const capacity = isFree && !isCurrent && able !== null ? slotCapacity(slot, able) : null
  const spoken =
    early !== null
      ? spokenEarly(slot, early)
      : isCurrent && state === 'taken'
        ? words.currentTime(spokenTime(slot))
        : spokenSlot(state === slot.state ? slot : { ...slot, state }, null, audience, able, language)
  const reason = audience === 'desk' ? (run?.text ?? null) : null
  // Every cell contains a text, and CSS hides it in cells that cannot be chosen: switching weeks needs no text layout.
  return (
    <div
      key={column}
      role="gridcell"
      tabIndex={-1}
      aria-disabled={isFree && !isLocked ? undefined : 'true'}
      aria-label={`${spoken}${isCurrent ? currentStartNote : ''}${run?.joinsAbove === true && reason !== null ? `, ${reason}` : ''}`}
      className={`sg-cell sg-cell--${early === null ? state : 'early'}${isCurrent ? ' sg-cell--current' : ''}${now}${runClass(run)}`}
      style={
        capacity === null || capacity.free === capacity.able
          ? undefined
          : ({ '--sg-free': capacity.free / capacity.able } as CSSProperties)
      }
    >
      {capacity === null ? (
        reason === null ? (
          slot.label
        ) : (
          <span className="sg-cell__reason">{reason}</span>
        )
      ) : (
        words.capacity(capacity.free, capacity.able)
      )}
    </div>
  )
}

/** Returns the classes that join a cell with the cells of its run above and below. */
const runClass = (run: RunPart | null): string =>
  `${run?.joinsAbove === true ? ' sg-cell--above' : ''}${run?.joinsBelow === true ? ' sg-cell--below' : ''}`
