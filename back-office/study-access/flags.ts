import type { StatusFlag } from '#domain/study/status-flags.ts'
import type { StudyStatus } from '#domain/study/study.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'

/** For some flags, study spec §3 has one more field for the person: it has the same value as the flag's By field. */
const alsoNamedBy: { readonly [Flag in StatusFlag]?: string } = { scanned: 'imagesAcquiredBy' }

/**
 * Returns the status field with the time when a check-in was withdrawn: the current time. A check-in that was made
 * before this time but is sent later is refused.
 */
export const toCheckInWithdrawal = ({ now }: Pick<HandlerContext, 'now'>) => ({
  checkinTakenBackTime: toInstant(now * 1000),
})

/**
 * Returns the status with these flags: a set flag has its Time and the caller as its By, a withdrawn flag has neither.
 * `at` is the time of the act; if absent, the current time.
 */
export const writeFlags = (
  status: StudyStatus,
  flags: { readonly [Flag in StatusFlag]?: boolean },
  context: Pick<HandlerContext, 'caller' | 'now'>,
  at: Instant = toInstant(context.now * 1000),
): StudyStatus => writeFlagsBy(status, flags, requireCaller(context).name, at)

/**
 * Does the same as {@link writeFlags}, but stores `by`, the name of a person or of the server, instead of the caller's
 * name.
 */
export const writeFlagsBy = (
  status: StudyStatus,
  flags: { readonly [Flag in StatusFlag]?: boolean },
  by: string,
  at: Instant,
): StudyStatus => {
  const written: Record<string, unknown> = {}
  for (const [flag, isSet] of Object.entries(flags) as [StatusFlag, boolean][]) {
    written[flag] = isSet
    written[`${flag}Time`] = isSet ? at : null
    written[`${flag}By`] = isSet ? by : null
    const other = alsoNamedBy[flag]
    if (other !== undefined) written[other] = isSet ? by : null
  }
  return { ...status, ...written }
}
