import ical, { ICalAttendeeStatus, ICalAttendeeType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { TextLanguage } from '#domain/values/language.ts'
import type { Mail } from '../outside/mail/mailer.ts'
import { calendarWordsIn } from './calendar-words.ts'

type CalendarEntry = {
  readonly method: 'request' | 'cancel'
  readonly studyID: string
  /** Increases with each message of the study, so that a calendar keeps the newest version. */
  readonly sequence: number
  /** Epoch seconds. */
  readonly startsAt: number
  readonly endsAt: number
  readonly writtenAt: number
  readonly language: TextLanguage
  readonly clinic: string
  readonly address: string
  /** The clinic's email address; empty if it has none. */
  readonly organizer: string
  readonly attendee: string
}

/** The domain in the ids of calendar entries; it does not exist. */
const idDomain = 'calendar.atrium.invalid'

/**
 * Returns the calendar file of an appointment (RFC 5545, RFC 5546). All files of a study have one UID, so that a move
 * replaces the entry and a cancellation removes it. Times are in UTC: the member's calendar shows them on its own
 * clock, and outdated zone rules there cannot move the appointment. The file has no health data, not even the scan
 * type.
 */
export const toCalendarFile = (entry: CalendarEntry): Mail['attachments'][number] => {
  const words = calendarWordsIn(entry.language)
  const isCancelled = entry.method === 'cancel'
  const calendar = ical({
    prodId: { company: 'Atrium', product: 'Atrium', language: entry.language.toUpperCase() },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  const event = calendar.createEvent({
    id: `${entry.studyID}@${idDomain}`,
    sequence: entry.sequence,
    stamp: new Date(entry.writtenAt * 1000),
    start: new Date(entry.startsAt * 1000),
    end: new Date(entry.endsAt * 1000),
    summary: words.appointment(entry.clinic),
    location: entry.address.replaceAll('\n', ', '),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (entry.organizer !== '') event.organizer({ name: entry.clinic, email: entry.organizer })
  event.createAttendee({
    email: entry.attendee,
    rsvp: false,
    status: ICalAttendeeStatus.ACCEPTED,
    type: ICalAttendeeType.INDIVIDUAL,
  })
  return {
    fileName: words.fileName,
    contentType: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'REQUEST'}`,
    bytes: Buffer.from(calendar.toString(), 'utf8'),
  }
}
