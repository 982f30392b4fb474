import type { Location } from '#domain/locations/location.ts'
import { findSentBefore, flagsOfMessage, messengerName } from '#domain/messages/message-flags.ts'
import type { StudyStatus } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import { findMessagesOf, type MessageRow, toKnownMessage } from '../repositories/messages-repository.ts'
import { writeFlagsBy } from '../study-access/flags.ts'

/** Returns whether a sent message sets its flags: a text message does so only once the gateway has delivered it. */
const isReceived = ({ channel, delivery }: MessageRow): boolean => channel === 'email' || delivery === 'confirmed'

/**
 * Returns the status with the flags of the messages that the member already has about this appointment. It serves a
 * study that moves back to an earlier time of its own. These messages are not sent again, so nothing else would set
 * their flags. Returns the same object if there are none. `startsAt` in epoch seconds.
 */
export const withSentMarks = async (
  db: Database,
  status: StudyStatus,
  studyID: string,
  appointment: { readonly startsAt: number; readonly locationID: Location['locationID'] },
): Promise<StudyStatus> => {
  const known = (await findMessagesOf(db, studyID)).map((row) => ({ ...toKnownMessage(row), row }))
  const startsAt = toInstant(appointment.startsAt * 1000)
  return findSentBefore(known, { startsAt, locationID: appointment.locationID })
    .map(({ row }) => ({ row, flags: flagsOfMessage(row) }))
    .filter(({ row, flags }) => flags.length > 0 && isReceived(row))
    .toSorted((a, b) => a.row.state_at - b.row.state_at)
    .reduce<StudyStatus>((marked, { row, flags }) => {
      const set = Object.fromEntries(flags.map((flag) => [flag, true]))
      return writeFlagsBy(marked, set, row.by_user ?? messengerName, toInstant(row.state_at * 1000))
    }, status)
}
