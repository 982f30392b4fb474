import type { Slot } from '#domain/booking/slot.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type Audience, tooEarly, whyNotSelectable } from './slot-rows.ts'

/** Returns why a slot cannot be chosen: its state, or its day is before `notBefore`. Null when it can be chosen. */
export const whyNotSlot = (
  slot: Slot,
  notBefore: PlainDate | null,
  audience: Audience,
  language?: TextLanguage,
): string | null => whyNotSelectable(slot, audience, language) ?? tooEarly(slot, notBefore)

/** Returns when the last hold on a slot by another user expires; null if no other user holds the slot. */
export const lastUntil = (slot: Slot): Instant | null => {
  let last: Instant | null = null
  for (const hold of slot.holds) if (!hold.mine && (last === null || hold.expiresAt > last)) last = hold.expiresAt
  return last
}
