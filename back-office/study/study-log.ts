import type { LogEntry } from '#domain/study/study.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import { addLogRow, findLog, toLogEntry } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { timeDone } from './late-report.ts'
import { readStudy } from './read-study.ts'
import { backOfficeStudyWords } from './study-words.ts'

type StudyLogContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

/** Returns a study's activity log, oldest first. Throws 404 as {@link readStudy} does. */
export const readLog = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<LogEntry[]> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id })
  return findLog(context.db, study.study_id)
}

/**
 * Adds a line to a study's activity log in the caller's name. `at` is the time of writing for a note that waited on an
 * offline workstation. Throws 400 for an empty text; 404 as {@link readStudy} does.
 */
export const addLogEntry = async (
  studyID: string,
  entry: HandlerInput<'addLogEntry'>['body'],
  context: StudyLogContext,
): Promise<LogEntry> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id })
  if (entry.content === '') {
    const message = backOfficeStudyWords.noteEmpty
    throw new Refusal('invalid-input', message, { fields: { content: message } })
  }
  const { time, isLongAgo } = timeDone(entry.at, context.now)
  const row = {
    log_id: context.newId(),
    study_id: studyID,
    category: entry.category,
    time,
    content: isLongAgo ? `${entry.content} (written more than 7 days ago, sent later)` : entry.content,
    by_user: requireCaller(context).name,
  }
  // The feed is locked before the study, to which the row refers, in the same order as in every change of a study.
  await recordRelatedChange(context.db, context.kind, study)
  await addLogRow(context.db, row)
  return toLogEntry(row)
}
