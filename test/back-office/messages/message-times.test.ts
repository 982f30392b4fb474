import { beforeEach, expect, it } from 'vitest'
import { readMessages, recordDecision } from '#back-office/messages/study-messages.ts'
import { createSmtpMailer } from '#back-office/outside/mail/mailer.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { startFakeMailServer } from '#test/fakes/fake-mail-server.ts'
import { type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, type Postbox } from './message-desk.ts'

const toSeconds = (text: string): number => toEpochMs(text as never) / 1000
/** Monday, 2 November 2026, 10:00 in Toronto, where the clocks go back on 1 November at 02:00. */
const afterChange = '2026-11-02T15:00:00Z'

describeOnEachDatabase('messages around a clock change, and bounced messages,', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    at = createMessageDesk(desk, postbox)
  })
  const book = async () => {
    desk.now = toSeconds('2026-10-20T15:00:00Z')
    return await at.book({ locationID: 'ca-on-1', machineID: 'ca-on-1-m1', utcStart: afterChange })
  }
  const calendarOf = (index: number): string =>
    Buffer.from(postbox.received[index]?.attachments[0]?.bytes ?? [])
      .toString('utf8')
      .replaceAll('\r\n ', '')

  it('remind at the local time before the clock change, and name the local time after it', async () => {
    const { studyID } = await book()
    await at.sweep()
    expect(postbox.received[0]?.text).toContain('02 Nov 2026 10:00am EST')
    const reminder = (await at.rows(studyID)).find(({ kind }) => kind === 'reminder')
    // 31 October, 10:00 in Toronto, still summer time.
    expect(reminder?.due_at).toBe(toSeconds('2026-10-31T14:00:00Z'))
    desk.now = reminder?.due_at ?? 0
    await at.sweep()
    expect(postbox.received[1]?.text).toContain('02 Nov 2026 10:00am EST')
  })

  it('carry UTC times in the calendar file, without a zone that the calendar could misread', async () => {
    await book()
    await at.sweep()
    expect(calendarOf(0)).toContain('DTSTART:20261102T150000Z')
    expect(calendarOf(0)).not.toMatch(/TZID|VTIMEZONE|X-WR-TIMEZONE/)
  })

  it('fail when the mail server refuses the recipient, and arrive at the corrected address', async () => {
    const server = await startFakeMailServer()
    const mailer = createSmtpMailer({ url: server.url })
    try {
      server.behave('refuses recipient')
      const mailed = createMessageDesk(desk, { ...postbox, mailer: { ...mailer, kind: 'smtp' } })
      const { studyID } = await mailed.book({ utcStart: '2026-12-04T17:00:00Z' })
      await mailed.sweep()
      expect(await mailed.statesOf(studyID)).toEqual(['confirmation failed', 'reminder planned'])
      server.behave('takes')
      await mailed.sweep()
      expect(server.received).toEqual([])
      await desk.database.db.updateTable('member').set({ email: 'right@mail.example' }).execute()
      const messageId = (await mailed.rows(studyID))[0]?.message_id ?? ''
      await recordDecision(
        { studyId: studyID, messageId },
        { decision: 'send-again', attempts: 1 },
        desk.context(frontdesk),
      )
      await mailed.sweep()
      expect(server.received.map(({ to }) => to)).toEqual([['right@mail.example']])
      expect((await mailed.statesOf(studyID))[0]).toBe('confirmation sent')
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  it('fail when staff record a later bounce, and can be sent again', async () => {
    const { studyID: studyId } = await at.book({ utcStart: '2026-12-04T17:00:00Z' })
    await at.sweep()
    const messageId = (await at.rows(studyId))[0]?.message_id ?? ''
    const decide = (decision: 'bounced' | 'send-again') =>
      recordDecision({ studyId, messageId }, { decision, attempts: 1 }, desk.context(frontdesk))
    const [view] = await decide('bounced')
    expect(view).toMatchObject({ state: 'failed', failure: 'bounced', decidedBy: 'Frida Desk' })
    expect(await at.logOf(studyId)).toContain('Booking confirmation (email): came back undelivered')
    await expect(decide('bounced')).rejects.toMatchObject({ code: 'stale' })
    await at.sweep()
    expect(postbox.received).toHaveLength(1)
    await decide('send-again')
    await at.sweep()
    expect(postbox.received).toHaveLength(2)
    expect((await readMessages(studyId, desk.context(frontdesk)))[0]).toMatchObject({ state: 'sent' })
  })
})
