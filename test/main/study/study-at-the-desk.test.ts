import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { mayCheckIn } from '#test/builders/may-check-in.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
// Next week, so that the demo has bookings without any acts.
const date = addDays(startOfWeek(toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date), 7)

describe('a study at the desk without a connection, with the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  let otherDesk: AppUnderTest
  const stateOf = async (app: AppUnderTest) => (await app.get('connectivity', 'read', {})).state
  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
    desk = await startApp({ backOfficeUrl: backOffice.url })
    otherDesk = await startApp({ backOfficeUrl: backOffice.url })
    for (const app of [desk, otherDesk]) {
      await app.until('it is online', async () => (await stateOf(app)) === 'online')
    }
    // Both users of this workstation sign in once while it is online, so that they can sign in offline later.
    for (const who of ['sales@demo.atrium', 'frontdesk@demo.atrium']) await desk.signIn(who)
    await otherDesk.signIn('admin@demo.atrium')
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await otherDesk?.stop()
    await backOffice?.stop()
  })

  const board = (app = desk) => app.get('booking', 'readDay', { locationID, date })
  const onBoard = async (studyID: StudyID, app = desk): Promise<Study | undefined> =>
    (await board(app)).entries.find(({ study }) => study?.studyID === studyID)?.study ?? undefined
  const onPage = async (studyID: StudyID, app = desk): Promise<Study> =>
    (await app.get('study', 'read', { studyID })).study
  const waiting = () => desk.get('study', 'waiting', {})
  const bookedStudy = async (): Promise<StudyID> => {
    const day = await desk.until('the board is read from the cache', async () => {
      const view = await board()
      return view.source === 'cache' && view.entries.some(({ study }) => study !== null) ? view : null
    })
    const found = day.entries.find(({ study }) => study !== null && !study.status.checkin && mayCheckIn(study.safety))
    if (!found?.study) throw new Error('The demo has no member to check in next week')
    return found.study.studyID
  }
  const goOffline = async (): Promise<void> => {
    await backOffice.stop()
    await desk.until('it is offline', async () => (await stateOf(desk)) === 'offline')
  }
  const comeBack = async (): Promise<void> => {
    await backOffice.start()
    await desk.until('it is online', async () => (await stateOf(desk)) === 'online')
  }

  it('keeps a check-in and three notes over a restart and another person’s session, and records each once', async () => {
    const studyID = await bookedStudy()
    await desk.get('study', 'read', { studyID })
    const linesBefore = (await desk.get('study', 'readLog', { studyID })).length
    await goOffline()
    // Moves the desk's clock back by five minutes: the back office stores the time that an act states only if that
    // time is more than a minute ago.
    desk.platform.pass(-5 * 60_000)

    const checkIn = { studyID, act: 'checkin', value: true, idempotencyKey: randomUUID() } as const
    const { study, isWaiting } = await desk.get('study', 'mark', checkIn)
    expect(isWaiting).toBe(true)
    const at = study.status.checkinTime
    const notes = ['Arrived early', 'Wants a blanket', 'Driver waits outside'].map((content) => ({
      studyID,
      category: 'Front desk',
      content,
      idempotencyKey: randomUUID(),
    }))
    for (const note of notes) expect((await desk.get('study', 'addNote', note)).isWaiting).toBe(true)
    expect(await onBoard(studyID)).toEqual(await onPage(studyID))
    expect((await onPage(studyID)).status).toMatchObject({ checkin: true, checkinTime: at })

    const { platform } = desk
    await desk.stop()
    desk = await startApp({ backOfficeUrl: backOffice.url, platform })
    await desk.until('it is offline', async () => (await stateOf(desk)) === 'offline')
    await desk.signIn('sales@demo.atrium')
    expect((await waiting()).map(({ kind, isOwn }) => [kind, isOwn])).toEqual([
      ['checkin', false],
      ...notes.map(() => ['note', false]),
    ])
    expect(await onBoard(studyID)).toEqual(await onPage(studyID))
    expect((await onPage(studyID)).status).toMatchObject({ checkin: true, checkinTime: at })

    await comeBack()
    await desk.until('the other person has a session again', async () => {
      const reply = await desk.ask('study', 'readLog', { studyID })
      return reply.ok && reply.value.length >= linesBefore
    })
    expect(await waiting(), 'only their author’s session may send them').toHaveLength(4)
    expect((await onPage(studyID, otherDesk)).status.checkin).toBe(false)

    await desk.signIn('frontdesk@demo.atrium')
    await desk.until('all is sent', async () => (await waiting()).length === 0)
    const recorded = await onPage(studyID, otherDesk)
    expect(recorded.status).toMatchObject({ checkin: true, checkinTime: at })
    expect(await onBoard(studyID)).toEqual(await onPage(studyID))
    const log = (await otherDesk.get('study', 'readLog', { studyID })).slice(linesBefore)
    // The order is not compared: the log sorts by whole seconds, and the notes may be sent within the same second.
    const noted = log.filter(({ category }) => category === 'Front desk').map(({ content }) => content)
    expect(noted.sort()).toEqual(notes.map(({ content }) => content).sort())
    expect(log, 'one line for the check-in').toHaveLength(4)
    // Repeats each call under its key, as a window does that never received the answer.
    expect((await desk.get('study', 'mark', checkIn)).isWaiting).toBe(false)
    for (const note of notes) expect((await desk.get('study', 'addNote', note)).isWaiting).toBe(false)
    expect((await otherDesk.get('study', 'readLog', { studyID })).slice(linesBefore)).toHaveLength(4)
  })

  it('records one check-in if two desks check in the same member, one of them offline', async () => {
    const studyID = await bookedStudy()
    const linesBefore = (await desk.get('study', 'readLog', { studyID })).length
    await goOffline()
    const checkIn = () => ({ studyID, act: 'checkin', value: true, idempotencyKey: randomUUID() }) as const
    expect((await desk.get('study', 'mark', checkIn())).isWaiting).toBe(true)
    await backOffice.start()
    await otherDesk.until(
      'it is done at the other desk',
      async () => (await otherDesk.ask('study', 'mark', checkIn())).ok,
    )
    await desk.until('all is sent', async () => (await waiting()).length === 0)
    const shown = async (app: AppUnderTest) => (await onPage(studyID, app)).status
    expect(await shown(desk)).toEqual(await shown(otherDesk))
    expect((await shown(desk)).checkin).toBe(true)
    expect((await desk.get('study', 'readLog', { studyID })).length - linesBefore).toBe(1)
  })
})
