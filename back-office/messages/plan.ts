import { mayMessage, memberBars } from '#domain/messages/may-message.ts'
import { messengerName } from '#domain/messages/message-flags.ts'
import { planMessages, reconcileMessages } from '#domain/messages/plan-messages.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import {
  adoptStudies,
  findKnownAppointment,
  findStudiesToPlan,
  markPlanned,
  withLockedStudy,
} from '../repositories/message-studies-repository.ts'
import {
  addMessage,
  changeMessage,
  findMessageSettings,
  findMessagesOf,
  findOptOut,
  type MessageRow,
  removeMessageContent,
  toKnownMessage,
} from '../repositories/messages-repository.ts'
import { findStudy, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { addLogLines } from '../study-access/log.ts'
import { dismissedCode, messageLogWords } from './message-log-words.ts'

type PlanContext = Pick<HandlerContext, 'db' | 'kind' | 'mailer' | 'newId' | 'now' | 'sms'>

/** Returns the messages that should exist for a study now. Empty if its location no longer exists. */
export const wantedMessages = async (
  db: Database,
  study: StudyRow,
  rows: readonly MessageRow[],
  { mailer, now, sms }: Pick<PlanContext, 'mailer' | 'now' | 'sms'>,
) => {
  const location = await findLocation(db, study.location_id)
  if (location === undefined) return []
  const { settings } = await findMessageSettings(db, study.location_id)
  return planMessages({
    study: toStudy(study),
    location,
    settings,
    channels: { email: mailer.kind !== 'none', sms: sms.kind !== 'none' },
    known: rows.map(toKnownMessage),
    baseline: await findKnownAppointment(db, study.study_id),
    now: toInstant(now * 1000),
  })
}

/**
 * Writes the messages that a study needs: adds what is missing, and withdraws what its present state makes void. Runs
 * with the study locked; a repetition writes nothing.
 */
const writePlan = async (db: Database, studyID: string, context: PlanContext): Promise<void> => {
  const study = await findStudy(db, studyID)
  if (study === undefined) return
  const rows = await findMessagesOf(db, studyID)
  const wanted = await wantedMessages(db, study, rows, context)
  const automatic = rows.filter(({ by_user }) => by_user === null)
  const { add, change, withdraw } = reconcileMessages(wanted, automatic.map(toKnownMessage))
  const find = (message: { kind: string; channel: string; occasion: string }): MessageRow | undefined =>
    automatic.find(
      ({ kind, channel, occasion }) =>
        kind === message.kind && channel === message.channel && occasion === message.occasion,
    )
  for (const message of withdraw) {
    const row = find(message)
    if (row !== undefined) await withdrawMessage(db, row, 'not-needed', context)
  }
  for (const message of change) {
    const messageID = find(message)?.message_id ?? ''
    await changeMessage(db, { messageID, states: ['planned'] }, { due_at: toEpochMs(message.dueAt) / 1000 })
  }
  for (const message of add) {
    const { kind, channel, occasion, dueAt, appointment } = message
    const before = find(message)
    if (before?.failure === dismissedCode || (before && (await isStillBarredByMember(db, study, before)))) continue
    await addMessage(db, {
      message_id: context.newId(),
      study_id: studyID,
      kind,
      channel,
      occasion,
      event_id: appointment?.eventID ?? null,
      starts_at: appointment === null ? null : toEpochMs(appointment.startsAt) / 1000,
      location_id: appointment?.locationID ?? study.location_id,
      due_at: toEpochMs(dueAt) / 1000,
      planned_at: context.now,
      by_user: null,
    })
  }
  await markPlanned(db, studyID)
}

/**
 * Returns whether the member's wish that withdrew a message still holds, so that the message would only be withdrawn
 * again.
 */
const isStillBarredByMember = async (
  db: Database,
  study: StudyRow,
  { channel, failure }: MessageRow,
): Promise<boolean> => {
  if (failure === null || !memberBars.includes(failure)) return false
  const member = await findMember(db, study.patient_id)
  if (member === undefined) return false
  const optOut = await findOptOut(db, study.patient_id, channel)
  const may = mayMessage(channel, { study: toStudy(study), member, optOut, needsConfirmation: false })
  return may.kind === 'may-not' && may.why === failure
}

/**
 * Returns whether the last automatic message of the same kind and channel has already logged this wish of the member.
 */
const isMemberBarLogged = async (db: Database, row: MessageRow, code: string): Promise<boolean> => {
  if (row.by_user !== null || !memberBars.includes(code)) return false
  const before = (await findMessagesOf(db, row.study_id)).findLast(
    (one) =>
      one.message_id !== row.message_id &&
      one.by_user === null &&
      one.kind === row.kind &&
      one.channel === row.channel &&
      one.sequence < row.sequence,
  )
  return before?.state === 'withdrawn' && before.failure === code
}

/**
 * Withdraws a message that waits or is claimed, with a line in the log unless the line would only repeat a wish of the
 * member. Runs with the study locked.
 */
export const withdrawMessage = async (
  db: Database,
  row: MessageRow,
  code: string,
  context: Pick<PlanContext, 'newId' | 'now'>,
): Promise<void> => {
  const isChanged = await changeMessage(
    db,
    { messageID: row.message_id, states: ['planned', 'claimed'] },
    { state: 'withdrawn', failure: code, state_at: context.now, claim: null, lease_until: null },
  )
  if (!isChanged) return
  await removeMessageContent(db, row.message_id)
  if (await isMemberBarLogged(db, row, code)) return
  const lines = [messageLogWords.ended('withdrawn', row.kind, row.channel, code)]
  await addLogLines(db, row, { category: 'Messages', lines, by: messengerName }, context)
}

/** Plans the messages of a study whose change was not planned yet. */
const planStudy = async (studyID: string, context: PlanContext): Promise<void> => {
  await withLockedStudy(context.db, context.kind, studyID, (db) => writePlan(db, studyID, context))
}

/**
 * The maximum number of studies in one sweep, so that planning after an import or an update does not delay the daily
 * work.
 */
const maxStudies = 25

/** Plans the messages of studies that changed. A failure on one study does not stop the others; the first is thrown. */
export const planChangedStudies = async (context: PlanContext): Promise<void> => {
  const errors: unknown[] = []
  for (const studyID of await findStudiesToPlan(context.db, maxStudies)) {
    await planStudy(studyID, context).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

/** Adds studies to the planning that came from an import, or from a version without messages. */
export const planUnknownStudies = ({ db, now }: Pick<PlanContext, 'db' | 'now'>): Promise<void> => adoptStudies(db, now)
