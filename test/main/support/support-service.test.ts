import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { Instant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { cacheMigrations } from '#main/cache/cache-migrations.ts'
import { checkFiles } from '#main/database/check-files.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import { createDownloadsService } from '#main/settings/downloads-service.ts'
import { createSupportService } from '#main/support/support-service.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const vancouver = locationIDSchema.parse('ca-bc-1')
const asOf = '2026-11-23T11:00:00Z' as Instant
const connection = {
  state: 'online' as const,
  isOtherServer: false,
  versionGap: null,
  neededVersion: null,
  policyProblem: null,
  asOf,
  backOfficeVersion: '1.2.2',
  environment: 'PRODUCTION' as const,
  supportPhone: '1-800-555-0142',
  cardProcessor: 'stripe' as const,
  needsSetup: false,
  differingZones: [],
  hostZone: 'America/Vancouver',
}

describe('the support service, with real files', () => {
  let folder: string
  let platform: FakePlatform
  let database: WorkstationDatabase
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-support-'))
    platform = createFakePlatform({ folder, from: '2026-11-23T12:00:00Z' as Instant })
    const { log, vault, nowMs } = platform
    database = await openWorkstationDatabase({ folder: join(folder, 'workstation'), vault, log, nowMs })
  })
  afterEach(() => database.close())

  const create = (more: Partial<Parameters<typeof createSupportService>[0]> = {}) =>
    createSupportService({
      platform,
      database,
      client: { call: async () => ok({}) as never },
      connectivity: { read: async () => ok(connection) },
      server: { url: 'https://desk:secret@atrium.clinic.example/?token=abc', setBy: 'policy' },
      policy: { values: { lockMinutes: 3, serverAddress: 'https://atrium.clinic.example' }, problem: null },
      saveFile: createDownloadsService({
        settings: database.journal.settings,
        platform: { newId: platform.newId, log: () => {} },
        askForFolder: null,
        readFile: async () => fail('not-found', ''),
      }).saveFile,
      startMs: () => 812,
      ...more,
    })
  const textOf = async (service = create()): Promise<string> => {
    const reply = await service.read({ userAgent })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value.text
  }
  const addJob = (jobID: string, kind: 'fax' | 'print') =>
    database.journal.jobs.add(
      {
        jobID,
        kind,
        payload: {},
        content: null,
        holdMs: 0,
        title: 'Report',
        member: null,
        studyID: null,
        locationID: null,
        recipient: 'Dr. Wong',
        by: 'Robin',
        author: 'u-1',
      },
      { nowMs: 1, steadyMs: 1 },
    )

  it('lists versions, server, policy and timings in the bundle', async () => {
    const text = await textOf()
    for (const line of [
      /Program +0\.0\.0$/m,
      /Shell +browser/,
      /Browser +Chrome 142/,
      new RegExp(`Node +${process.versions.node}`),
      /System +(linux|darwin|win32) \d/,
      /Server +1\.2\.2/,
      /Address +https:\/\/atrium\.clinic\.example$/m,
      /Set by +policy/,
      /Environment +PRODUCTION/,
      /lockMinutes +3/,
      /Start took +812 ms/,
      /Last contact +2026-11-23T11:00:00Z/,
      /Round trip +\d+ ms/,
      /Last sync +unknown/,
      /Key +keychain/,
    ])
      expect(text).toMatch(line)
  })

  it('lists the schema of both files, found by a thread that reads every page', async () => {
    const [cache, journal] = [cacheMigrations.length, journalMigrations.length]
    const text = await textOf()
    expect(text).toContain(`sound, migration ${cache} of ${cache}`)
    expect(text).toContain(`sound, migration ${journal} of ${journal}`)
  })

  it('finds a damaged and a missing file, and a check that takes too long', async () => {
    for (let n = 0; n < 200; n += 1)
      database.journal.drafts.save('u-1', `d-${n}`, { content: 'x'.repeat(2000), savedAt: 1 })
    database.close()
    const path = join(folder, 'workstation/journal.db')
    const bytes = readFileSync(path)
    bytes.fill(0xa5, Math.floor(bytes.length / 2))
    writeFileSync(path, bytes)
    for (const file of readdirSync(join(folder, 'workstation')))
      if (file.startsWith('cache.db')) rmSync(join(folder, 'workstation', file))
    const { cache, journal } = await database.check(20_000)
    expect(journal.integrity).toBe('damaged')
    expect(cache).toEqual({ migrations: null, known: cacheMigrations.length, integrity: 'missing' })
    const idle = () => new Worker('setInterval(() => {}, 1000)', { eval: true })
    const broken = () => new Worker('throw new Error()', { eval: true })
    for (const start of [idle, broken])
      expect(await checkFiles([{ path, keyHex: '' }], 200, start)).toEqual([
        { migrations: null, integrity: 'not-checked' },
      ])
  })

  it('counts the queue by kind and state, and unsent work by kind', async () => {
    addJob('job-1', 'fax')
    addJob('job-2', 'fax')
    addJob('job-3', 'print')
    const change = {
      state: 'failed',
      attempts: 1,
      strikes: 1,
      receipt: null,
      reason: 'Busy',
      progress: null,
      dueInMs: null,
      isOutOfReach: false,
      isOver: false,
    } as const
    database.journal.jobs.change('job-3', change, { nowMs: 2, steadyMs: 2 })
    database.journal.jobs.setPaused('fax', true)
    database.journal.drafts.save('u-1', 'd-1', { content: '{}', savedAt: 1 })
    const text = await textOf()
    expect(text).toMatch(/jobs fax +queued 2\n +jobs print +failed 1\n/)
    expect(text).toMatch(/unsent send +3\n +unsent draft +1\n/)
    expect(text).toMatch(/Paused +fax/)
    expect(text).not.toMatch(/Wong|Robin|Busy|Report/)
  })

  it('shows the time of the oldest sync', async () => {
    database.withCache((cache) => {
      cache.sync.beginFill(vancouver, asOf)
      cache.sync.endFill(vancouver, { cursor: 'c1', asOf, coveredFrom: asOf, coveredTo: asOf })
    })
    expect(await textOf()).toMatch(/Last sync +2026-11-23T11:00:00Z/)
  })

  it('lists the last 500 log entries of the files, also of an earlier run, and skips damaged lines', async () => {
    mkdirSync(join(folder, 'logs'))
    let minute = 0
    const log = openLogFile(
      folder,
      () =>
        `2026-11-23T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute++ % 60).padStart(2, '0')}:00Z`,
      () => {},
    )
    for (let n = 0; n < 700; n += 1) log('info', 'cache.filled', { studies: n })
    appendFileSync(join(folder, 'logs/atrium.log'), '{"at":"2026-11-23T12')
    const text = await textOf()
    expect(text.match(/cache\.filled/g)).toHaveLength(499)
    expect(text).toContain('studies=699\n')
    expect(text).not.toContain('studies=200\n')
  })

  it('takes the older entries from the earlier file after the log changed files', async () => {
    mkdirSync(join(folder, 'logs'))
    const line = (n: number) =>
      `${JSON.stringify({ at: '2026-11-23T11:00:00Z', level: 'info', code: 'cache.filled', details: { studies: n } })}\n`
    writeFileSync(join(folder, 'logs/atrium.log.1'), Array.from({ length: 600 }, (_, n) => line(n)).join(''))
    writeFileSync(join(folder, 'logs/atrium.log'), line(600) + line(601))
    const text = await textOf()
    expect(text.match(/cache\.filled/g)).toHaveLength(500)
    expect(text).toContain('studies=102\n')
    expect(text).not.toContain('studies=101\n')
  })

  it('lists the crash reports', async () => {
    platform.crashes.record({ where: 'window', kind: 'process-gone', reason: 'oom', exitCode: 5 })
    const service = create()
    await service.reportWindowError({
      kind: 'screen-failed',
      name: 'TypeError',
      code: null,
      stack: '    at x (app://atrium/assets/ana.js:1:2)',
    })
    const text = await textOf(service)
    expect(text).toContain('Crash reports: 2')
    expect(text).toContain('window process-gone: oom 0x5')
    expect(text).toContain('window screen-failed: TypeError')
  })

  it('makes the bundle without the server too, and the bundle shows that the server is offline', async () => {
    const text = await textOf(
      create({
        client: { call: async () => fail('offline', 'No.') },
        connectivity: {
          read: async () => ok({ ...connection, state: 'offline', asOf: null, backOfficeVersion: null }),
        },
      }),
    )
    expect(text).toMatch(/Round trip +unknown/)
    expect(text).toMatch(/State +offline/)
  })

  it('saves exactly the text that was read, into the download folder or through the window', async () => {
    const service = create()
    const read = await service.read({ userAgent })
    const made = read.ok ? read.value : null
    const byWindow = await service.save({ bundleID: made?.bundleID ?? '' })
    expect(byWindow).toMatchObject({
      ok: true,
      value: { kind: 'file', file: { fileName: 'atrium-support-2026-11-23-120000.txt' } },
    })
    expect(
      byWindow.ok && byWindow.value.kind === 'file' && Buffer.from(byWindow.value.file.base64, 'base64').toString(),
    ).toBe(made?.text)
    const downloads = mkdtempSync(join(tmpdir(), 'atrium-downloads-'))
    database.journal.settings.write('download-folder', downloads)
    expect(await service.save({ bundleID: made?.bundleID ?? '' })).toEqual(
      ok({ kind: 'saved', fileName: 'atrium-support-2026-11-23-120000.txt', folder: downloads }),
    )
    expect(readFileSync(join(downloads, 'atrium-support-2026-11-23-120000.txt'), 'utf8')).toBe(made?.text)
  })

  it('does not save a text that the person has not seen', async () => {
    const service = create()
    expect(await service.save({ bundleID: 'bundle-00000001' })).toMatchObject({ failure: { code: 'not-found' } })
    const first = await service.read({ userAgent })
    await service.read({ userAgent })
    expect(await service.save({ bundleID: first.ok ? first.value.bundleID : '' })).toMatchObject({
      failure: { code: 'not-found' },
    })
  })
})
