import { studyMessages } from '#domain/study/study-messages.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { changeStudy, parseStatus } from '../repositories/studies-repository.ts'
import { staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'

type BodyCompositionContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/** The answer of the mutation. */
type Confirmation = { readonly message: string; readonly statusCode: 200 }

/**
 * Confirms the body composition QC of a study (study spec §4, §6). Needs the role report_qc and SKU 370. A repetition
 * changes nothing. Throws 403 `insufficient-permissions`, 409 `act-not-allowed` for another SKU, 404 if unknown.
 */
export const confirmBodyComposition = async (studyID: string, context: BodyCompositionContext): Promise<Confirmation> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'confirm-body-composition-qc')
    const status = parseStatus(study)
    if (status.bodyCompositionQC !== true) {
      const changed = await changeStudy(db, study, {
        status: JSON.stringify(writeFlags(status, { bodyCompositionQC: true }, context)),
      })
      if (changed === undefined) throw await staleOf(db, studyID)
      await logForStudy(db, changed, 'Study', ['Body composition QC confirmed'], context)
    }
    return { message: studyMessages.bodyCompositionConfirmed, statusCode: 200 }
  })
