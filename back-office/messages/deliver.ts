import { decideMessage, type MessageState, messageBackOff, type SendResult } from '#domain/messages/message-state.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { toMailResult } from '../outside/mail/mail-result.ts'
import type { MailOutcome } from '../outside/mail/mailer.ts'
import { withLockedStudy } from '../repositories/message-studies-repository.ts'
import { changeMessage, findMessage, type MessageRow, writeOptOut } from '../repositories/messages-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { prepareMessage, type ReadyMessage } from './prepare.ts'
import { claimOf, endMessage, markSent } from './record.ts'

export type DeliverContext = Pick<HandlerContext, 'db' | 'kind' | 'log' | 'mailer' | 'newId' | 'now' | 'sms'> & {
  /** Returns the epoch seconds at which the server has answered; if absent, `now` is used. */
  readonly clock?: () => number
  /** Returns a number from 0 to 1 that spreads retries; random if absent. */
  readonly chance?: () => number
}

/** A server that claims a message prepares it within seconds. */
const claimSeconds = 60

/**
 * The result for a message: its state, whether a server was asked to send it now, and the answer of the mail server if
 * it was an email.
 */
type Delivered = {
  readonly state: MessageState
  readonly wasHandedOver: boolean
  readonly outcome: MailOutcome | null
}

/**
 * Sends one planned message: claims it, checks in one transaction that it is still wanted and may be sent, records the
 * hand-over, sends it, and records the result. A crash before the hand-over loses and sends nothing; a crash after it
 * leaves a message that becomes uncertain when its lease expires. Returns null if another server has claimed it.
 */
export const deliverMessage = async (messageID: string, context: DeliverContext): Promise<Delivered | null> => {
  const claim = context.newId()
  const claimed = decideMessage('planned', { kind: 'claim' })
  if (claimed === null) return null
  const lease = { state: claimed, claim, lease_until: context.now + claimSeconds, state_at: context.now }
  if (!(await changeMessage(context.db, { messageID, states: ['planned'] }, lease))) return null
  const row = await findMessage(context.db, messageID)
  if (row === undefined) return null
  const ready = await withLockedStudy(context.db, context.kind, row.study_id, (db) => prepareMessage(db, row, context))
  if (ready === null || ready === undefined) {
    const state = (await findMessage(context.db, messageID))?.state ?? 'withdrawn'
    return { state, wasHandedOver: false, outcome: null }
  }
  const { result, outcome } = await handOver(ready, context)
  const state = await recordResult(row, result, context)
  return { state, wasHandedOver: true, outcome }
}

const handOver = async (
  ready: ReadyMessage,
  context: DeliverContext,
): Promise<{ readonly result: SendResult; readonly outcome: MailOutcome | null }> => {
  if (ready.channel === 'sms') {
    const result = await context.sms.send(ready.text)
    if (result.kind === 'refused' || result.kind === 'retry' || result.kind === 'unknown') {
      context.log('warning', 'messages.text-failed', { code: result.code })
    }
    return { result, outcome: null }
  }
  const outcome = await context.mailer.send(ready.mail)
  if (!outcome.ok) context.log('warning', 'mail.failed', { code: outcome.code })
  return { result: toMailResult(outcome), outcome }
}

const recordResult = async (row: MessageRow, result: SendResult, context: DeliverContext): Promise<MessageState> => {
  const now = context.clock?.() ?? context.now
  const recorded = await withLockedStudy(context.db, context.kind, row.study_id, async (db) => {
    const present = await findMessage(db, row.message_id)
    if (present === undefined || present.claim !== row.claim) return present?.state
    const isPressed = present.by_user !== null
    const next = decideMessage(present.state, { kind: 'result', result, attempts: present.attempts, isPressed })
    if (next === null || next === present.state) return present.state
    const at = { ...context, now }
    switch (result.kind) {
      case 'sent':
        await markSent(db, present, at, { receipt: result.receipt ?? null })
        return next
      case 'opted-out':
        await recordOptOut(db, present, at)
        await endMessage(db, present, handedOffStates, { state: 'withdrawn', failure: 'opted-out' }, at)
        return next
      default:
    }
    if (next === 'planned') {
      const asked = result.kind === 'retry' ? result.afterSeconds : undefined
      const pause = messageBackOff(present.attempts, context.chance?.() ?? Math.random(), asked)
      await changeMessage(db, claimOf(present, handedOffStates), {
        state: 'planned',
        failure: result.code,
        due_at: now + pause,
        state_at: now,
        claim: null,
        lease_until: null,
      })
    } else if (next === 'failed' || next === 'uncertain') {
      await endMessage(db, present, handedOffStates, { state: next, failure: result.code }, at)
    }
    return next
  })
  return recorded ?? 'withdrawn'
}

const handedOffStates = ['handed-over', 'uncertain'] as const

/** Records that the member wants no more messages at the address of a message. Runs with the study locked. */
export const recordOptOut = async (
  db: HandlerContext['db'],
  row: MessageRow,
  { now }: Pick<DeliverContext, 'now'>,
): Promise<void> => {
  const study = await findStudy(db, row.study_id)
  if (study === undefined || row.recipient === null) return
  await writeOptOut(db, { memberID: study.patient_id, channel: row.channel, address: row.recipient, at: now })
}

/**
 * Ends the lease of a server that stopped: a claimed message is planned again, a handed-over one becomes uncertain and
 * waits for a decision of staff.
 */
export const expireMessage = async (row: MessageRow, context: DeliverContext): Promise<void> => {
  await withLockedStudy(context.db, context.kind, row.study_id, async (db) => {
    const next = decideMessage(row.state, { kind: 'lease-expired' })
    if (next === 'planned') {
      await changeMessage(db, claimOf(row, ['claimed']), { state: next, claim: null, lease_until: null })
    }
    if (next !== 'uncertain') return
    const end = { state: next, failure: 'no-answer' } as const
    if (await endMessage(db, row, ['handed-over'], end, context)) {
      context.log('warning', 'messages.uncertain', { code: 'no-answer' })
    }
  })
}
