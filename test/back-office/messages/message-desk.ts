import { sweepMessages } from '#back-office/messages/message-sweep.ts'
import type { Mail, MailOutcome } from '#back-office/outside/mail/mailer.ts'
import type { Study } from '#domain/study/study.ts'
import { aBooking, type BookingDesk } from '../booking/booking-desk.ts'

/** A mail server in memory: it keeps what it accepts, and answers the next messages as told. */
export const createPostbox = () => {
  const received: Mail[] = []
  const answers: MailOutcome[] = []
  return {
    received,
    /** The answers to the next messages; after them it accepts each. */
    answers,
    mailer: {
      kind: 'smtp' as const,
      send: async (mail: Mail): Promise<MailOutcome> => {
        const outcome = answers.shift() ?? { ok: true }
        if (outcome.ok || outcome.hasLeft === true) received.push(mail)
        return outcome
      },
      close: async () => {},
    },
  }
}
export type Postbox = ReturnType<typeof createPostbox>

/** The messages of one desk's database, sent to a postbox. */
export const createMessageDesk = (desk: BookingDesk, postbox: Postbox) => {
  const { db } = desk.database
  const context = () => ({ ...desk.context(null), mailer: postbox.mailer, clock: () => desk.now, chance: () => 0 })
  return {
    context,
    sweep: () => sweepMessages(context()),
    book: (changes: object = {}): Promise<Study> => desk.call('createBooking', { body: aBooking({ ...changes }) }),
    move: (booked: Study, changes: object): Promise<Study> =>
      desk.call('changeAppointmentTime', {
        body: {
          ...aBooking(),
          studyID: booked.studyID,
          version: booked.version,
          utcStart: booked.booking?.utcStart,
          machineID: booked.booking?.machineID,
          ...changes,
        },
      }),
    cancel: (studyId: string): Promise<Study> =>
      desk.call('cancelBooking', {
        params: { studyId },
        body: { cancellationReason: 'member-commute', cancellationDetail: 'Moved away' },
      }),
    read: (studyId: string): Promise<Study> => desk.call('readStudy', { params: { studyId } }),
    rows: (studyID: string) =>
      db.selectFrom('message').selectAll().where('study_id', '=', studyID).orderBy('sequence').execute(),
    statesOf: async (studyID: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('message')
        .select(['kind', 'state'])
        .where('study_id', '=', studyID)
        .orderBy('sequence')
        .execute()
      return rows.map(({ kind, state }) => `${kind} ${state}`)
    },
    logOf: async (studyID: string): Promise<string[]> => {
      const lines = await db
        .selectFrom('study_log')
        .select('content')
        .where('study_id', '=', studyID)
        .where('category', '=', 'Messages')
        .orderBy('place')
        .execute()
      return lines.map(({ content }) => content)
    },
  }
}
