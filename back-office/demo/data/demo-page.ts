import type { Location } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { StudyTable } from '../../database/tables.ts'

/** A study with its parsed columns, while the demo fills its page. */
export type DemoPage = {
  readonly study: StudyTable
  readonly location: Location
  readonly member: Member
  readonly status: Record<string, unknown>
  /** Counts the studies, to take variants in turn. */
  readonly index: number
  /** Whether the study plays one of today's scenes (demo-today.ts), whose fixed facts must not change. */
  readonly isScene: boolean
  readonly now: number
}

/**
 * Sets a flag with its Time and, unless `by` is null, its By. The Time is `seconds` later than the Time of the flag
 * `after`; if the flag `after` has no Time, the Time is a day before now. The Time is never later than now.
 */
export const mark = (
  { status, now }: Pick<DemoPage, 'status' | 'now'>,
  flag: string,
  by: string | null,
  after: string,
  seconds: number,
): void => {
  const from = status[`${after}Time`]
  const at = typeof from === 'string' ? toEpochMs(from as Instant) / 1000 + seconds : now - 86_400
  status[flag] = true
  status[`${flag}Time`] = toInstant(Math.min(at, now) * 1000)
  if (by !== null) status[`${flag}By`] = by
}
