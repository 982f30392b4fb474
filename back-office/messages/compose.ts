import { formatPhone } from '#domain/format/format-phone.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { isDocumentKind, smsKinds } from '#domain/messages/message-kinds.ts'
import { toSmsLetters } from '#domain/messages/sms-letters.ts'
import { fillMailText } from '#domain/settings/mail-texts.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { Mail } from '../outside/mail/mailer.ts'
import type { TextMessage } from '../outside/sms/sms-gateway.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import { findMessageContent, type MessageRow } from '../repositories/messages-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { toCalendarFile } from './calendar-file.ts'
import { addressLines, contactLine } from './member-mail-words.ts'

type ComposeInput = {
  readonly row: MessageRow
  readonly study: StudyRow
  readonly member: Member
  readonly location: Location
  /** The address. */
  readonly to: string
  /** Epoch seconds. */
  readonly now: number
}

/** The length assumed for an appointment whose end is no longer stored, in the calendar entry that removes it. */
const usualSeconds = 3600

/**
 * Returns the email of a message: with the content that staff sent, or with the administrator's text in the member's
 * language, as of now. The message id is that of the row, so that mail servers recognise a repeat.
 */
export const composeMail = async (db: Database, input: ComposeInput): Promise<Mail> => {
  const { row, member, location, to } = input
  const messageKey = `message-${row.message_id}`
  const content = await findMessageContent(db, row.message_id)
  if (content !== undefined) {
    const { subject, text: body, file_name: fileName, content_type: contentType, base64_file } = content
    const file = { fileName, contentType, bytes: Buffer.from(base64_file, 'base64') }
    return { to, subject, text: body, attachments: [file], messageKey }
  }
  // The content of such a message is stored with it. If it is missing, no other text may be sent instead.
  if (isDocumentKind(row.kind)) throw new Error('An invoice or receipt has no content.')
  const text = fillMailText<'confirmation'>(await findMailText(db, row.kind, member.language), {
    member: fullName(member),
    clinic: location.address.name,
    contact: contactLine(location),
    when: whenOf(input),
    address: addressLines(location),
  })
  return { to, ...text, attachments: attachmentsOf(input), messageKey }
}

const whenOf = ({ row, member, location }: ComposeInput): string =>
  row.starts_at === null ? '' : formatsIn(member.language).instant(toInstant(row.starts_at * 1000), location.timezone)

/** Returns the text message of a message with the administrator's text, as of now. */
export const composeText = async (
  db: Database,
  { from, ...input }: ComposeInput & { readonly from: string },
): Promise<TextMessage> => {
  const { row, member, location, to } = input
  const kind = smsKinds.find((one) => one === row.kind)
  // Only these kinds are planned as text messages. Any other kind is a bug, which must not send a wrong text.
  if (kind === undefined) throw new Error(`No text message of the kind ${row.kind} exists.`)
  const { text } = fillMailText<'sms-confirmation'>(await findMailText(db, `sms-${kind}`, member.language), {
    member: fullName(member),
    clinic: location.address.name,
    phone: formatPhone(location.contactInfo.phone),
    when: toSmsLetters(whenOf(input)),
  })
  return { to, from, text }
}

const attachmentsOf = ({ row, study, member, location, to, now }: ComposeInput): Mail['attachments'] => {
  const { starts_at: startsAt, kind } = row
  if (startsAt === null || !['confirmation', 'move', 'cancellation'].includes(kind)) return []
  const isSame = study.starts_at === startsAt && study.ends_at !== null
  return [
    toCalendarFile({
      method: kind === 'cancellation' ? 'cancel' : 'request',
      studyID: row.study_id,
      sequence: row.sequence,
      startsAt,
      endsAt: isSame && study.ends_at !== null ? study.ends_at : startsAt + usualSeconds,
      writtenAt: now,
      language: member.language,
      clinic: location.address.name,
      address: addressLines(location),
      organizer: location.contactInfo.email.trim(),
      attendee: to,
    }),
  ]
}
