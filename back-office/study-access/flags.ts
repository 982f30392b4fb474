import type { StatusFlag } from '#domain/study/status-flags.ts'
import type { StudyStatus } from '#domain/study/study.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'

/** Who did it, kept under a second name of study spec §3 beside the flag's own By. */
const alsoNamedBy: { readonly [Flag in StatusFlag]?: string } = { scanned: 'imagesAcquiredBy' }

/** What a status keeps of a check-in that is taken back: one that was made before and is sent afterwards counts no more. */
export const checkInTakenBack = ({ now }: Pick<HandlerContext, 'now'>) => ({
  checkinTakenBackTime: toInstant(now * 1000),
})

/**
 * The status with these flags written: one that is set has its Time and the caller as its By, one that is taken back has neither.
 * `at`: when it was done; now when absent.
 */
export const writeFlags = (
  status: StudyStatus,
  flags: { readonly [Flag in StatusFlag]?: boolean },
  context: Pick<HandlerContext, 'caller' | 'now'>,
  at: Instant = toInstant(context.now * 1000),
): StudyStatus => {
  const by = requireCaller(context).name
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
