import { beforeEach, expect, it } from 'vitest'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import type { Study } from '#domain/study/study.ts'
import type { BookingDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, createTextbox, type Postbox } from './message-desk.ts'

describeOnEachDatabase('the requests and notices to a member', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let textbox: ReturnType<typeof createTextbox>
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    textbox = createTextbox()
    at = createMessageDesk(desk, postbox, textbox)
  })
  const setUp = (changes: object) =>
    desk.database.db
      .insertInto('message_setting')
      .values({
        location_id: 'ca-bc-1',
        document: JSON.stringify({ ...standardMessageSettings, ...changes }),
        version: 1,
      })
      .execute()
  /**
   * Books a study, sets these flags, and moves the clock to the time at which the message of this kind and channel is
   * due.
   */
  const untilDue = async (flags: object, kind: string, channel: 'email' | 'sms'): Promise<Study['studyID']> => {
    const { studyID, status } = await at.book({ utcStart: '2026-12-04T17:00:00Z' })
    const after = JSON.stringify({ ...status, ...flags })
    await desk.database.db.updateTable('study').set({ status: after }).where('study_id', '=', studyID).execute()
    await at.sweep()
    const planned = (await at.rows(studyID)).find((row) => row.kind === kind && row.channel === channel)
    expect(planned).toBeDefined()
    desk.now = planned?.due_at ?? 0
    return studyID
  }

  it.each([
    ['history-request', { medicalHistoryRequested: true }, 'reminderMedicalHistoryEmailSent'],
    [
      'report-ready',
      { releasedToPatient: true, releasedToPatientTime: '2026-11-24T19:00:00Z' },
      'patientReportNotification',
    ],
    [
      'report-ready',
      { traditionalReleasedToPatient: true, traditionalReleasedToPatientTime: '2026-11-24T19:00:00Z' },
      'patientReportNotification',
    ],
    ['feedback', { scanned: true, scannedTime: '2026-11-24T19:00:00Z' }, 'feedbackRequestSent'],
  ])('of kind %s, for a study with %j, set the flag %s when an email is accepted', async (kind, flags, flag) => {
    await setUp({ email: { ...standardMessageSettings.email, [kind]: true } })
    const studyID = await untilDue(flags, kind, 'email')
    await at.sweep()
    expect(await at.statesOf(studyID)).toContain(`${kind} sent`)
    expect((await at.read(studyID)).status).toMatchObject({ [flag]: true, [`${flag}By`]: 'Atrium' })
  })

  it('set the flag of a texted request for the medical history when its delivery is reported', async () => {
    await setUp({
      smsSender: '+16045550100',
      sms: { ...standardMessageSettings.sms, 'history-request': true },
    })
    const { db } = desk.database
    await db.updateTable('member').set({ phone_number: '604 555 0142' }).execute()
    const studyID = await untilDue({ medicalHistoryRequested: true }, 'history-request', 'sms')
    await at.sweep()
    expect(textbox.received).toHaveLength(1)
    expect((await at.read(studyID)).status.reminderMedicalHistorySMSSent).not.toBe(true)
    textbox.reports.set('SM1', { kind: 'delivered' })
    desk.now += 60
    await at.sweep()
    expect((await at.read(studyID)).status).toMatchObject({
      reminderMedicalHistorySMSSent: true,
      reminderMedicalHistorySMSSentBy: 'Atrium',
    })
  })
})
