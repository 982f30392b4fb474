import type { ConsultAct } from '#domain/consult/consult-acts.ts'
import { decideConsultAct } from '#domain/consult/consult-acts.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { changeDetails } from '../repositories/studies-repository.ts'
import { parseDetails } from '../repositories/study-details-column.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { alreadyCancelled, staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'

type MarkContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/** The log category for everything about the nurse practitioner's consult. */
export const consultCategory = 'Consult'

const lines: { readonly [Act in ConsultAct]: string } = {
  request: 'Consult requested',
  withdraw: 'Consult request withdrawn',
  complete: 'Consult marked as complete',
  'not-complete': 'Consult marked as not complete',
}

/**
 * Requests a consult, withdraws the request, or records whether the consult took place (study spec §2, §4). An
 * unchanged state writes nothing. Throws 409 `act-not-allowed` with the rule's text, 409 `already-cancelled` for a
 * request on a cancelled study, and 404 for an unknown study.
 */
export const markConsult = async (studyID: string, act: ConsultAct, context: MarkContext): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'mark-consult')
    const { consulting } = parseDetails(study)
    const by = requireCaller(context).name
    const decision = decideConsultAct(consulting, act, { at: toInstant(context.now * 1000), by })
    if (decision.kind === 'none') return studyAsSeenBy(requireCaller(context), study)
    if (act === 'request' && study.cancelled === 1) throw alreadyCancelled(study)
    if (decision.kind === 'refused') throw new Refusal('act-not-allowed', decision.reason)
    const changed = await changeDetails(db, study, { consulting: decision.consulting })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, consultCategory, [lines[act]], context)
    return studyAsSeenBy(requireCaller(context), changed)
  })
