// biome-ignore-all lint/a11y/useSemanticElements: sticky heads and thousands of cells need a grid, not a table
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time takes the focus; headers never do

import { memo, useLayoutEffect, useRef } from 'react'
import type { Instant } from '#domain/values/instant.ts'
import { useLanguage } from '../text-language.ts'
import { type DrawnRow, drawSlotRow } from './draw-slot-row.ts'
import { type RowLook, toSlotLook } from './slot-look.ts'
import type { RunPart, SlotRow, SlotSection } from './slot-rows.ts'
import { weekWordsIn } from './week-words.ts'

type RowProps = RowLook & { readonly row: SlotRow }

/**
 * Shows one row of the table: a start, and its slot on each day. React has only the empty row; the row draws its cells
 * before the layout effects of the table, which look for them. Redraws only when something that it shows changes.
 */
const SlotRowView = memo(
  function SlotRowView({ row, ...shared }: RowProps) {
    const element = useRef<HTMLDivElement>(null)
    const drawn = useRef<DrawnRow>(null)
    useLayoutEffect(() => {
      if (element.current === null) return
      const looks = row.slots.map((slot, column) => toSlotLook(slot, row.runs[column] ?? null, shared))
      drawn.current = drawSlotRow(element.current, row, looks, drawn.current)
    })
    return <div ref={element} role="row" className="sg-row" data-row={row.key} />
  },
  (a, b) =>
    a.chosen === b.chosen &&
    a.currentStart === b.currentStart &&
    a.nowStart === b.nowStart &&
    a.zone === b.zone &&
    a.audience === b.audience &&
    a.language === b.language &&
    a.notBefore === b.notBefore &&
    a.isLocked === b.isLocked &&
    a.able === b.able &&
    isSameRow(a.row, b.row),
)

type PartProps = Omit<RowLook, 'language'> & { readonly section: SlotSection }

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
