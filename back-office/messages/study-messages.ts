import type { RouteAnswer } from '#contract/back-office.ts'
import { decideMessage } from '#domain/messages/message-state.ts'
import { type MessageView, maskAddress } from '#domain/messages/message-view.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { changeMessage, findMessage, findMessagesOf, type MessageRow } from '../repositories/messages-repository.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { markSent } from './deliver.ts'
import { messageLogWords } from './message-log-words.ts'

type MessagesContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

const toView = (row: MessageRow): MessageView => ({
  messageID: row.message_id,
  kind: row.kind,
  channel: row.channel,
  state: row.state,
  dueAt: toInstant(row.due_at * 1000),
  stateAt: toInstant(row.state_at * 1000),
  appointment: row.starts_at === null ? null : toInstant(row.starts_at * 1000),
  recipient: row.recipient === null ? null : maskAddress(row.recipient),
  failure: row.failure,
  attempts: row.attempts,
  by: row.by_user,
  decidedBy: row.decided_by,
})

const viewsOf = async (db: Database, studyID: string): Promise<RouteAnswer<'readMessages'>> =>
  (await findMessagesOf(db, studyID)).map(toView)

/** Returns the messages of a study. Throws 404 for an unknown study, 403 for one of another location. */
export const readMessages = async (studyID: string, context: MessagesContext): Promise<RouteAnswer<'readMessages'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, studyID, locationID: study.location_id })
  return viewsOf(context.db, studyID)
}

/**
 * Records a decision of staff about a message that failed or may have arrived, with a line in the log. A message that is
 * sent again passes all checks again. Throws 404 for a message of another study; 409 `stale` for a state that allows no
 * decision, and for another attempt than the one that the caller saw.
 */
export const recordDecision = (
  { studyId, messageId }: HandlerInput<'decideMessage'>['params'],
  { decision, attempts }: HandlerInput<'decideMessage'>['body'],
  context: MessagesContext,
): Promise<RouteAnswer<'readMessages'>> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyId, context)
    const row = await findMessage(db, messageId)
    if (row === undefined || row.study_id !== studyId) {
      throw new Refusal('not-found', 'This message does not exist.')
    }
    const next = decideMessage(row.state, { kind: decision === 'arrived' ? 'confirm-arrived' : 'send-again' })
    if (next === null || row.attempts !== attempts) {
      throw new Refusal('stale', 'This message changed meanwhile. Check its state again.')
    }
    const { name } = requireCaller(context)
    if (decision === 'arrived') await markSent(db, row, context, { decidedBy: name })
    else {
      await changeMessage(
        db,
        { messageID: messageId, states: ['uncertain', 'failed'] },
        {
          state: 'planned',
          due_at: context.now,
          state_at: context.now,
          claim: null,
          lease_until: null,
          failure: null,
          decided_by: name,
        },
      )
      await logForStudy(db, study, 'Messages', [messageLogWords.again(row.kind)], context)
    }
    return viewsOf(db, studyId)
  })
