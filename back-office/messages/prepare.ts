import { type MessageBar, mayMessage } from '#domain/messages/may-message.ts'
import { isDocumentKind, urgentKinds } from '#domain/messages/message-kinds.ts'
import { decideMessage } from '#domain/messages/message-state.ts'
import { isPastAppointment } from '#domain/messages/plan-messages.ts'
import { afterQuietHours } from '#domain/messages/quiet-hours.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findEmailToConfirm } from '../members/emails.ts'
import type { Mail } from '../outside/mail/mailer.ts'
import type { TextMessage } from '../outside/sms/sms-gateway.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import {
  changeMessage,
  findMessageContent,
  findMessageSettings,
  findMessagesOf,
  findOptOut,
  type MessageRow,
  toKnownMessage,
} from '../repositories/messages-repository.ts'
import { findStudy, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { composeMail, composeText } from './compose.ts'
import { wantedMessages, withdrawMessage } from './plan.ts'
import { claimOf, endMessage } from './record.ts'

type PrepareContext = Pick<HandlerContext, 'mailer' | 'newId' | 'now' | 'sms'>

/** A message whose hand-over is recorded. */
export type ReadyMessage =
  | { readonly channel: 'email'; readonly mail: Mail }
  | { readonly channel: 'sms'; readonly text: TextMessage }

/** Longer than the mailer or the gateway waits for its server to take a whole message. */
const handOverSeconds = 600

/** Staff can correct these obstacles, and then send the message again; the other obstacles are the member's wish. */
const correctable: readonly MessageBar[] = [
  'no-address',
  'address-not-confirmed',
  'number-not-valid',
  'number-foreign',
  'number-landline',
]

/**
 * Checks a claimed message against the study's present state and records its hand-over. Returns what to send; null if
 * the message is withdrawn, delayed or failed instead. Runs with the study locked, so that a move or cancellation is
 * either seen here or plans its own message after this one.
 */
export const prepareMessage = async (
  db: Database,
  row: MessageRow,
  context: PrepareContext,
): Promise<ReadyMessage | null> => {
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
  // A document is removed after it is sent; if the email came back, staff must send it again from the payments.
  if (isDocumentKind(row.kind) && (await findMessageContent(db, row.message_id)) === undefined) {
    return withdraw('document-gone')
  }
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
    optOut: row.by_user === null ? await findOptOut(db, study.patient_id, row.channel) : null,
    needsConfirmation: (await findEmailToConfirm(db, study, member)) !== null,
  })
  if (recipient.kind === 'may-not') {
    const { why } = recipient
    if (!correctable.includes(why) || (await isReported(db, row, why))) return withdraw(why)
    await endMessage(db, row, ['claimed'], { state: 'failed', failure: why }, context)
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
      receipt: null,
      delivery: null,
      check_at: null,
    }))
  if (!isMine) return null
  const parts = { row, study, member, location, to: recipient.to, now }
  return row.channel === 'email'
    ? { channel: 'email', mail: await composeMail(db, parts) }
    : { channel: 'sms', text: await composeText(db, { ...parts, from: settings.smsSender ?? '' }) }
}

/** Returns whether another failed text of the study already shows staff the same problem with the same phone number. */
const isReported = async (db: Database, row: MessageRow, why: MessageBar): Promise<boolean> =>
  row.channel === 'sms' &&
  (await findMessagesOf(db, row.study_id)).some(
    (other) =>
      other.message_id !== row.message_id &&
      other.channel === 'sms' &&
      other.state === 'failed' &&
      other.failure === why,
  )

const isStillWanted = async (
  db: Database,
  study: StudyRow,
  row: MessageRow,
  context: PrepareContext,
): Promise<boolean> => {
  const wanted = await wantedMessages(db, study, await findMessagesOf(db, row.study_id), context)
  return wanted.some(
    ({ kind, channel, occasion }) => kind === row.kind && channel === row.channel && occasion === row.occasion,
  )
}
