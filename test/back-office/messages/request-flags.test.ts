import { beforeEach, expect, it } from 'vitest'
import { changeMessageSettings } from '#back-office/messages/message-settings.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import { admin, type BookingDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMessageDesk, createPostbox, type Postbox } from './message-desk.ts'

describeOnEachDatabase('the requests and notices to a member', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createPostbox()
    at = createMessageDesk(desk, postbox)
  })
  /** Turns on one kind of email at the location. */
  const turnOn = (kind: string) =>
    changeMessageSettings(
      { locationID: 'ca-bc-1' as never },
      {
        version: 0,
        settings: { ...standardMessageSettings, email: { ...standardMessageSettings.email, [kind]: true } },
      },
      desk.context(admin),
    )

  it.each([
    ['history-request', { medicalHistoryRequested: true }, 'reminderMedicalHistoryEmailSent'],
    [
      'report-ready',
      { releasedToPatient: true, releasedToPatientTime: '2026-11-24T19:00:00Z' },
      'patientReportNotification',
    ],
    ['feedback', { scanned: true, scannedTime: '2026-11-24T19:00:00Z' }, 'feedbackRequestSent'],
  ])('%s, due with the flags %j, sets %s when the mail server has taken it', async (kind, flags, flag) => {
    await turnOn(kind)
    const { studyID, status } = await at.book({ utcStart: '2026-12-04T17:00:00Z' })
    const { db } = desk.database
    const after = JSON.stringify({ ...status, ...flags })
    await db.updateTable('study').set({ status: after }).where('study_id', '=', studyID).execute()
    await at.sweep()
    const planned = (await at.rows(studyID)).find((row) => row.kind === kind)
    expect(planned).toBeDefined()
    desk.now = planned?.due_at ?? 0
    await at.sweep()
    expect(await at.statesOf(studyID)).toContain(`${kind} sent`)
    expect((await at.read(studyID)).status).toMatchObject({ [flag]: true, [`${flag}By`]: 'Atrium' })
  })
})
