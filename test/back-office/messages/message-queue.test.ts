import { beforeEach, describe, expect, it } from 'vitest'
import { changeMessageSettings, readMessageSettings } from '#back-office/messages/message-settings.ts'
import { planUnknownStudies } from '#back-office/messages/plan.ts'
import { readMessages, recordDecision } from '#back-office/messages/study-messages.ts'
import { resendConfirmation } from '#back-office/study/mail.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import { maxMessageAttempts } from '#domain/messages/message-state.ts'
import type { Study } from '#domain/study/study.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { aBooking, admin, type BookingDesk, frontdesk, startOfTests, vancouver } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, type Postbox } from './message-desk.ts'

const day = 86_400
/** Ten days after the tests begin: 10:00 in Vancouver. */
const start = '2026-12-04T17:00:00Z'
const later = '2026-12-07T17:00:00Z'

describeOnEachDatabase('the queue of messages', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    at = createMessageDesk(desk, postbox)
  })
  const calendarOf = (index: number): string =>
    Buffer.from(postbox.received[index]?.attachments[0]?.bytes ?? [])
      .toString('utf8')
      .replaceAll('\r\n ', '')
  const suppress = (studyId: string, status: object) =>
    desk.database.db
      .updateTable('study')
      .set({ status: JSON.stringify(status) })
      .where('study_id', '=', studyId)
      .execute()

  it('confirms a booking with a calendar file, sets the flag, writes the log, and reminds once', async () => {
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    await at.sweep()
    expect(postbox.received.map(({ to }) => to)).toEqual(['member.1@mail.example'])
    expect(postbox.received[0]?.text).toContain('04 Dec 2026 10:00am PDT')
    for (const line of [
      'METHOD:REQUEST',
      `UID:${studyID}@`,
      'SEQUENCE:1',
      'DTSTART:20261204T170000Z',
      'DTEND:20261204T180000Z',
    ]) {
      expect(calendarOf(0)).toContain(line)
    }
    expect(calendarOf(0)).not.toMatch(/MRI|scan|body/i)
    expect((await at.read(studyID)).status).toMatchObject({
      bookingConfirmationEmailSent: true,
      bookingConfirmationEmailSentBy: 'Atrium',
      bookingConfirmationEmailSentTime: '2026-11-24T20:00:00Z',
    })
    expect(await at.logOf(studyID)).toEqual(['Booking confirmation emailed to the member'])
    const [, reminder] = await at.rows(studyID)
    expect(reminder).toMatchObject({
      kind: 'reminder',
      state: 'planned',
      due_at: toEpochMs('2026-12-02T18:00:00Z' as never) / 1000 - 3600,
    })
    desk.now = reminder?.due_at ?? 0
    await at.sweep()
    await at.sweep()
    expect(postbox.received).toHaveLength(2)
    expect((await at.read(studyID)).status).toMatchObject({ reminderEmailSent: true, reminded: true })
  })

  it('announces a move, replaces the reminder, and cancels the calendar entry of a cancelled booking', async () => {
    const booked = await at.book({ utcStart: start })
    await at.sweep()
    await at.move(await at.read(booked.studyID), { utcStart: later })
    await at.sweep()
    expect(await at.statesOf(booked.studyID)).toEqual([
      'confirmation sent',
      'reminder withdrawn',
      'move sent',
      'reminder planned',
    ])
    expect(calendarOf(1)).toContain('SEQUENCE:3')
    expect(calendarOf(1)).toContain('DTSTART:20261207T170000Z')
    await at.cancel(booked.studyID)
    await at.sweep()
    expect(postbox.received).toHaveLength(3)
    expect(calendarOf(2)).toContain('METHOD:CANCEL')
    expect(calendarOf(2)).toContain('STATUS:CANCELLED')
    expect(calendarOf(2)).toContain(`UID:${booked.studyID}@`)
    desk.now += 30 * day
    await at.sweep()
    expect(postbox.received).toHaveLength(3)
    expect(await at.statesOf(booked.studyID)).toContain('cancellation sent')
  })

  it('sends nothing for a temporary hold, nor for a booking that is cancelled before the first sweep', async () => {
    const held = await desk.call('createTemporaryHoldBooking', {
      body: aBooking({ utcStart: start }),
    })
    const gone = await at.book({ utcStart: later })
    await at.cancel(gone.studyID)
    await at.sweep()
    desk.now += day
    await at.sweep()
    expect(postbox.received).toEqual([])
    expect([...(await at.rows(held.studyID)), ...(await at.rows(gone.studyID))]).toEqual([])
  })

  it('sends nothing, even for later bookings, after staff recorded that the member wants no more emails', async () => {
    const { studyID: studyId } = await at.book({ utcStart: start })
    await at.sweep()
    expect(postbox.received).toHaveLength(1)
    const [confirmation] = await at.rows(studyId)
    const messageId = confirmation?.message_id ?? ''
    const context = desk.context(frontdesk)
    const attempts = confirmation?.attempts ?? 0
    await recordDecision({ studyId, messageId }, { decision: 'opt-out', attempts }, context)
    expect((await at.rows(studyId)).find(({ message_id }) => message_id === messageId)?.state).toBe('sent')
    expect(await at.logOf(studyId)).toContain('The member wants no more emails')
    const next = await at.book({ utcStart: later })
    await at.sweep()
    expect(postbox.received).toHaveLength(1)
    expect(await at.logOf(next.studyID)).toEqual(['Booking confirmation (email) not sent: the member opted out'])
  })

  it('sends nothing to a member with Email Suppressed or an opt-out, and fails visibly without a confirmed address', async () => {
    const booked = await at.book({ utcStart: start })
    await suppress(booked.studyID, { ...booked.status, customerEmailAvailable: false })
    await at.sweep()
    expect(await at.logOf(booked.studyID)).toEqual([
      'Booking confirmation (email) not sent: messages to this member are suppressed',
    ])
    const second = await at.book({ utcStart: later, patientID: 'm-000002' })
    const optOut = { member_id: 'm-000002', channel: 'email', at: desk.now, address: null } as const
    await desk.database.db.insertInto('message_opt_out').values(optOut).execute()
    await at.sweep()
    expect(await at.logOf(second.studyID)).toEqual(['Booking confirmation (email) not sent: the member opted out'])
    const third = await at.book({ utcStart: '2026-12-09T17:00:00Z', patientID: 'm-000003' })
    await desk.database.db
      .insertInto('member_email_change')
      .values({
        member_id: 'm-000003',
        previous_email: 'old@mail.example',
        location_id: 'ca-on-1',
        by_user: 'u-1',
        by_name: 'Otto Desk',
        at: desk.now,
      })
      .execute()
    await at.sweep()
    expect(await at.statesOf(third.studyID)).toEqual(['confirmation failed', 'reminder planned'])
    expect(await at.logOf(third.studyID)).toEqual([
      'Booking confirmation (email) failed: the email address is not confirmed at this location',
    ])
    expect(postbox.received).toEqual([])
  })

  it('withdraws a message once while the member is suppressed, despite later changes of the study', async () => {
    const booked = await at.book({ utcStart: start })
    await suppress(booked.studyID, { ...booked.status, customerEmailAvailable: false })
    const { db } = desk.database
    const rowsAfterChange = async () => {
      await db.updateTable('message_study').set({ changes: 1 }).execute()
      await at.sweep()
      return at.rows(booked.studyID)
    }
    const logged = ['Booking confirmation (email) not sent: messages to this member are suppressed']
    const first = await rowsAfterChange()
    expect(await at.logOf(booked.studyID)).toEqual(logged)
    desk.now += 60
    expect(await rowsAfterChange()).toEqual(first)
    await at.move(await at.read(booked.studyID), { utcStart: later })
    await rowsAfterChange()
    const late = (await at.rows(booked.studyID)).filter(({ kind }) => kind === 'confirmation')
    expect(late.map(({ state, failure }) => [state, failure])).toEqual([
      ['withdrawn', 'suppressed'],
      ['withdrawn', 'suppressed'],
    ])
    logged.push('Appointment reminder (email) not sent: it is no longer needed')
    expect(await at.logOf(booked.studyID)).toEqual(logged)
    await suppress(booked.studyID, { ...(await at.read(booked.studyID)).status, customerEmailAvailable: true })
    await rowsAfterChange()
    expect(postbox.received).toHaveLength(1)
    expect(await at.logOf(booked.studyID)).toEqual([...logged, 'Booking confirmation emailed to the member'])
  })

  it('withdraws a message once for an opt-out, and logs a new line when the reason changes', async () => {
    const { studyID, status } = await at.book({ utcStart: start })
    const { db } = desk.database
    const optOut = { member_id: 'm-000001', channel: 'email', at: desk.now, address: null } as const
    await db.insertInto('message_opt_out').values(optOut).execute()
    const sweepAfterChange = async () => {
      await db.updateTable('message_study').set({ changes: 1 }).execute()
      await at.sweep()
    }
    for (let change = 0; change < 3; change += 1) await sweepAfterChange()
    const logged = ['Booking confirmation (email) not sent: the member opted out']
    expect(await at.logOf(studyID)).toEqual(logged)
    await suppress(studyID, { ...status, customerEmailAvailable: false })
    for (let change = 0; change < 3; change += 1) await sweepAfterChange()
    logged.push('Booking confirmation (email) not sent: messages to this member are suppressed')
    expect(await at.logOf(studyID)).toEqual(logged)
  })

  it('marks a refused message as failed, and retries an unreachable server with growing pauses until it gives up', async () => {
    const bounced = await at.book({ utcStart: start })
    postbox.answers.push({ ok: false, code: 'EENVELOPE', isRefused: true })
    await at.sweep()
    await at.sweep()
    expect(await at.statesOf(bounced.studyID)).toEqual(['confirmation failed', 'reminder planned'])
    expect(await at.logOf(bounced.studyID)).toEqual(['Booking confirmation (email) failed: the mail server refused it'])
    const late = await at.book({ utcStart: '2026-12-20T17:00:00Z', patientID: 'm-000002' })
    let tries = 0
    for (let attempt = 0; attempt < maxMessageAttempts; attempt += 1) {
      postbox.answers.push({ ok: false, code: 'ECONNECTION' })
      await at.sweep()
      await at.sweep()
      tries = (await at.rows(late.studyID))[0]?.attempts ?? 0
      expect(tries).toBe(attempt + 1)
      desk.now = Math.max(desk.now, (await at.rows(late.studyID))[0]?.due_at ?? 0)
    }
    expect((await at.statesOf(late.studyID))[0]).toBe('confirmation failed')
    expect(postbox.received).toEqual([])
  })

  it('lists a message as uncertain when no answer came, and never resends it automatically', async () => {
    const { studyID } = await at.book({ utcStart: start })
    postbox.answers.push({ ok: false, code: 'ETIMEDOUT', hasLeft: true })
    await at.sweep()
    desk.now += day
    await at.sweep()
    expect((await at.statesOf(studyID))[0]).toBe('confirmation uncertain')
    expect(postbox.received).toHaveLength(1)
    expect(await at.logOf(studyID)).toEqual([
      'Booking confirmation (email) may have arrived: no answer came after it was handed over',
    ])
  })

  it('waits for the end of the quiet hours, and withdraws a reminder that would come after the start', async () => {
    const settings = { ...standardMessageSettings, sendAt: '06:00', quietFrom: '05:00', quietTo: '09:00' }
    await desk.database.db
      .insertInto('message_setting')
      .values({ location_id: 'ca-bc-1', document: JSON.stringify(settings), version: 1 })
      .execute()
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    expect((await at.rows(studyID))[1]?.due_at).toBe(toEpochMs('2026-12-02T16:00:00Z' as never) / 1000)
    // The server was off when the reminder was due, and starts again during the quiet hours.
    desk.now = toEpochMs('2026-12-03T13:30:00Z' as never) / 1000
    await at.sweep()
    expect((await at.rows(studyID))[1]).toMatchObject({
      state: 'planned',
      due_at: toEpochMs('2026-12-03T16:00:00Z' as never) / 1000,
    })
    desk.now = toEpochMs(start as never) / 1000
    await at.sweep()
    expect(await at.logOf(studyID)).toContain('Appointment reminder (email) not sent: the appointment has begun')
  })

  it('sends each message once when several servers sweep one database', async () => {
    const times = ['2026-12-04T17:00:00Z', '2026-12-07T17:00:00Z', '2026-12-08T17:00:00Z', '2026-12-09T17:00:00Z']
    for (const utcStart of times) await at.book({ utcStart })
    await Promise.all(Array.from({ length: 4 }, () => at.sweep()))
    await Promise.all(Array.from({ length: 4 }, () => at.sweep()))
    expect(new Set(postbox.received.map(({ messageKey }) => messageKey)).size).toBe(4)
    expect(postbox.received).toHaveLength(4)
  })

  it('sends reminders and notices of moves for imported bookings', async () => {
    const booked = await at.book({ utcStart: start })
    // An import stores no row in this table.
    await desk.database.db.deleteFrom('message_study').execute()
    await planUnknownStudies({ db: desk.database.db, now: startOfTests })
    await at.sweep()
    expect(await at.statesOf(booked.studyID)).toEqual(['reminder planned'])
    await at.move(booked, { utcStart: later })
    await at.sweep()
    expect(await at.statesOf(booked.studyID)).toEqual(['reminder withdrawn', 'move sent', 'reminder planned'])
  })

  it('follows changed settings of the location, even for messages that are already planned', async () => {
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    const before = (await readMessageSettings(desk.context(admin))).find(({ locationID }) => locationID === 'ca-bc-1')
    const change = (version: number, settings: object) =>
      changeMessageSettings(
        { locationID: vancouver.locationID },
        { version, settings: { ...standardMessageSettings, ...settings } },
        desk.context(admin),
      )
    expect(before).toMatchObject({ version: 0, settings: standardMessageSettings })
    expect(await change(0, { reminderDays: 4 })).toMatchObject({ version: 1, settings: { reminderDays: 4 } })
    await expect(change(0, {})).rejects.toMatchObject({ code: 'stale', details: { current: { version: 1 } } })
    await at.sweep()
    expect((await at.rows(studyID))[1]).toMatchObject({
      state: 'planned',
      due_at: toEpochMs('2026-11-30T17:00:00Z' as never) / 1000,
    })
    await change(1, { email: { ...standardMessageSettings.email, reminder: false, 'consent-request': true } })
    await at.sweep()
    expect(await at.statesOf(studyID)).toEqual(['confirmation sent', 'reminder withdrawn', 'consent-request planned'])
  })

  describe('after a decision of staff', () => {
    const context = () => desk.context(frontdesk)
    const uncertain = async (): Promise<{ studyId: Study['studyID']; messageId: string }> => {
      const { studyID: studyId } = await at.book({ utcStart: start })
      postbox.answers.push({ ok: false, code: 'ETIMEDOUT', hasLeft: true })
      await at.sweep()
      return { studyId, messageId: (await at.rows(studyId))[0]?.message_id ?? '' }
    }
    const codeOf = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'ok',
        (error: { code?: string }) => error.code ?? 'unexpected',
      )

    it('records once that a message arrived: its flag, its log line and the person', async () => {
      const ids = await uncertain()
      const views = await recordDecision(ids, { decision: 'arrived', attempts: 1 }, context())
      expect(views[0]).toMatchObject({
        state: 'sent',
        recipient: 'm•••@mail.example',
        decidedBy: 'Frida Desk',
        by: null,
      })
      expect((await at.read(ids.studyId)).status).toMatchObject({ bookingConfirmationEmailSent: true })
      expect((await at.logOf(ids.studyId)).at(-1)).toBe('Booking confirmation: confirmed that it arrived')
      expect(await codeOf(recordDecision(ids, { decision: 'arrived', attempts: 1 }, context()))).toBe('stale')
      await at.sweep()
      expect(postbox.received).toHaveLength(1)
    })

    it('resends a message once, even after a refusal, but refuses an earlier attempt or another study', async () => {
      const ids = await uncertain()
      expect(await codeOf(recordDecision(ids, { decision: 'send-again', attempts: 0 }, context()))).toBe('stale')
      const other = { ...ids, studyId: (await at.book({ utcStart: later })).studyID }
      await at.sweep()
      expect(await codeOf(recordDecision(other, { decision: 'send-again', attempts: 1 }, context()))).toBe('not-found')
      await recordDecision(ids, { decision: 'send-again', attempts: 1 }, context())
      postbox.answers.push({ ok: false, code: 'EENVELOPE', isRefused: true })
      await at.sweep()
      expect((await readMessages(ids.studyId, context()))[0]).toMatchObject({ state: 'failed', failure: 'refused' })
      await recordDecision(ids, { decision: 'send-again', attempts: 2 }, context())
      await at.sweep()
      expect((await readMessages(ids.studyId, context()))[0]).toMatchObject({ state: 'sent', failure: null })
    })
  })

  describe('after staff resend a confirmation', () => {
    it('sends it once, and plans no other confirmation', async () => {
      const { studyID } = await at.book({ utcStart: start })
      const context = {
        ...desk.context(frontdesk),
        mailer: postbox.mailer,
      }
      expect(await resendConfirmation(studyID, { ...context, idempotencyKey: 'key-1' })).toEqual({
        ok: true,
        email: 'member.1@mail.example',
      })
      await resendConfirmation(studyID, { ...context, idempotencyKey: 'key-1' })
      await at.sweep()
      expect(postbox.received).toHaveLength(1)
      expect(await at.statesOf(studyID)).toEqual(['confirmation sent', 'reminder planned'])
    })

    it('logs each failure, even one after staff sent the message again from the list', async () => {
      const { studyID: studyId } = await at.book({ utcStart: start })
      const context = { ...desk.context(frontdesk), mailer: postbox.mailer, idempotencyKey: 'key-1' }
      postbox.answers.push({ ok: false, code: 'ECONNECTION' })
      await expect(resendConfirmation(studyId, context)).rejects.toMatchObject({ code: 'mail-failed' })
      const failures = ['Booking confirmation (email) failed: the server could not be reached']
      expect(await at.logOf(studyId)).toEqual(failures)
      const messageId = (await at.rows(studyId))[0]?.message_id ?? ''
      await recordDecision({ studyId, messageId }, { decision: 'send-again', attempts: 1 }, desk.context(frontdesk))
      postbox.answers.push({ ok: false, code: 'EENVELOPE', isRefused: true })
      // Only the message that staff sent again is due in this sweep.
      await desk.database.db.updateTable('message_study').set({ changes: 0 }).execute()
      await at.sweep()
      failures.push('Booking confirmation: to be sent again')
      failures.push('Booking confirmation (email) failed: the mail server refused it')
      expect(await at.logOf(studyId)).toEqual(failures)
    })
  })
})
