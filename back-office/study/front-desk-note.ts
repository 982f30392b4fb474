import type { Study } from '#domain/study/study.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { changeDetails, parseStatus } from '../repositories/studies-repository.ts'
import { parseDetails } from '../repositories/study-details-column.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { backOfficeStudyWords } from './study-words.ts'

type NoteContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Writes the front desk's note about a visit; an empty text removes it. The same text again writes nothing. The lock is
 * on the note, not on the study's version, so that a check-in at another desk does not refuse a note. The log line does
 * not have the text. Throws 404 for an unknown study, 409 `act-not-allowed` for a cancelled appointment, and 409
 * `stale` if the note is no longer `from`.
 */
export const writeFrontDeskNote = async (
  studyID: string,
  { note, from }: HandlerInput<'writeFrontDeskNote'>['body'],
  context: NoteContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'write-front-desk-note')
    const caller = requireCaller(context)
    const before = parseDetails(study).frontDeskNote
    if (before === note) return studyAsSeenBy(caller, study)
    if (parseStatus(study).cancelled) throw new Refusal('act-not-allowed', backOfficeStudyWords.noteOfCancelled)
    if (before !== from) throw await staleOf(db, studyID)
    const changed = await changeDetails(db, study, { frontDeskNote: note })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(
      db,
      changed,
      'Study',
      [note === '' ? 'Front-desk note removed' : 'Front-desk note changed'],
      context,
    )
    return studyAsSeenBy(caller, changed)
  })
