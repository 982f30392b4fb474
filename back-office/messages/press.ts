import type { MessageKind } from '#domain/messages/message-kinds.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { requireCaller } from '../kernel/handler.ts'
import type { MailOutcome } from '../outside/mail/mailer.ts'
import { withLockedStudy } from '../repositories/message-studies-repository.ts'
import { addMessage, changeMessage, type MessageRow, writeMessageContent } from '../repositories/messages-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { deliverMessage } from './deliver.ts'

type PressContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'idempotencyKey' | 'kind' | 'log' | 'mailer' | 'newId' | 'now' | 'sms'
>

/** A text and its document, which are stored with the message: the member gets what staff sent. */
type MessageContent = {
  readonly subject: string
  readonly text: string
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

type Pressed =
  | { readonly kind: 'sent' }
  /** There is no answer yet, or another server is sending the message: the study's messages show the result later. */
  | { readonly kind: 'on-its-way'; readonly messageID: string }
  | { readonly kind: 'failed'; readonly outcome: Extract<MailOutcome, { ok: false }> }
  /** The member may have received the message, so it is not sent again automatically. */
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'withdrawn' }

/** The longest time that a caller waits for the mail server. */
const waitMs = 20_000

/**
 * Sends a message at the request of staff, through the queue, at once and regardless of quiet hours. The key of the
 * call is the message's occasion, so that a repeated call sends at most once; a repetition after a failure tries again,
 * with the newest `content`. A message without content is composed from the study.
 */
export const pressMessage = async (
  study: StudyRow,
  kind: MessageKind,
  context: PressContext,
  content: MessageContent | null = null,
): Promise<Pressed> => {
  const isAboutAppointment = kind === 'confirmation'
  const row = await withLockedStudy(context.db, context.kind, study.study_id, async (db) => {
    const added = await addMessage(db, {
      message_id: context.newId(),
      study_id: study.study_id,
      kind,
      channel: 'email',
      occasion: `staff ${context.idempotencyKey ?? context.newId()}`,
      event_id: isAboutAppointment && study.starts_at !== null ? study.event_id : null,
      starts_at: isAboutAppointment && study.event_id !== null ? study.starts_at : null,
      location_id: study.location_id,
      due_at: context.now,
      planned_at: context.now,
      by_user: requireCaller(context).name,
    })
    if (content !== null && (added.state === 'planned' || added.state === 'failed')) {
      const { subject, text, fileName, contentType, bytes } = content
      await writeMessageContent(db, {
        message_id: added.message_id,
        subject,
        text,
        file_name: fileName,
        content_type: contentType,
        base64_file: Buffer.from(bytes).toString('base64'),
      })
    }
    if (added.state !== 'failed') return added
    const again = { state: 'planned', due_at: context.now, state_at: context.now, failure: null } as const
    await changeMessage(db, { messageID: added.message_id, states: ['failed'] }, again)
    return { ...added, ...again }
  })
  if (row === undefined) return { kind: 'withdrawn' }
  const { message_id: messageID } = row
  if (row.state !== 'planned') return toPressed(messageID, row.state, null)
  const work = deliverMessage(messageID, context)
  const delivered = await Promise.race([work, waiting(waitMs)])
  if (delivered !== 'late') {
    if (delivered === null) return { kind: 'on-its-way', messageID }
    return toPressed(messageID, delivered.state, delivered.outcome)
  }
  work.catch(() => context.log('error', 'messages.sweep-failed', {}))
  return { kind: 'on-its-way', messageID }
}

const waiting = (ms: number): Promise<'late'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('late'), ms).unref()
  })

const toPressed = (messageID: string, state: MessageRow['state'], outcome: MailOutcome | null): Pressed => {
  if (outcome !== null && !outcome.ok) return { kind: 'failed', outcome }
  if (state === 'sent' || state === 'uncertain' || state === 'withdrawn') return { kind: state }
  return state === 'failed' ? { kind: 'withdrawn' } : { kind: 'on-its-way', messageID }
}
