import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { fillMailText } from '#domain/settings/mail-texts.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { Mail } from '../outside/mail/mailer.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import type { MessageRow } from '../repositories/messages-repository.ts'
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

/** Assumed of an appointment whose end is no longer stored, in a calendar entry that removes it. */
const usualSeconds = 3600

/**
 * Returns the email of a message with the administrator's text, as of now. The message id is that of the row, so that
 * mail servers recognise a repeat.
 */
export const composeMail = async (db: Database, input: ComposeInput): Promise<Mail> => {
  const { row, member, location, to } = input
  const startsAt = row.starts_at
  const text = fillMailText<'confirmation'>(await findMailText(db, row.kind), {
    member: fullName(member),
    clinic: location.address.name,
    contact: contactLine(location),
    when: startsAt === null ? '' : formatInstant(toInstant(startsAt * 1000), location.timezone),
    address: addressLines(location),
  })
  return { to, ...text, attachments: attachmentsOf(input), messageKey: `message-${row.message_id}` }
}

const attachmentsOf = ({ row, study, location, to, now }: ComposeInput): Mail['attachments'] => {
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
      clinic: location.address.name,
      address: addressLines(location),
      organizer: location.contactInfo.email.trim(),
      attendee: to,
    }),
  ]
}
