import type { Location } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { StudyTable } from '../../database/tables.ts'

/** A study while its page is made up: what stands in its columns, read. */
export type DemoPage = {
  readonly study: StudyTable
  readonly location: Location
  readonly member: Member
  readonly status: Record<string, unknown>
  /** Counts the studies, for taking turns. */
  readonly index: number
  /** Whether the day shown first has it, whose scenes stay as they are. */
  readonly isScene: boolean
  readonly now: number
}

/** Sets a flag with its Time, some seconds after that of another flag and not after now, and its By. */
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
