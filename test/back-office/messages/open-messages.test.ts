import { beforeEach, expect, it } from 'vitest'
import { countOpen, readOpenMessages } from '#back-office/messages/open-messages.ts'
import { recordDecision } from '#back-office/messages/study-messages.ts'
import { type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, type Postbox } from './message-desk.ts'

const start = '2026-12-04T17:00:00Z'
const later = '2026-12-07T17:00:00Z'

describeOnEachDatabase('the messages that wait for staff', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    at = createMessageDesk(desk, postbox)
  })
  const here = (allowed: readonly string[] | 'all' = 'all') => ({
    ...desk.context({ ...frontdesk, allowedLocations: allowed as never }),
    now: desk.now,
  })
  const read = async (query: object = {}, allowed: readonly string[] | 'all' = 'all') =>
    await readOpenMessages({ state: 'all', ...query } as never, here(allowed))
  /** Books two studies. The mail server refuses the first confirmation, and does not answer the second. */
  const two = async () => {
    postbox.answers.push({ ok: false, code: 'EENVELOPE', isRefused: true })
    const failed = await at.book({ utcStart: start })
    await at.sweep()
    desk.now += 3600
    postbox.answers.push({ ok: false, code: 'ETIMEDOUT', hasLeft: true })
    const uncertain = await at.book({ utcStart: later, patientID: 'm-000002' })
    await at.sweep()
    return { failed, uncertain }
  }

  it('are listed with their members, the longest waiting first, and counted', async () => {
    const { failed, uncertain } = await two()
    const { rows, total, asOf } = await read()
    expect(rows.map(({ studyID, kind, state, failure }) => [studyID, kind, state, failure])).toEqual([
      [failed.studyID, 'confirmation', 'failed', 'refused'],
      [uncertain.studyID, 'confirmation', 'uncertain', 'no-answer'],
    ])
    expect(rows[0]).toMatchObject({ locationID: 'ca-bc-1', recipient: 'm•••@mail.example', appointment: start })
    expect(rows[0]?.member).not.toBe('')
    expect(rows[0]?.dob).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect([total, Date.parse(asOf) / 1000]).toEqual([2, desk.now])
    expect((await read({ state: 'failed' })).rows.map(({ studyID }) => studyID)).toEqual([failed.studyID])
    expect((await read({ state: 'uncertain' })).rows.map(({ studyID }) => studyID)).toEqual([uncertain.studyID])
    expect((await read({ rows: 1 })).rows).toHaveLength(1)
    expect((await read({ rows: 1 })).total).toBe(2)
    expect(await countOpen(here())).toEqual({ failed: 1, uncertain: 1 })
  })

  it('include only messages of the caller’s locations about appointments that have not begun', async () => {
    await two()
    expect((await read({}, ['ca-on-1'])).rows).toEqual([])
    expect(await countOpen(here(['ca-on-1']))).toEqual({ failed: 0, uncertain: 0 })
    expect(await countOpen(here([]))).toEqual({ failed: 0, uncertain: 0 })
    desk.now = Date.parse(start) / 1000
    expect(await countOpen(here())).toEqual({ failed: 0, uncertain: 1 })
    desk.now = Date.parse(later) / 1000
    expect((await read()).rows).toEqual([])
  })

  it('leave the list when staff decide; a dismissed message is never planned again', async () => {
    const { failed, uncertain } = await two()
    const decide = async (studyId: string, decision: 'arrived' | 'dismiss') =>
      await recordDecision(
        { studyId, messageId: (await at.rows(studyId))[0]?.message_id ?? '' } as never,
        { decision, attempts: 1 },
        here(),
      )
    const views = await decide(failed.studyID, 'dismiss')
    expect(views[0]).toMatchObject({ state: 'withdrawn', failure: 'dismissed', decidedBy: 'Frida Desk' })
    await decide(uncertain.studyID, 'arrived')
    expect((await read()).rows).toEqual([])
    expect(await at.logOf(failed.studyID)).toContain('Booking confirmation (email): decided that it is not needed')
    await desk.database.db.updateTable('message_study').set({ changes: 1 }).execute()
    await at.sweep()
    await at.sweep()
    expect((await at.statesOf(failed.studyID))[0]).toBe('confirmation withdrawn')
    expect(postbox.received).toHaveLength(1)
  })
})
