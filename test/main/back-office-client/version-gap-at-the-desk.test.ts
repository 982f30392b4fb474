import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { mayCheckIn } from '#test/builders/may-check-in.ts'
import { createFakePlatform } from '#test/fakes/fake-platform.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
// Next week, so that the demo has bookings without any acts.
const date = addDays(startOfWeek(toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date), 7)

describe('a desk whose version is too far from the server’s, with the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  /** Its version is not a release's version, so that every server serves it. */
  let otherDesk: AppUnderTest
  const reached = (app = desk) => app.get('connectivity', 'read', {})
  const waiting = () => desk.get('study', 'waiting', {})
  const restart = async (as: Parameters<DemoBackOffice['start']>[0]): Promise<void> => {
    await backOffice.stop()
    await backOffice.start(as)
  }
  const isCheckedIn = async (studyID: StudyID, app: AppUnderTest): Promise<boolean> =>
    (await app.get('study', 'read', { studyID })).study.status.checkin
  const findBooked = async (): Promise<StudyID> => {
    const day = await desk.until('the board is read from the cache', async () => {
      const view = await desk.get('booking', 'readDay', { locationID, date })
      return view.source === 'cache' && view.entries.some(({ study }) => study !== null) ? view : null
    })
    const found = day.entries.find(({ study }) => study !== null && !study.status.checkin && mayCheckIn(study.safety))
    if (!found?.study) throw new Error('The demo has no member to check in next week')
    await desk.get('study', 'read', { studyID: found.study.studyID })
    return found.study.studyID
  }
  const checkIn = async (studyID: StudyID): Promise<boolean> =>
    (await desk.get('study', 'mark', { studyID, act: 'checkin', value: true, idempotencyKey: randomUUID() })).isWaiting

  beforeAll(async () => {
    backOffice = await startDemoBackOffice({ version: '0.1.0' })
    desk = await startApp({ backOfficeUrl: backOffice.url, platform: createFakePlatform({ version: '0.1.0' }) })
    otherDesk = await startApp({ backOfficeUrl: backOffice.url })
    for (const app of [desk, otherDesk]) {
      await app.until('it is online', async () => (await reached(app)).state === 'online')
      await app.signIn('admin@demo.atrium')
    }
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await otherDesk?.stop()
    await backOffice?.stop()
  })

  it.each([
    ['the program', 'program-too-old', { version: '0.2.0', oldestProgram: '0.2.0' }, true],
    ['the server', 'server-too-old', { version: '0.0.9', oldestProgram: '0.0.9' }, false],
  ] as const)(
    'keeps a check-in while %s is too old, and sends the check-in after the gap has closed',
    async (_, gap, as, isOtherWell) => {
      const studyID = await findBooked()
      await restart(as)
      await desk.until('the desk knows the gap', async () => (await reached()).versionGap === gap)
      expect((await reached()).state).toBe('offline')
      expect(await checkIn(studyID)).toBe(true)
      // A read is answered from the copy, and a call that cannot wait is refused with `offline`.
      expect(await isCheckedIn(studyID, desk)).toBe(true)
      expect(await desk.ask('finance', 'readCashUp', { locationID, date })).toMatchObject({
        failure: { code: 'offline' },
      })
      if (isOtherWell) {
        await otherDesk.until('the other desk is online', async () => (await reached(otherDesk)).state === 'online')
        expect(await isCheckedIn(studyID, otherDesk)).toBe(false)
      }
      expect(await waiting()).toHaveLength(1)

      await restart({ version: '0.2.0', oldestProgram: '0.1.0' })
      await desk.until('all is sent', async () => (await waiting()).length === 0)
      expect(await reached()).toMatchObject({ state: 'online', versionGap: null, neededVersion: null })
      await otherDesk.until('the other desk reads the check-in', () => isCheckedIn(studyID, otherDesk))
      const logged = desk.platform.lines.filter(({ code }) => code === `back-office.${gap}`)
      expect(logged.map(({ level, data }) => [level, data.version])).toEqual([
        ['error', gap === 'program-too-old' ? '0.2.0' : '0.1.0'],
      ])
    },
  )

  it('sends its work after the desk itself was updated', async () => {
    const studyID = await findBooked()
    await restart({ version: '0.2.0', oldestProgram: '0.2.0' })
    await desk.until('it is too old', async () => (await reached()).versionGap === 'program-too-old')
    expect(await checkIn(studyID)).toBe(true)
    const { folders, vault } = desk.platform
    await desk.stop()
    const platform = createFakePlatform({ folder: folders.data, vault, version: '0.2.0' })
    desk = await startApp({ backOfficeUrl: backOffice.url, platform })
    await desk.until('it is online', async () => (await reached()).state === 'online')
    await desk.signIn('admin@demo.atrium')
    await desk.until('all is sent', async () => (await waiting()).length === 0)
    await otherDesk.until('the other desk reads it', () => isCheckedIn(studyID, otherDesk))
  })
})
