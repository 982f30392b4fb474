import { sweepMessages } from '#back-office/messages/message-sweep.ts'
import type { Mail, MailOutcome } from '#back-office/outside/mail/mailer.ts'
import type { TextMessage } from '#back-office/outside/sms/sms-gateway.ts'
import type { SendResult } from '#domain/messages/message-state.ts'
import type { TextReport } from '#domain/messages/text-delivery.ts'
import type { Study } from '#domain/study/study.ts'
import { aBooking, type BookingDesk } from '../booking/booking-desk.ts'

/**
 * Creates a mail server in memory. `received` lists what reached it, even if it did not confirm it. It accepts
 * everything, unless `answers` has another answer.
 */
export const createMemoryMailServer = () => {
  const received: Mail[] = []
  const answers: MailOutcome[] = []
  return {
    received,
    /** The answers to the next messages. Later messages are accepted. */
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
export type Postbox = ReturnType<typeof createMemoryMailServer>

/** Creates a gateway in memory. It keeps the texts that it accepts, and gives the next ones scripted answers. */
export const createTextbox = () => {
  const received: TextMessage[] = []
  const answers: SendResult[] = []
  const reports = new Map<string, TextReport>()
  return {
    received,
    /** The answers to the next texts. Later texts are accepted. */
    answers,
    /** The delivery state of each text, by receipt; `pending` if there is no entry. */
    reports,
    gateway: {
      kind: 'twilio' as const,
      send: async (text: TextMessage): Promise<SendResult> => {
        const result = answers.shift() ?? { kind: 'sent', receipt: `SM${received.length + 1}` }
        if (result.kind === 'sent' || result.kind === 'unknown') received.push(text)
        return result
      },
      readDelivery: async (receipt: string): Promise<TextReport> => reports.get(receipt) ?? { kind: 'pending' },
    },
  }
}

/**
 * Returns functions that act on the messages of one desk's database. Emails go to `postbox`, and text messages to the
 * gateway of `textbox` if it is given.
 */
export const createMessageDesk = (
  desk: BookingDesk,
  postbox: Postbox,
  textbox: Pick<ReturnType<typeof createTextbox>, 'gateway'> | null = null,
) => {
  const { db } = desk.database
  const context = () => ({
    ...desk.context(null),
    mailer: postbox.mailer,
    ...(textbox && { sms: textbox.gateway }),
    clock: () => desk.now,
    chance: () => 0,
  })
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
