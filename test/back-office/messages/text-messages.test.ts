import { beforeEach, expect, it } from 'vitest'
import { readMessages, recordDecision } from '#back-office/messages/study-messages.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, createTextbox, type Postbox } from './message-desk.ts'

const day = 86_400
const start = '2026-12-04T17:00:00Z'
const toSeconds = (text: string): number => toEpochMs(text as never) / 1000

describeOnEachDatabase('text messages', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let textbox: ReturnType<typeof createTextbox>
  let at: ReturnType<typeof createMessageDesk>
  const setUp = async (sms: object, others: object = {}): Promise<void> => {
    const settings = {
      ...standardMessageSettings,
      smsSender: '+16045550100',
      sms: { ...standardMessageSettings.sms, ...sms },
      ...others,
    }
    await desk.database.db
      .insertInto('message_setting')
      .values({ location_id: 'ca-bc-1', document: JSON.stringify(settings), version: 1 })
      .execute()
  }
  const setNumber = (phone_number: string, memberID = 'm-000001') =>
    desk.database.db.updateTable('member').set({ phone_number }).where('patient_id', '=', memberID).execute()
  const textsOf = async (studyID: string): Promise<string[]> =>
    (await at.rows(studyID))
      .filter(({ channel }) => channel === 'sms')
      .map(({ kind, state, delivery, failure }) => [kind, state, delivery, failure].filter(Boolean).join(' '))
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    textbox = createTextbox()
    at = createMessageDesk(desk, postbox, textbox)
    await setNumber('604 555 0142')
  })

  it('confirm a booking and remind the member of it; the study is marked as reminded only when the reminder is delivered', async () => {
    await setUp({ confirmation: true, reminder: true })
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    expect(textbox.received).toHaveLength(1)
    expect(textbox.received[0]).toMatchObject({ to: '+16045550142', from: '+16045550100' })
    expect(textbox.received[0]?.text).toContain('confirmed for 04 Dec 2026 10:00am PDT')
    expect(textbox.received[0]?.text).not.toMatch(/MRI|scan|body|\{/i)
    expect(postbox.received).toHaveLength(1)
    expect(await textsOf(studyID)).toEqual(['confirmation sent awaited', 'reminder planned'])
    expect(await at.logOf(studyID)).toContain('Booking confirmation (text message) accepted by the gateway')
    desk.now = toSeconds('2026-12-02T17:00:00Z')
    await at.sweep()
    expect((await at.read(studyID)).status.reminderSMSSent).not.toBe(true)
    textbox.reports.set('SM2', { kind: 'delivered' })
    desk.now += 60
    await at.sweep()
    expect((await at.read(studyID)).status).toMatchObject({ reminderSMSSent: true, reminded: true })
    expect(await at.logOf(studyID)).toContain('Appointment reminder texted to the member')
    expect(await textsOf(studyID)).toContain('reminder sent confirmed')
    await at.sweep()
    expect(textbox.received).toHaveLength(2)
  })

  it('wait for the end of the quiet hours, although the email was already sent', async () => {
    await setUp({ confirmation: true }, { quietFrom: '11:00', quietTo: '14:00' })
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    expect(postbox.received).toHaveLength(1)
    expect(textbox.received).toEqual([])
    await at.sweep()
    const text = (await at.rows(studyID)).find(({ channel }) => channel === 'sms')
    expect(text).toMatchObject({ state: 'planned', due_at: toSeconds('2026-11-24T21:00:00Z') })
    desk.now = text?.due_at ?? 0
    await at.sweep()
    await at.sweep()
    expect(textbox.received).toHaveLength(1)
    expect(postbox.received).toHaveLength(1)
  })

  it.each([
    ['+44 7911 123456', 'number-foreign'],
    ['+1 800 555 0100', 'number-landline'],
    ['12', 'number-not-valid'],
    ['', 'no-address'],
  ])(
    'fail visibly only once for the unusable number "%s": the confirmation fails, and the reminder is withdrawn',
    async (number, failure) => {
      await setUp({ confirmation: true, reminder: true })
      await setNumber(number)
      const { studyID } = await at.book({ utcStart: start })
      await at.sweep()
      desk.now = toSeconds('2026-12-02T17:00:00Z')
      await at.sweep()
      expect(await textsOf(studyID)).toEqual([`confirmation failed ${failure}`, `reminder withdrawn ${failure}`])
      expect(textbox.received).toEqual([])
      expect(postbox.received).toHaveLength(2)
      expect((await at.logOf(studyID)).filter((line) => line.includes('(text message) failed'))).toHaveLength(1)
    },
  )

  it('are sent to a corrected number when staff ask for it', async () => {
    await setUp({ confirmation: true })
    const { studyID: studyId } = await at.book({ utcStart: start })
    textbox.answers.push({ kind: 'refused', code: 'number-landline' })
    await at.sweep()
    expect(await textsOf(studyId)).toEqual(['confirmation failed number-landline'])
    await setNumber('604 555 0199')
    const messageId = (await at.rows(studyId)).find(({ channel }) => channel === 'sms')?.message_id ?? ''
    await recordDecision({ studyId, messageId }, { decision: 'send-again', attempts: 1 }, desk.context(frontdesk))
    await at.sweep()
    expect(textbox.received.map(({ to }) => to)).toEqual(['+16045550199'])
    expect(await textsOf(studyId)).toEqual(['confirmation sent awaited'])
  })

  it('fail visibly when the carrier reports later that they did not arrive', async () => {
    await setUp({ confirmation: true })
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    textbox.reports.set('SM1', { kind: 'undelivered', code: 'number-unreachable' })
    desk.now += 60
    await at.sweep()
    expect(await textsOf(studyID)).toEqual(['confirmation failed number-unreachable'])
    expect(await at.logOf(studyID)).toContain(
      'Booking confirmation (text message) failed: the phone could not be reached',
    )
    await at.sweep()
    expect(textbox.received).toHaveLength(1)
  })

  it('are shown as unconfirmed when no report came for three days', async () => {
    await setUp({ confirmation: true })
    const { studyID } = await at.book({ utcStart: start })
    await at.sweep()
    desk.now += 3 * day
    await at.sweep()
    expect(await textsOf(studyID)).toEqual(['confirmation sent unconfirmed'])
    expect(await at.logOf(studyID)).toContain(
      'Booking confirmation (text message) sent: its delivery was not confirmed',
    )
    const [view] = (await readMessages(studyID, desk.context(frontdesk))).filter(({ channel }) => channel === 'sms')
    expect(view).toMatchObject({ state: 'sent', delivery: 'unconfirmed', recipient: '••• 0142' })
  })

  it('stop after STOP for all studies of that number, but continue for a new number', async () => {
    await setUp({ confirmation: true })
    const first = await at.book({ utcStart: start })
    textbox.answers.push({ kind: 'opted-out' })
    await at.sweep()
    expect(await textsOf(first.studyID)).toEqual(['confirmation withdrawn opted-out'])
    const second = await at.book({ utcStart: '2026-12-07T17:00:00Z' })
    await at.sweep()
    expect(await textsOf(second.studyID)).toEqual(['confirmation withdrawn opted-out'])
    expect(textbox.received).toEqual([])
    expect(postbox.received).toHaveLength(2)
    await setNumber('604 555 0199')
    await at.book({ utcStart: '2026-12-09T17:00:00Z' })
    await at.sweep()
    expect(textbox.received.map(({ to }) => to)).toEqual(['+16045550199'])
  })

  it('resume when staff record that the member opted in, unless the gateway still refuses', async () => {
    await setUp({ confirmation: true })
    const { studyID: studyId } = await at.book({ utcStart: start })
    textbox.answers.push({ kind: 'opted-out' }, { kind: 'opted-out' })
    await at.sweep()
    const messageId = (await at.rows(studyId)).find(({ channel }) => channel === 'sms')?.message_id ?? ''
    const optIn = (attempts: number, decision: 'opted-in' | 'bounced' = 'opted-in') =>
      recordDecision({ studyId, messageId }, { decision, attempts }, desk.context(frontdesk))
    await expect(optIn(1, 'bounced')).rejects.toMatchObject({ code: 'stale' })
    await optIn(1)
    await at.sweep()
    expect(await textsOf(studyId)).toEqual(['confirmation withdrawn opted-out'])
    await optIn(2)
    await at.sweep()
    expect(await textsOf(studyId)).toEqual(['confirmation sent awaited'])
    expect(textbox.received).toHaveLength(1)
    expect(await at.logOf(studyId)).toContain('The member wants text messages again')
    await expect(optIn(3)).rejects.toMatchObject({ code: 'stale' })
  })

  it('are uncertain after a lost answer or a killed server, and never sent again automatically', async () => {
    await setUp({ confirmation: true })
    const { studyID } = await at.book({ utcStart: start })
    textbox.answers.push({ kind: 'unknown', code: 'no-answer' })
    await at.sweep()
    desk.now += day
    await at.sweep()
    expect(await textsOf(studyID)).toEqual(['confirmation uncertain no-answer'])
    expect(textbox.received).toHaveLength(1)
    const second = await at.book({ utcStart: '2026-12-07T17:00:00Z' })
    const killed = { ...at.context(), sms: { ...textbox.gateway, send: () => new Promise<never>(() => {}) } }
    void createMessageDesk(desk, postbox, { gateway: killed.sms }).sweep()
    await expect.poll(() => textsOf(second.studyID)).toEqual(['confirmation handed-over'])
    desk.now += day
    await at.sweep()
    expect(await textsOf(second.studyID)).toEqual(['confirmation uncertain no-answer'])
    expect(textbox.received).toHaveLength(1)
  })

  it('do not delay emails when the gateway is unreachable, and vice versa', async () => {
    await setUp({ confirmation: true })
    textbox.answers.push({ kind: 'retry', code: 'unreachable' })
    await at.book({ utcStart: start })
    await at.sweep()
    expect(postbox.received).toHaveLength(1)
    postbox.answers.push({ ok: false, code: 'ECONNECTION' })
    desk.now += 3600
    await at.book({ utcStart: '2026-12-07T17:00:00Z' })
    await at.sweep()
    expect(textbox.received).toHaveLength(2)
    expect(postbox.received).toHaveLength(1)
    desk.now += 3600
    await at.sweep()
    expect(postbox.received).toHaveLength(2)
  })
})
