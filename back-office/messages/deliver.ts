import { type MessageBar, mayMessage } from '#domain/messages/may-message.ts'
import type { MessageChannel, MessageKind } from '#domain/messages/message-kinds.ts'
import { urgentKinds } from '#domain/messages/message-kinds.ts'
import { decideMessage, type MessageState, messageBackOff, type SendResult } from '#domain/messages/message-state.ts'
import { isPastAppointment } from '#domain/messages/plan-messages.ts'
import { afterQuietHours } from '#domain/messages/quiet-hours.ts'
import type { StatusFlag } from '#domain/study/status-flags.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { MessageTable } from '../database/message-tables.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findEmailToConfirm } from '../members/emails.ts'
import type { Mail, MailOutcome } from '../outside/mail/mailer.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { withLockedStudy } from '../repositories/message-studies-repository.ts'
import {
  changeMessage,
  findMessage,
  findMessageSettings,
  findMessagesOf,
  isOptedOut,
  type MessageRow,
  toKnownMessage,
} from '../repositories/messages-repository.ts'
import { changeStudy, findStudy, parseStatus, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { writeFlagsBy } from '../study-access/flags.ts'
import { addLogLines } from '../study-access/log.ts'
import { composeMail } from './compose.ts'
import { messageLogWords, messengerName } from './message-log-words.ts'
import { wantedMessages, withdrawMessage } from './plan.ts'

export type DeliverContext = Pick<HandlerContext, 'db' | 'kind' | 'log' | 'mailer' | 'newId' | 'now'> & {
  /** Epoch seconds when the answer of the server arrives; `now` when absent. */
  readonly clock?: () => number
  /** Spreads retries, 0 to 1. */
  readonly chance?: () => number
}

/** A server that claims a message prepares it within seconds. */
const claimSeconds = 60
/** Longer than the mailer's deadline of a whole message. */
const handOverSeconds = 600

/** What became of a message: its state, and the answer of the mail server if it was handed over now. */
type Delivered = { readonly state: MessageState; readonly outcome: MailOutcome | null }

/**
 * Sends one planned message: claims it, checks in one transaction that it is still wanted and may be sent, records the
 * hand-over, sends it, and records the result. A crash before the hand-over loses and sends nothing; a crash after it
 * leaves a message that becomes uncertain when its lease expires. Returns null if another server has it.
 */
export const deliverMessage = async (messageID: string, context: DeliverContext): Promise<Delivered | null> => {
  const claim = context.newId()
  const claimed = decideMessage('planned', { kind: 'claim' })
  if (claimed === null) return null
  const lease = { state: claimed, claim, lease_until: context.now + claimSeconds, state_at: context.now }
  if (!(await changeMessage(context.db, { messageID, states: ['planned'] }, lease))) return null
  const row = await findMessage(context.db, messageID)
  if (row === undefined) return null
  const mail = await withLockedStudy(context.db, context.kind, row.study_id, (db) => prepare(db, row, context))
  if (mail === null || mail === undefined) {
    return { state: (await findMessage(context.db, messageID))?.state ?? 'withdrawn', outcome: null }
  }
  const outcome = await context.mailer.send(mail)
  const state = await recordResult(row, toSendResult(outcome), context)
  if (!outcome.ok) context.log('warning', 'mail.failed', { code: outcome.code })
  return { state, outcome }
}

const toSendResult = (outcome: MailOutcome): SendResult => {
  if (outcome.ok) return { kind: 'sent' }
  if (outcome.hasLeft === true) return { kind: 'unknown', code: 'no-answer' }
  if (outcome.isRefused === true) return { kind: 'refused', code: 'refused' }
  return { kind: 'retry', code: outcome.code === 'NO-MAIL-SERVER' ? 'not-configured' : 'unreachable' }
}

/** Staff can correct these, and then send the message again; the others are the member's wish. */
const correctable: readonly MessageBar[] = [
  'no-address',
  'address-not-confirmed',
  'number-not-valid',
  'number-foreign',
  'number-landline',
]

/**
 * Checks a claimed message against the study's present state and records its hand-over. Returns the mail to send; null
 * if the message is withdrawn, delayed or failed instead. Runs with the study locked, so that a move or cancellation
 * is either seen here or plans its own message after this one.
 */
const prepare = async (db: Database, row: MessageRow, context: DeliverContext): Promise<Mail | null> => {
  const { now } = context
  const withdraw = async (code: string): Promise<null> => {
    await withdrawMessage(db, row, code, context)
    return null
  }
  const study = await findStudy(db, row.study_id)
  const location = study && (await findLocation(db, study.location_id))
  const member = study && (await findMember(db, study.patient_id))
  if (study === undefined || location === undefined || member === undefined) return withdraw('not-needed')
  if (isPastAppointment(toKnownMessage(row), toInstant(now * 1000))) return withdraw('past')
  const { settings } = await findMessageSettings(db, study.location_id)
  if (row.by_user === null) {
    if (!(await isStillWanted(db, study, row, context))) return withdraw('not-needed')
    const isUrgent = row.channel === 'email' && urgentKinds.includes(row.kind)
    const next = isUrgent ? now : toEpochMs(afterQuietHours(toInstant(now * 1000), settings, location.timezone)) / 1000
    if (next > now) {
      const waiting = { state: 'planned', due_at: next, claim: null, lease_until: null } as const
      await changeMessage(db, claimOf(row, ['claimed']), waiting)
      return null
    }
  }
  const recipient = mayMessage(row.channel, {
    study: toStudy(study),
    member,
    isOptedOut: row.by_user === null && (await isOptedOut(db, study.patient_id, row.channel)),
    needsConfirmation: (await findEmailToConfirm(db, study, member)) !== null,
  })
  if (recipient.kind === 'may-not') {
    if (!correctable.includes(recipient.why)) return withdraw(recipient.why)
    await endMessage(db, row, ['claimed'], { state: 'failed', failure: recipient.why }, context)
    return null
  }
  const handed = decideMessage('claimed', { kind: 'hand-over' })
  const isMine =
    handed !== null &&
    (await changeMessage(db, claimOf(row, ['claimed']), {
      state: handed,
      recipient: recipient.to,
      attempts: row.attempts + 1,
      lease_until: now + handOverSeconds,
      state_at: now,
    }))
  return isMine ? composeMail(db, { row, study, member, location, to: recipient.to, now }) : null
}

const claimOf = (row: MessageRow, states: readonly MessageState[]) => ({
  messageID: row.message_id,
  states,
  ...(row.claim === null ? {} : { claim: row.claim }),
})

const isStillWanted = async (
  db: Database,
  study: StudyRow,
  row: MessageRow,
  context: DeliverContext,
): Promise<boolean> => {
  const wanted = await wantedMessages(db, study, await findMessagesOf(db, row.study_id), context)
  return wanted.some(
    ({ kind, channel, occasion }) => kind === row.kind && channel === row.channel && occasion === row.occasion,
  )
}

/** Ends the work on a message, with a line in the study's log. Returns false if its state changed meanwhile. */
const endMessage = async (
  db: Database,
  row: MessageRow,
  states: readonly MessageState[],
  { state, failure }: { readonly state: 'failed' | 'uncertain'; readonly failure: string },
  context: Pick<DeliverContext, 'newId' | 'now'>,
): Promise<boolean> => {
  const isChanged = await changeMessage(db, claimOf(row, states), {
    state,
    failure,
    state_at: context.now,
    // An uncertain message keeps its claim, so that a late answer of the same attempt can still replace it.
    ...(state === 'failed' ? { claim: null, lease_until: null } : {}),
  })
  if (!isChanged) return false
  // The person who pressed the button reads the failure there.
  if (state === 'failed' && row.by_user !== null) return true
  const lines = [messageLogWords.ended(state, row.kind, row.channel, failure)]
  await addLogLines(db, row, { category: 'Messages', lines, by: row.by_user ?? messengerName }, context)
  return true
}

const recordResult = async (row: MessageRow, result: SendResult, context: DeliverContext): Promise<MessageState> => {
  const now = context.clock?.() ?? context.now
  const recorded = await withLockedStudy(context.db, context.kind, row.study_id, async (db) => {
    const present = await findMessage(db, row.message_id)
    if (present === undefined || present.claim !== row.claim) return present?.state
    const isPressed = present.by_user !== null
    const next = decideMessage(present.state, { kind: 'result', result, attempts: present.attempts, isPressed })
    if (next === null || next === present.state) return present.state
    if (next === 'sent') await markSent(db, present, { ...context, now })
    else if (next === 'planned' && result.kind === 'retry') {
      const pause = messageBackOff(present.attempts, context.chance?.() ?? Math.random(), result.afterSeconds)
      await changeMessage(db, claimOf(present, ['handed-over', 'uncertain']), {
        state: 'planned',
        failure: result.code,
        due_at: now + pause,
        state_at: now,
        claim: null,
        lease_until: null,
      })
    } else if ((next === 'failed' || next === 'uncertain') && result.kind !== 'sent') {
      const end = { state: next, failure: result.code } as const
      await endMessage(db, present, ['handed-over', 'uncertain'], end, { ...context, now })
    }
    return next
  })
  return recorded ?? 'withdrawn'
}

const flagsOf = ({ kind, channel }: { kind: MessageKind; channel: MessageChannel }): readonly StatusFlag[] => {
  const isEmail = channel === 'email'
  switch (kind) {
    case 'confirmation':
    case 'move':
      return ['bookingConfirmationEmailSent']
    case 'reminder':
      return ['reminded', isEmail ? 'reminderEmailSent' : 'reminderSMSSent']
    case 'history-request':
      return [isEmail ? 'reminderMedicalHistoryEmailSent' : 'reminderMedicalHistorySMSSent']
    case 'report-ready':
      return ['patientReportNotification']
    case 'feedback':
      return ['feedbackRequestSent']
    case 'amplification':
      return ['feedbackAmplificationRequestSent']
    case 'cancellation':
    case 'consent-request':
      return []
  }
}

/**
 * Records that a message was sent, with the study's flags and a line in its log. A message about an earlier appointment
 * sets no flag of the present one. Runs with the study locked.
 */
export const markSent = async (
  db: Database,
  row: MessageRow,
  context: Pick<DeliverContext, 'newId' | 'now'>,
  decision: { readonly decidedBy: string } | null = null,
): Promise<void> => {
  const by = row.by_user ?? messengerName
  const changes: Partial<MessageTable> = {
    state: 'sent',
    failure: null,
    state_at: context.now,
    claim: null,
    lease_until: null,
    ...(decision && { decided_by: decision.decidedBy }),
  }
  const isChanged = await changeMessage(
    db,
    { messageID: row.message_id, states: ['handed-over', 'uncertain'] },
    changes,
  )
  if (!isChanged) return
  const study = await findStudy(db, row.study_id)
  const flags = flagsOf(row)
  if (study !== undefined && flags.length > 0 && (row.starts_at === null || row.starts_at === study.starts_at)) {
    const set = Object.fromEntries(flags.map((flag) => [flag, true]))
    const status = writeFlagsBy(parseStatus(study), set, by, toInstant(context.now * 1000))
    await changeStudy(db, study, { status: JSON.stringify(status) })
  }
  const line = decision === null ? messageLogWords.sent(row.kind, row.channel) : messageLogWords.arrived(row.kind)
  await addLogLines(
    db,
    row,
    { category: row.by_user === null ? 'Messages' : 'Study', lines: [line], by: decision?.decidedBy ?? by },
    context,
  )
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
