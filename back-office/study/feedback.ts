import { feedbackReason } from '#domain/study/feedback.ts'
import { isSameValue } from '#domain/study/merge-fields.ts'
import type { Study } from '#domain/study/study.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { changeStudy, parseStatus } from '../repositories/studies-repository.ts'
import { parseDetails, toExtra } from '../repositories/study-details-column.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkVersion, staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'

type FeedbackContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Records or corrects the member's feedback. The first record also sets `feedbackReceived` with its Time and By, which
 * a correction does not change. The same feedback again writes nothing and is not refused for a stale version. The log
 * line has no rating and no text. Throws 404 for an unknown study, 409 `act-not-allowed` with {@link feedbackReason},
 * and 409 `stale` if a version is named and stale.
 */
export const recordFeedback = async (
  studyID: string,
  { feedback, version }: HandlerInput<'recordFeedback'>['body'],
  context: FeedbackContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'record-feedback')
    const status = parseStatus(study)
    const isReceived = status.feedbackReceived === true
    if (isReceived && isSameValue(parseDetails(study).feedback, feedback)) {
      return studyAsSeenBy(requireCaller(context), study)
    }
    const reason = feedbackReason(status)
    if (reason !== null) throw new Refusal('act-not-allowed', reason)
    if (version !== undefined) checkVersion(study, version)
    const changed = await changeStudy(db, study, {
      extra: toExtra(study, { feedback }),
      ...(isReceived ? {} : { status: JSON.stringify(writeFlags(status, { feedbackReceived: true }, context)) }),
    })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', [isReceived ? 'Feedback corrected' : 'Feedback recorded'], context)
    return studyAsSeenBy(requireCaller(context), changed)
  })
