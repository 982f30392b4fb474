import { messengerName } from '#domain/messages/message-flags.ts'
import { decideMessage } from '#domain/messages/message-state.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { withLockedStudy } from '../repositories/message-studies-repository.ts'
import { changeMessage, findDoubtfulMessages } from '../repositories/messages-repository.ts'
import { addLogLines } from '../study-access/log.ts'
import { messageLogWords } from './message-log-words.ts'

type HoldContext = Pick<HandlerContext, 'newId' | 'now'> & { readonly db: Database; readonly kind: DatabaseKind }

/**
 * Holds every message of a restored backup that the server may have sent after the backup: it becomes uncertain, and
 * waits for a decision of staff instead of being sent a second time. Returns their number.
 */
export const holdDoubtfulMessages = async (context: HoldContext): Promise<number> => {
  let held = 0
  for (const row of await findDoubtfulMessages(context.db, context.now)) {
    const state = decideMessage(row.state, { kind: 'restore' })
    if (state === null) continue
    await withLockedStudy(context.db, context.kind, row.study_id, async (db) => {
      const failure = 'restored'
      const end = { state, failure, state_at: context.now, claim: null, lease_until: null }
      const isChanged = await changeMessage(db, { messageID: row.message_id, states: [row.state] }, end)
      if (!isChanged) return
      const lines = [messageLogWords.ended('uncertain', row.kind, row.channel, failure)]
      await addLogLines(db, row, { category: 'Messages', lines, by: messengerName }, context)
      held += 1
    })
  }
  return held
}
