import type { RouteAnswer } from '#contract/back-office.ts'
import { decideMessage, type MessageEvent } from '#domain/messages/message-state.ts'
import { isDecisionFor, type MessageDecision } from '#domain/messages/message-view.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  changeMessage,
  findMessage,
  findMessagesOf,
  removeMessageContent,
  removeOptOut,
} from '../repositories/messages-repository.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { recordOptOut } from './deliver.ts'
import { dismissedCode, messageLogWords } from './message-log-words.ts'
import { toMessageView } from './message-view.ts'
import { markSent } from './record.ts'

type MessagesContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

const viewsOf = async (db: Database, studyID: string): Promise<RouteAnswer<'readMessages'>> =>
  (await findMessagesOf(db, studyID)).map(toMessageView)

/** Returns the messages of a study. Throws 404 for an unknown study, 403 for one of another location. */
export const readMessages = async (studyID: string, context: MessagesContext): Promise<RouteAnswer<'readMessages'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, studyID, locationID: study.location_id })
  return viewsOf(context.db, studyID)
}

const eventOf = {
  arrived: 'confirm-arrived',
  'send-again': 'send-again',
  dismiss: 'dismiss',
  bounced: 'bounced',
  'opt-out': 'opt-out',
  'opted-in': 'opted-in',
} as const satisfies Readonly<Record<MessageDecision, MessageEvent['kind']>>

/**
 * Records a decision of staff about a message that failed, may have arrived, came back or was withdrawn by an opt-out,
 * with a line in the log. A message that is sent again passes all checks again. Throws 404 for a message of another
 * study; 409 `stale` for a state that allows no decision, and for another attempt than the one that the caller saw.
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
    const next = decideMessage(row.state, { kind: eventOf[decision] })
    if (next === null || !isDecisionFor(decision, row) || row.attempts !== attempts) {
      throw new Refusal('stale', 'This message changed meanwhile. Check its state again.')
    }
    const { name } = requireCaller(context)
    if (decision === 'arrived') await markSent(db, row, context, { decidedBy: name })
    else {
      const by = { state_at: context.now, claim: null, lease_until: null, decided_by: name }
      const lines = messageLogWords
      const [line, changes] = {
        'send-again': [lines.again(row.kind), { ...by, state: 'planned', due_at: context.now, failure: null }] as const,
        dismiss: [
          lines.dismissed(row.kind, row.channel),
          { ...by, state: 'withdrawn', failure: dismissedCode },
        ] as const,
        'opted-in': [
          lines.optedIn(row.channel),
          { ...by, state: 'planned', due_at: context.now, failure: null },
        ] as const,
        'opt-out': [
          lines.optedOut(row.channel),
          next === 'sent' ? { decided_by: name } : ({ ...by, state: 'withdrawn', failure: 'opted-out' } as const),
        ] as const,
        bounced: [lines.bounced(row.kind), { ...by, state: 'failed', failure: 'bounced' }] as const,
      }[decision]
      await changeMessage(db, { messageID: messageId, states: [row.state] }, changes)
      if (decision === 'opt-out') await recordOptOut(db, row, context)
      if (decision === 'opted-in') await removeOptOut(db, study.patient_id, row.channel)
      if (decision === 'dismiss') await removeMessageContent(db, messageId)
      await logForStudy(db, study, 'Messages', [line], context)
    }
    return viewsOf(db, studyId)
  })
