import { flagsOfMessage, messengerName } from '#domain/messages/message-flags.ts'
import { isDocumentKind } from '#domain/messages/message-kinds.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import { firstReportSeconds } from '#domain/messages/text-delivery.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { changeMessage, type MessageRow, removeMessageContent } from '../repositories/messages-repository.ts'
import { changeStudy, findStudy, parseStatus } from '../repositories/studies-repository.ts'
import { writeFlagsBy } from '../study-access/flags.ts'
import { addLogLines } from '../study-access/log.ts'
import { messageLogWords } from './message-log-words.ts'

type RecordContext = Pick<HandlerContext, 'newId' | 'now'>

/**
 * Returns the condition that finds a message in one of these states, under the claim of the server that works on it.
 */
export const claimOf = (row: MessageRow, states: readonly MessageState[]) => ({
  messageID: row.message_id,
  states,
  ...(row.claim === null ? {} : { claim: row.claim }),
})

/** Ends the work on a message, with a line in the study's log. Returns false if its state changed meanwhile. */
export const endMessage = async (
  db: Database,
  row: MessageRow,
  states: readonly MessageState[],
  { state, failure }: { readonly state: 'failed' | 'uncertain' | 'withdrawn'; readonly failure: string },
  context: RecordContext,
): Promise<boolean> => {
  const isChanged = await changeMessage(db, claimOf(row, states), {
    state,
    failure,
    state_at: context.now,
    delivery: null,
    check_at: null,
    // An uncertain message keeps its claim, so that a late answer of the same attempt can still replace it.
    ...(state === 'uncertain' ? {} : { claim: null, lease_until: null }),
  })
  if (!isChanged) return false
  if (state === 'withdrawn') await removeMessageContent(db, row.message_id)
  const lines = [messageLogWords.ended(state, row.kind, row.channel, failure)]
  await addLogLines(db, row, { category: 'Messages', lines, by: row.by_user ?? messengerName }, context)
  return true
}

/** How it is known that a message was sent: the gateway's receipt of a text message, or a decision of staff. */
type SentBy = { readonly receipt: string | null } | { readonly decidedBy: string }

/**
 * Records that a message was sent. For an email, and for a text message that staff recorded as arrived, sets the
 * study's flags. For a text message that the gateway has only accepted, {@link markDelivered} sets them after the
 * delivery. Runs with the study locked.
 */
export const markSent = async (db: Database, row: MessageRow, context: RecordContext, by: SentBy): Promise<void> => {
  const decidedBy = 'decidedBy' in by ? by.decidedBy : null
  const isAccepted = row.channel === 'sms' && 'receipt' in by
  const isChanged = await changeMessage(
    db,
    { messageID: row.message_id, states: ['handed-over', 'uncertain'] },
    {
      state: 'sent',
      failure: null,
      state_at: context.now,
      claim: null,
      lease_until: null,
      ...(row.channel === 'sms' && { delivery: isAccepted ? 'awaited' : 'confirmed' }),
      ...('receipt' in by && isAccepted && { receipt: by.receipt, check_at: context.now + firstReportSeconds }),
      ...(decidedBy !== null && { decided_by: decidedBy }),
    },
  )
  if (!isChanged) return
  if (isAccepted) {
    const lines = [messageLogWords.accepted(row.kind)]
    await addLogLines(db, row, { category: 'Messages', lines, by: messengerName }, context)
  } else await recordSent(db, row, context, decidedBy)
}

/** Records that the gateway delivered a text message. Runs with the study locked. */
export const markDelivered = async (db: Database, row: MessageRow, context: RecordContext): Promise<void> => {
  const changes = { delivery: 'confirmed', check_at: null, state_at: context.now } as const
  const isChanged = await changeMessage(db, { messageID: row.message_id, states: ['sent'] }, changes)
  if (isChanged) await recordSent(db, row, context, null)
}

/**
 * Sets the study's flags and writes its log. A message about an earlier appointment sets no flag of the present one.
 */
const recordSent = async (
  db: Database,
  row: MessageRow,
  context: RecordContext,
  decidedBy: string | null,
): Promise<void> => {
  const by = row.by_user ?? messengerName
  await removeMessageContent(db, row.message_id)
  const study = await findStudy(db, row.study_id)
  const flags = flagsOfMessage(row)
  if (study !== undefined && flags.length > 0 && (row.starts_at === null || row.starts_at === study.starts_at)) {
    const set = Object.fromEntries(flags.map((flag) => [flag, true]))
    const status = writeFlagsBy(parseStatus(study), set, by, toInstant(context.now * 1000))
    await changeStudy(db, study, { status: JSON.stringify(status) })
  }
  const line = decidedBy === null ? messageLogWords.sent(row.kind, row.channel) : messageLogWords.arrived(row.kind)
  const category = isDocumentKind(row.kind) ? 'Payment' : row.by_user === null ? 'Messages' : 'Study'
  await addLogLines(db, row, { category, lines: [line], by: decidedBy ?? by }, context)
}
