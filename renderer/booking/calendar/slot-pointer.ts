import type { PointerEvent } from 'react'
import type { Slot } from '#domain/booking/slot.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { calendarWords } from './calendar-words.ts'
import { cellOf } from './slot-cells.ts'
import type { SlotGridProps } from './slot-grid-props.ts'
import { lastUntil, whyNotSlot } from './slot-words.ts'

const words = calendarWords.slots

type SlotPointer = {
  /** Reports the slot of a cell if another person has it. */
  readonly peek: (cell: HTMLElement | null) => void
  /** Explains the cell under the pointer. The text is computed on hover, not for every cell beforehand. */
  readonly onPointerOver: (event: PointerEvent) => void
}

/** Returns the handlers that the table calls when the pointer or the focus reaches a cell. */
export const createSlotPointer = (
  { zone, chosen, notBefore = null, audience = 'desk', able, onPeek }: SlotGridProps,
  slotOf: (cell: HTMLElement) => Slot | null,
  language: TextLanguage,
): SlotPointer => {
  const peek = (cell: HTMLElement | null): void => {
    if (onPeek === undefined) return
    const slot = cell === null ? null : slotOf(cell)
    const isTaken = (slot?.state === 'taken' || slot?.state === 'held') && slot.utcStart !== chosen?.utcStart
    onPeek(cell !== null && slot !== null && isTaken ? { slot, cell } : null)
  }

  /** Returns the hint for a slot; null for none. */
  const hintOf = (slot: Slot): string | null => {
    const reason = whyNotSlot(slot, notBefore, audience, language)
    if (reason === null) {
      return able === undefined || audience === 'member' ? null : words.freeOf(slot.label, slot.machines.length, able)
    }
    const until = slot.state === 'held' && audience === 'desk' ? lastUntil(slot) : null
    return until === null ? reason : words.heldUntil(reason, formatTimeAt(until, zone))
  }

  return {
    peek,
    onPointerOver: (event) => {
      const cell = cellOf(event.target)
      const slot = cell === null ? null : slotOf(cell)
      peek(cell)
      if (cell === null || slot === null) return
      const isNamed = onPeek !== undefined && (slot.state === 'taken' || slot.state === 'held')
      const hint = isNamed ? null : hintOf(slot)
      if (hint === null) cell.removeAttribute('title')
      else cell.title = hint
    },
  }
}
