import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import type { Study } from '#domain/study/study.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { testKeyHex } from '#test/builders/back-office.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { makeBackupPlace, runCommand } from '#test/fixtures/backup/run-backup-command.ts'
import { createBookings, locationID } from '../../contract/desk/desk-work.ts'

const { place, keyFile } = makeBackupPlace(testKeyHex)
let office: DemoBackOffice
let desk: AppUnderTest
let other: AppUnderTest

const stateOf = async (app: AppUnderTest) => (await app.get('connectivity', 'read', {})).state

/** Connects or disconnects the server; resolves when both workstations have noticed. */
const setLine = async (isUp: boolean): Promise<void> => {
  await (isUp ? office.start() : office.stop())
  const state = isUp ? 'online' : 'offline'
  for (const app of [desk, other]) await app.until(`it is ${state}`, async () => (await stateOf(app)) === state)
}

beforeAll(async () => {
  office = await startDemoBackOffice({ keyHex: testKeyHex })
  desk = await startApp({ backOfficeUrl: office.url })
  other = await startApp({ backOfficeUrl: office.url })
  for (const app of [desk, other]) {
    await app.until('it is online', async () => (await stateOf(app)) === 'online')
    await app.signIn()
  }
}, 240_000)
afterAll(async () => {
  await desk?.stop()
  await other?.stop()
  await office?.stop()
  rmSync(place, { recursive: true, force: true })
})

const { booked } = createBookings(() => ({ ...desk, signIn: desk.signIn }), 1)

const isShown = async (app: AppUnderTest, study: Study): Promise<boolean> => {
  const date = study.booking?.wallTime.slice(0, 10) as never
  const { entries } = await app.get('booking', 'readDay', { locationID, date })
  return entries.some((entry) => entry.study?.studyID === study.studyID)
}

/** Adds more changes to the feed than the server lost, so that its highest number alone does not show the restore. */
const passTheirCursors = async (): Promise<void> => {
  const path = join(office.dataFolder, 'back-office.sqlite')
  const { db, close } = await openDatabase({ kind: 'sqlite', path, keyHex: testKeyHex })
  for (let n = 0; n < 300; n += 1) {
    await sql`insert into change (location_id, kind, record_id, changed_at) values (${locationID}, 'study', 's-none', 0)`.execute(
      db,
    )
  }
  await close()
}

it('desks in use return to the data of the backup after a server was restored, and their unsent work is accepted once', {
  timeout: 120_000,
}, async () => {
  const kept = await booked()
  const backup = join(place, 'yesterday')
  const flags = ['--data', office.dataFolder, '--key-file', keyFile]
  expect(await runCommand('backup', [backup, ...flags])).toMatchObject({ code: 0 })
  const lost = await booked()
  for (const app of [desk, other]) {
    for (const study of [kept, lost]) await app.until('the booking is shown', async () => isShown(app, study))
    await app.get('study', 'read', { studyID: kept.studyID })
  }
  await desk.get('study', 'read', { studyID: lost.studyID })
  await setLine(false)
  const note = (app: AppUnderTest, study: Study, content: string) =>
    app.get('study', 'addNote', {
      studyID: study.studyID,
      category: 'Front desk',
      content,
      idempotencyKey: randomUUID(),
    })
  expect((await note(desk, kept, 'Arrived early')).isWaiting).toBe(true)
  expect((await note(other, kept, 'Wants a blanket')).isWaiting).toBe(true)
  expect((await note(desk, lost, 'Asked for water')).isWaiting).toBe(true)

  expect(await runCommand('restore', [backup, ...flags])).toMatchObject({ code: 0, summary: { ok: true } })
  await passTheirCursors()
  await setLine(true)
  for (const app of [desk, other]) {
    // The restore ended the sessions.
    await app.until(
      'its session has ended',
      async () => !(await app.ask('study', 'readLog', { studyID: kept.studyID })).ok,
    )
    await app.signIn()
    await app.until('the lost booking is gone', async () => !(await isShown(app, lost)))
    expect(await isShown(app, kept)).toBe(true)
    await app.until('what can be sent is sent', async () => {
      const waiting = await app.get('study', 'waiting', {})
      return waiting.every(({ failure }) => failure !== null)
    })
  }
  expect((await desk.get('study', 'waiting', {})).map(({ kind, failure }) => [kind, failure?.code])).toEqual([
    ['note', 'not-found'],
  ])
  const log = await desk.get('study', 'readLog', { studyID: kept.studyID })
  for (const content of ['Arrived early', 'Wants a blanket'])
    expect(log.filter((line) => line.content === content)).toHaveLength(1)
  expect(await desk.ask('booking', 'readStudy', { studyID: lost.studyID })).toMatchObject({ ok: false })
})
