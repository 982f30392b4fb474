import { messengerName } from '#domain/messages/message-flags.ts'
import { decideMessage } from '#domain/messages/message-state.ts'
import { decideDelivery } from '#domain/messages/text-delivery.ts'
import { withLockedStudy } from '../repositories/message-studies-repository.ts'
import { changeMessage, findMessage, type MessageRow } from '../repositories/messages-repository.ts'
import { addLogLines } from '../study-access/log.ts'
import { type DeliverContext, recordOptOut } from './deliver.ts'
import { messageLogWords } from './message-log-words.ts'
import { endMessage, markDelivered } from './record.ts'

/**
 * Asks the gateway whether a text message that it accepted was delivered, and records the answer: delivered, failed for
 * staff, or unconfirmed after three days. Several servers can ask for the same message; the first answer counts.
 */
export const readTextDelivery = async (row: MessageRow, context: DeliverContext): Promise<void> => {
  if (row.receipt === null) return
  const report = await context.sms.readDelivery(row.receipt)
  const now = context.clock?.() ?? context.now
  const at = { ...context, now }
  await withLockedStudy(context.db, context.kind, row.study_id, async (db) => {
    const present = await findMessage(db, row.message_id)
    if (present?.state !== 'sent' || present.receipt !== row.receipt || present.delivery !== 'awaited') return
    const decided = decideDelivery(report, now - present.state_at)
    const which = { messageID: row.message_id, states: ['sent'] } as const
    switch (decided.kind) {
      case 'confirmed':
        return markDelivered(db, present, at)
      case 'undelivered': {
        const state = decideMessage(present.state, { kind: 'undelivered' })
        if (state === 'failed') await endMessage(db, present, ['sent'], { state, failure: decided.code }, at)
        return
      }
      case 'opted-out': {
        const state = decideMessage(present.state, { kind: 'opted-out' })
        await recordOptOut(db, present, at)
        if (state === 'withdrawn') await endMessage(db, present, ['sent'], { state, failure: 'opted-out' }, at)
        return
      }
      case 'unconfirmed': {
        await changeMessage(db, which, { delivery: 'unconfirmed', check_at: null })
        const lines = [messageLogWords.unconfirmed(row.kind)]
        await addLogLines(db, row, { category: 'Messages', lines, by: messengerName }, at)
        return
      }
      case 'awaited':
        await changeMessage(db, which, { check_at: now + decided.afterSeconds })
    }
  })
}
