import { describeStops } from '#domain/safety/notice-words.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findKnownOthers } from '../repositories/other-safety-repository.ts'
import { addActReason } from '../repositories/settle-reasons-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { safetyCategory, writerOf } from '../safety/refresh.ts'
import { logForStudy } from '../study-access/log.ts'

/** The open stops at a check-in or scan mark. */
type OpenAtAct = {
  readonly kind: 'checked-in' | 'scanned'
  /** Stops of the study itself without a sign-off. */
  readonly ownStops: readonly Notice[]
  /** How many stops of other bookings have no reason yet. */
  readonly otherStops: number
}

const lines = { 'checked-in': 'Checked in with reason', scanned: 'Marked as scanned with reason' } as const
const before = { 'checked-in': 'check the member in', scanned: 'mark the study as scanned' } as const

/**
 * Stores a study's reason for a check-in or scan mark despite open stops, and adds a line to the activity log. Does
 * nothing without an open stop. Throws 422 `settle-reason-required` for an open stop without a reason. Call it before
 * the study is written, so that the study's summary includes the reason.
 */
export const keepActReason = async (
  db: Database,
  study: StudyRow,
  { kind, ownStops, otherStops }: OpenAtAct,
  reason: string | null | undefined,
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
): Promise<void> => {
  const stops = ownStops.length + otherStops
  if (stops === 0) return
  if (reason == null) {
    const own = ownStops.length === 0 ? [] : [`${describeStops(ownStops.length)} not signed off`]
    const others = otherStops === 0 ? [] : [`${describeStops(otherStops)} in another booking of this member`]
    const message = `${[...own, ...others].join(', ')}. Enter a reason to ${before[kind]}.`
    throw new Refusal('settle-reason-required', message, { fields: { settleReason: message } })
  }
  const notices = ownStops.map(({ key, text, reason: dates }) => ({ key, text, reason: dates }))
  const { stops: others } = await findKnownOthers(db, study)
  await addActReason(
    db,
    { id: context.newId(), studyID: study.study_id, kind, reason, notices, others },
    writerOf(context),
  )
  await logForStudy(db, study, safetyCategory, [`${lines[kind]}: ${reason}`], context)
}
