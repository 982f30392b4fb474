import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Busyness, UpdateHours } from '#domain/update/decide-install.ts'
import type { PastUpdate, UpdateState } from '#domain/update/update-state.ts'
import { downloadRelease } from '#main/update/download-release.ts'
import type { FeedFile } from '#main/update/read-feed.ts'
import { createUpdateRecord } from '#main/update/update-record.ts'
import type { UpdaterParts } from '#main/update/update-work.ts'
import { createUpdater, type Updater } from '#main/update/updater.ts'
import { type FeedWorld, openFeedWorld, releasedAtMs } from './feed-world.ts'

const free: Busyness = { isPaying: false, isSending: false, hasHold: false, hasUnsavedDraft: false, isSignedIn: false }
const hourMs = 3_600_000
type UpdatePlan = NonNullable<Awaited<ReturnType<UpdaterParts['readPlan']>>>

describe('the updater', () => {
  let world: FeedWorld
  let stored: Map<string, string>
  let busy: Busyness
  let plan: UpdatePlan | null
  let clockMs: number
  let installed: { path: string; file: FeedFile }[]
  let reports: PastUpdate[]
  let states: UpdateState[]
  let logged: string[]
  let timers: { atMs: number; work: () => void }[]
  let updaters: Updater[]

  beforeEach(async () => {
    world = await openFeedWorld()
    stored = new Map()
    busy = free
    plan = { mayInstall: true, reason: null }
    clockMs = Date.now()
    installed = []
    reports = []
    states = []
    logged = []
    timers = []
    updaters = []
  })
  afterEach(async () => {
    for (const updater of updaters) updater.stop()
    await world.close()
  })

  const open = (changes: Partial<UpdaterParts> & { version?: string } = {}): Updater => {
    const { version = '1.0.0', ...rest } = changes
    const updater = createUpdater({
      program: { version, channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' },
      off: null,
      record: createUpdateRecord({
        read: (name) => stored.get(name) ?? null,
        write: (name, value) => stored.set(name, value),
        forget: (name) => stored.delete(name),
      }),
      log: (_, code, details) => logged.push(`${code} ${details?.code ?? ''}`.trim()),
      readFeed: () => world.read(),
      download: (file, onProgress) =>
        downloadRelease({
          file,
          feedUrl: world.feedUrl,
          folder: join(world.folder, 'downloads'),
          signal: AbortSignal.timeout(10_000),
          onProgress,
        }),
      removeOtherDownloads: async () => {},
      readPlan: async () => plan,
      report: async (past) => {
        reports.push(past)
        return true
      },
      serverVersion: () => '1.0.0',
      isReadableBy: () => true,
      busyness: () => busy,
      hours: null,
      place: 0.5,
      prepare: async (path, file) => () => void installed.push({ path, file }),
      onChange: (state) => states.push(state),
      nowMs: () => clockMs,
      hour: () => 12,
      after: (ms, work) => {
        const timer = { atMs: clockMs + ms, work }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
      },
      ...rest,
    })
    updaters.push(updater)
    return updater
  }
  /** Tries to install twice, two minutes apart: a desk that is free then has been free for long enough. */
  const tryWhenRested = async (updater: Updater): Promise<void> => {
    await updater.tryInstall(false)
    clockMs += 120_000
    await updater.tryInstall(false)
  }
  const kinds = (): string[] => [...new Set(states.map(({ kind }) => kind))]

  it('looks, downloads, waits for a free moment and installs the verified file', async () => {
    busy = { ...free, isSignedIn: true }
    const updater = open()
    await updater.look()
    expect(kinds()).toEqual(['checking', 'downloading', 'ready'])
    expect(updater.state()).toMatchObject({
      kind: 'ready',
      version: '1.1.0',
      change: 'newer',
      notes: ['Faster search.'],
      obstacles: ['signed-in'],
      isOverdue: false,
    })
    await tryWhenRested(updater)
    expect(installed).toEqual([])
    busy = free
    await tryWhenRested(updater)
    expect(installed).toMatchObject([{ file: { version: '1.1.0' } }])
    expect(updater.state()).toEqual({ kind: 'installing', version: '1.1.0' })
  })

  it.each<[string, Partial<Busyness>]>([
    ['a payment', { isPaying: true }],
    ['a send', { isSending: true }],
    ['a slot hold', { hasHold: true }],
    ['an unsaved draft', { hasUnsavedDraft: true }],
  ])('does not interrupt %s, even if a person asks for the restart', async (_, changes) => {
    busy = { ...free, ...changes }
    const updater = open()
    await updater.look()
    await updater.tryInstall(true)
    expect(installed).toEqual([])
    expect(updater.state()).toMatchObject({ kind: 'ready' })
    busy = free
    await updater.tryInstall(true)
    expect(installed).toHaveLength(1)
  })

  it('does not interrupt work that began while the server was asked again', async () => {
    let asks = 0
    const updater = open({
      readPlan: async () => {
        asks += 1
        if (asks === 2) busy = { ...free, isPaying: true }
        return plan
      },
    })
    await updater.look()
    await tryWhenRested(updater)
    expect(installed).toEqual([])
    expect(updater.state()).toMatchObject({ kind: 'ready', obstacles: ['paying'] })
  })

  it('does not install a release that was halted after its download', async () => {
    const updater = open()
    await updater.look()
    plan = { mayInstall: false, reason: 'halted' }
    await tryWhenRested(updater)
    expect(installed).toEqual([])
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'halted' })
  })

  it('asks the server again at each look while an update waits, and drops one that was halted meanwhile', async () => {
    busy = { ...free, isSignedIn: true }
    let asks = 0
    const updater = open({
      readPlan: async () => {
        asks += 1
        return plan
      },
    })
    await updater.look()
    await updater.look()
    expect([asks, updater.state().kind]).toEqual([2, 'ready'])
    plan = { mayInstall: false, reason: 'halted' }
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'halted' })
    busy = free
    await updater.tryInstall(true)
    expect(installed).toEqual([])
  })

  it('does not install bytes that were changed after their download, and logs it', async () => {
    let path = ''
    const updater = open({
      download: async (file, onProgress) => {
        const download = await downloadRelease({
          file,
          feedUrl: world.feedUrl,
          folder: join(world.folder, 'downloads'),
          signal: AbortSignal.timeout(10_000),
          onProgress,
        })
        if (download.ok) path = download.path
        return download
      },
    })
    await updater.look()
    writeFileSync(path, 'x'.repeat('program 1.1.0'.length))
    await tryWhenRested(updater)
    expect(installed).toEqual([])
    expect(logged).toContain('update.refused bad-hash')
  })

  it('waits for its ring, and follows the feed alone only when the release is a week old', async () => {
    plan = { mayInstall: false, reason: 'ring' }
    const updater = open()
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'ring' })
    plan = null
    clockMs = releasedAtMs + 6 * 24 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    clockMs += 25 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('refuses a release that the server is too old for', async () => {
    const updater = open({ serverVersion: () => '0.0.9' })
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'server-too-old' })
  })

  it('does not go back to a version that could not read the journal, and does not ask the server about it', async () => {
    world.publish('1.1.5', { rollbackFrom: ['1.2.0'] })
    const asked: string[] = []
    const updater = open({
      version: '1.2.0',
      isReadableBy: (version) => version !== '1.1.5',
      readPlan: async (version) => {
        asked.push(version)
        return plan
      },
    })
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.5', reason: 'data-newer' })
    expect(asked).toEqual([])
    world.publish('1.3.0')
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.3.0' })
  })

  it('takes a later release in place of one that is ready', async () => {
    busy = { ...free, isSignedIn: true }
    const updater = open()
    await updater.look()
    world.publish('1.2.0')
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0' })
  })

  it('goes back only by a release that takes its version back', async () => {
    const updater = open({ version: '1.2.0' })
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'idle' })
    world.publish('1.1.5', { rollbackFrom: ['1.2.0'] })
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.5', change: 'rollback' })
  })

  it('reports at the next start, once, that an update was installed, and also that one failed', async () => {
    const updater = open()
    await updater.look()
    await tryWhenRested(updater)
    updater.stop()
    await open({ version: '1.1.0' }).start()
    await open({ version: '1.1.0' }).start()
    expect(reports).toMatchObject([{ from: '1.0.0', version: '1.1.0', outcome: 'installed' }])
    world.publish('1.2.0')
    const next = open({ version: '1.1.0' })
    await next.look()
    await tryWhenRested(next)
    next.stop()
    await open({ version: '1.1.0' }).start()
    expect(reports.at(-1)).toMatchObject({ from: '1.1.0', version: '1.2.0', outcome: 'failed' })
    expect(logged).toContain('update.not-taken')
  })

  it('reports later if the server does not answer', async () => {
    const first = open()
    await first.look()
    await tryWhenRested(first)
    first.stop()
    const later = open({ version: '1.1.0', report: async () => false })
    await later.start()
    later.stop()
    const again = open({ version: '1.1.0' })
    await again.start()
    expect(reports).toHaveLength(1)
  })

  it('continues after an installation that failed', async () => {
    const updater = open({ prepare: () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' })) })
    await updater.look()
    await tryWhenRested(updater)
    expect(updater.state()).toEqual({ kind: 'failed', code: 'not-installed', version: '1.1.0' })
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('does not follow the feed alone after the server halted a release, however long it is silent', async () => {
    plan = { mayInstall: false, reason: 'halted' }
    const updater = open()
    await updater.look()
    plan = null
    clockMs = releasedAtMs + 30 * 24 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'halted' })
    plan = { mayInstall: true, reason: null }
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('waits while no version of the server was ever known', async () => {
    const updater = open({ serverVersion: () => null })
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'no-answer' })
  })

  it('keeps a ready update while the server is silent', async () => {
    busy = { ...free, isSignedIn: true }
    const updater = open()
    await updater.look()
    plan = null
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
    busy = free
    await tryWhenRested(updater)
    expect(installed).toEqual([])
    plan = { mayInstall: true, reason: null }
    await tryWhenRested(updater)
    expect(installed).toHaveLength(1)
  })

  it('downloads the newest allowed release while a newer one is held back', async () => {
    world.publish('1.2.0')
    const updater = open({
      readPlan: async (version) =>
        version === '1.2.0' ? { mayInstall: false, reason: 'halted' } : { mayInstall: true, reason: null },
    })
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
  })

  it('does not try a version a third time after two failures', async () => {
    for (const _ of [1, 2]) {
      const failing = open({ prepare: () => Promise.reject(new Error('no')) })
      await failing.look()
      await tryWhenRested(failing)
      failing.stop()
    }
    const updater = open()
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'failed', code: 'not-installed', version: '1.1.0' })
    world.publish('1.2.0')
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0' })
  })

  it('waits until the desk has been free for a minute, and begins to count again when it is used', async () => {
    const updater = open()
    await updater.look()
    await updater.tryInstall(false)
    clockMs += 50_000
    busy = { ...free, isSignedIn: true }
    await updater.tryInstall(false)
    busy = free
    clockMs += 50_000
    await updater.tryInstall(false)
    expect(installed).toEqual([])
    clockMs += 60_000
    await updater.tryInstall(false)
    expect(installed).toHaveLength(1)
  })

  it('plans the next look also when one comes due during an installation', async () => {
    const answer = Promise.withResolvers<UpdatePlan>()
    let isSlow = false
    const updater = open({ readPlan: async () => (isSlow ? await answer.promise : plan) })
    await updater.look()
    isSlow = true
    const trying = updater.tryInstall(true)
    timers.length = 0
    await updater.look()
    expect(timers).toHaveLength(1)
    answer.resolve({ mayInstall: false, reason: 'ring' })
    await trying
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'ring' })
  })

  it('installs nothing after a stop, even if an installation was under way', async () => {
    const answer = Promise.withResolvers<UpdatePlan>()
    let isSlow = false
    const updater = open({ readPlan: async () => (isSlow ? await answer.promise : plan) })
    await updater.look()
    isSlow = true
    const trying = updater.tryInstall(true)
    updater.stop()
    answer.resolve({ mayInstall: true, reason: null })
    await trying
    expect(installed).toEqual([])
  })

  it('never looks where updates are off', async () => {
    let looks = 0
    const updater = open({
      off: 'policy',
      readFeed: async () => {
        looks += 1
        return await world.read()
      },
    })
    await updater.start()
    await updater.look()
    expect([looks, timers.length, updater.state()]).toEqual([0, 0, { kind: 'off', reason: 'policy' }])
  })

  it('installs an overdue update despite a draft only at the forced hour, and never during a payment', async () => {
    const hours: UpdateHours = { fromHour: 22, toHour: 5, isForced: true }
    busy = { ...free, isSignedIn: true, hasUnsavedDraft: true }
    let hour = 12
    const updater = open({ hours, hour: () => hour })
    await updater.look()
    clockMs += 73 * hourMs
    await tryWhenRested(updater)
    expect(updater.state()).toMatchObject({ kind: 'ready', isOverdue: true })
    expect(installed).toEqual([])
    hour = 22
    busy = { ...busy, isPaying: true }
    await tryWhenRested(updater)
    expect(installed).toEqual([])
    busy = { ...busy, isPaying: false }
    await tryWhenRested(updater)
    expect(installed).toHaveLength(1)
  })
})
