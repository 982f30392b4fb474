import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkEveryMs, firstCheckMs, nextCheckMs } from '#domain/update/check-time.ts'
import type { Busyness, UpdateHours } from '#domain/update/decide-install.ts'
import type { UpdatePlan } from '#domain/update/rings.ts'
import { provenAfterMs } from '#domain/update/update-health.ts'
import { type Download, downloadRelease } from '#main/update/download-release.ts'
import type { Updater } from '#main/update/updater.ts'
import { waitUntil } from '#test/builders/app.ts'
import { free, openUpdaterDesk, type UpdaterDesk } from './updater-desk.ts'

const hourMs = 3_600_000

describe('the updater', () => {
  let desk: UpdaterDesk
  beforeEach(async () => {
    desk = await openUpdaterDesk()
  })
  afterEach(async () => await desk.close())

  /** Starts the program after an update; its window works until the version is proven. */
  const startProven = async (changes: Parameters<UpdaterDesk['open']>[0]): Promise<Updater> => {
    const updater = desk.open(changes)
    await updater.start()
    updater.noteCall()
    for (const { atMs, work } of [...desk.timers]) if (atMs === desk.clockMs + provenAfterMs) work()
    return updater
  }

  it('finds a release, downloads it, waits for a free moment and installs the verified file', async () => {
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open()
    await updater.checkFeed()
    expect(desk.kinds()).toEqual(['checking', 'downloading', 'ready'])
    expect(updater.state()).toMatchObject({
      kind: 'ready',
      version: '1.1.0',
      change: 'newer',
      notes: ['Faster search.'],
      obstacles: ['signed-in'],
      isOverdue: false,
    })
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    desk.busy = free
    await desk.tryWhenRested(updater)
    expect(desk.installed).toMatchObject([{ file: { version: '1.1.0' } }])
    expect(updater.state()).toEqual({ kind: 'installing', version: '1.1.0' })
  })

  it.each<[string, Partial<Busyness>]>([
    ['a payment', { isPaying: true }],
    ['a send', { isSending: true }],
    ['a slot hold', { hasHold: true }],
    ['an unsaved draft', { hasUnsavedDraft: true }],
  ])('does not interrupt %s, even if a person asks for the restart', async (_, changes) => {
    desk.busy = { ...free, ...changes }
    const updater = desk.open()
    await updater.checkFeed()
    await updater.tryInstall(true)
    expect(desk.installed).toEqual([])
    expect(updater.state()).toMatchObject({ kind: 'ready' })
    desk.busy = free
    await updater.tryInstall(true)
    expect(desk.installed).toHaveLength(1)
  })

  it('does not interrupt work that began while the server was asked again', async () => {
    let asks = 0
    const updater = desk.open({
      readPlan: async () => {
        asks += 1
        if (asks === 2) desk.busy = { ...free, isPaying: true }
        return desk.plan
      },
    })
    await updater.checkFeed()
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    expect(updater.state()).toMatchObject({ kind: 'ready', obstacles: ['paying'] })
  })

  it('does not install a release that was halted after its download', async () => {
    const updater = desk.open()
    await updater.checkFeed()
    desk.plan = { mayInstall: false, reason: 'halted' }
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'halted' })
  })

  it('asks the server again at each check of the feed while an update waits, and drops an update that was halted meanwhile', async () => {
    desk.busy = { ...free, isSignedIn: true }
    let asks = 0
    const updater = desk.open({
      readPlan: async () => {
        asks += 1
        return desk.plan
      },
    })
    await updater.checkFeed()
    await updater.checkFeed()
    expect([asks, updater.state().kind]).toEqual([2, 'ready'])
    desk.plan = { mayInstall: false, reason: 'halted' }
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'halted' })
    desk.busy = free
    await updater.tryInstall(true)
    expect(desk.installed).toEqual([])
  })

  it('does not install bytes that were changed after their download, and logs the change', async () => {
    let path = ''
    const updater = desk.open({
      download: async (file, onProgress) => {
        const download = await downloadRelease({
          file,
          feedUrl: desk.world.feedUrl,
          folder: join(desk.world.folder, 'downloads'),
          signal: AbortSignal.timeout(10_000),
          onProgress,
        })
        if (download.ok) path = download.path
        return download
      },
    })
    await updater.checkFeed()
    writeFileSync(path, 'x'.repeat('program 1.1.0'.length))
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    expect(desk.logged).toContain('update.refused bad-hash 1.1.0')
  })

  it('refuses a release that the server is too old for', async () => {
    const updater = desk.open({ serverVersion: () => '0.0.9' })
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'server-too-old' })
  })

  it('does not go back to a version that could not read the journal, and does not ask the server about that version', async () => {
    desk.world.publish('1.1.5', { rollbackFrom: ['1.2.0'] })
    const asked: string[] = []
    const updater = desk.open({
      version: '1.2.0',
      isReadableBy: (version) => version !== '1.1.5',
      readPlan: async (version) => {
        asked.push(version)
        return desk.plan
      },
    })
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.5', reason: 'data-newer' })
    expect(asked).toEqual([])
    desk.world.publish('1.3.0')
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.3.0' })
  })

  it('replaces an update that is ready with a later release', async () => {
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open()
    await updater.checkFeed()
    desk.world.publish('1.2.0')
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0' })
  })

  it('goes back only to a release whose `rollbackFrom` names the installed version', async () => {
    const updater = desk.open({ version: '1.2.0' })
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'idle' })
    desk.world.publish('1.1.5', { rollbackFrom: ['1.2.0'] })
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.5', change: 'rollback' })
  })

  it('reports once, at the next start, that an update was installed or that it failed', async () => {
    const updater = desk.open()
    await updater.checkFeed()
    await desk.tryWhenRested(updater)
    updater.stop()
    await startProven({ version: '1.1.0' })
    await startProven({ version: '1.1.0' })
    expect(desk.reports).toMatchObject([{ from: '1.0.0', version: '1.1.0', outcome: 'installed', code: '' }])
    desk.world.publish('1.2.0')
    const next = desk.open({ version: '1.1.0' })
    await next.checkFeed()
    await desk.tryWhenRested(next)
    next.stop()
    await desk.open({ version: '1.1.0' }).start()
    const failed = { from: '1.1.0', version: '1.2.0', outcome: 'failed', code: 'not-installed' }
    expect(desk.reports.at(-1)).toMatchObject(failed)
    expect(desk.logged).toContain('update.not-taken 1.2.0')
  })

  it('reports later if the server does not answer', async () => {
    const first = desk.open()
    await first.checkFeed()
    await desk.tryWhenRested(first)
    first.stop()
    const later = await startProven({ version: '1.1.0', report: async () => false })
    later.stop()
    const again = desk.open({ version: '1.1.0' })
    await again.start()
    expect(desk.reports).toHaveLength(1)
  })

  it.each<[string, number]>([
    ['bad-hash', 2],
    ['missing', 2],
    ['disk', 2],
    ['too-long', 2],
    ['unreachable', 0],
  ])('after four failed downloads (%s), reports %i failures, then downloads the file again', async (code, failures) => {
    const updater = desk.open({ download: async () => ({ ok: false, code: code as 'disk' }) })
    await updater.checkFeed()
    expect(desk.reports).toEqual([])
    for (const _ of [2, 3, 4]) await updater.checkFeed()
    expect(desk.reports).toMatchObject(
      Array(failures).fill({ from: '1.0.0', version: '1.1.0', outcome: 'failed', code }),
    )
    updater.stop()
    const again = desk.open()
    expect(again.state()).toEqual({ kind: 'idle' })
    await again.checkFeed()
    expect(again.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
  })

  it('counts bytes that changed after their download as a failed attempt', async () => {
    const updater = desk.open({
      download: async (file) => {
        const path = join(desk.world.folder, file.version)
        writeFileSync(path, 'other bytes')
        return { ok: true, path }
      },
    })
    for (const _ of [1, 2]) {
      await updater.checkFeed()
      await updater.tryInstall(true)
    }
    await updater.checkFeed()
    expect(desk.reports).toMatchObject([{ version: '1.1.0', outcome: 'failed', code: 'bad-hash' }])
  })

  it('continues after an installation that failed', async () => {
    const updater = desk.open({ prepare: () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' })) })
    await updater.checkFeed()
    await desk.tryWhenRested(updater)
    expect(updater.state()).toEqual({ kind: 'failed', code: 'not-installed', version: '1.1.0' })
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('checks the feed again after an installation that the journal could not record', async () => {
    const updater = desk.open({
      prepare: async () => () => {
        throw new Error('The start failed')
      },
    })
    await updater.checkFeed()
    desk.isDiskFull = true
    await desk.tryWhenRested(updater)
    expect(updater.state()).toEqual({ kind: 'failed', code: 'not-installed', version: '1.1.0' })
    desk.isDiskFull = false
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it.each(['a look', 'a question to the server'])(
    'waits another minute if the desk was used during %s',
    async (what) => {
      const answer = Promise.withResolvers<UpdatePlan>()
      let isSlow = false
      const updater = desk.open({ readPlan: async () => (isSlow ? await answer.promise : desk.plan) })
      await updater.checkFeed()
      await updater.tryInstall(false)
      desk.clockMs += 60_000
      isSlow = true
      const underWay = what === 'a look' ? updater.checkFeed() : updater.tryInstall(false)
      desk.busy = { ...free, isSignedIn: true }
      await updater.tryInstall(false)
      answer.resolve({ mayInstall: true, reason: null })
      await underWay
      desk.busy = free
      isSlow = false
      desk.clockMs += 10_000
      await updater.tryInstall(false)
      expect(desk.installed).toEqual([])
      desk.clockMs += 60_000
      await updater.tryInstall(false)
      expect(desk.installed).toHaveLength(1)
    },
  )

  it.each<Download>([
    { ok: false, code: 'unreachable' },
    { ok: true, path: '/download' },
  ])('neither logs nor shows a download that ends after the updater stopped: %o', async (ended) => {
    const download = Promise.withResolvers<Download>()
    const updater = desk.open({ download: () => download.promise })
    const looking = updater.checkFeed()
    await waitUntil('the download has begun', async () => updater.state().kind === 'downloading')
    updater.stop()
    download.resolve(ended)
    await looking
    expect([desk.logged, updater.state().kind]).toEqual([[], 'downloading'])
  })

  it('downloads the newest allowed release while a newer one is held back', async () => {
    desk.world.publish('1.2.0')
    const updater = desk.open({
      readPlan: async (version) =>
        version === '1.2.0' ? { mayInstall: false, reason: 'halted' } : { mayInstall: true, reason: null },
    })
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
  })

  it('does not try a version a third time after two failures', async () => {
    for (const _ of [1, 2]) {
      const failing = desk.open({ prepare: () => Promise.reject(new Error('no')) })
      await failing.checkFeed()
      await desk.tryWhenRested(failing)
      failing.stop()
    }
    const updater = desk.open()
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'failed', code: 'not-installed', version: '1.1.0' })
    desk.world.publish('1.2.0')
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0' })
  })

  it('installs once the desk has been free for a minute, and counts the minute again after the desk was used', async () => {
    const updater = desk.open()
    await updater.checkFeed()
    await updater.tryInstall(false)
    desk.clockMs += 50_000
    desk.busy = { ...free, isSignedIn: true }
    await updater.tryInstall(false)
    desk.busy = free
    desk.clockMs += 50_000
    await updater.tryInstall(false)
    expect(desk.installed).toEqual([])
    desk.clockMs += 60_000
    await updater.tryInstall(false)
    expect(desk.installed).toHaveLength(1)
  })

  it('tries to install again after the state of the desk could not be read', async () => {
    let throws = 0
    const updater = desk.open({
      busyness: () => {
        if (throws === 0) return desk.busy
        throws -= 1
        throw new Error('locked')
      },
    })
    await updater.checkFeed()
    await updater.tryInstall(false)
    desk.clockMs += 60_000
    throws = 1
    desk.timers = []
    await updater.tryInstall(false)
    expect(desk.installed).toEqual([])
    expect(desk.logged).toContain('update.failed')
    expect(desk.timers.map(({ atMs }) => atMs)).toEqual([desk.clockMs + 20_000])
    await desk.tryWhenRested(updater)
    expect(desk.installed).toHaveLength(1)
  })

  it('reports to a person who requested the restart that the state of the desk could not be read', async () => {
    let isLocked = false
    const updater = desk.open({
      busyness: () => {
        if (isLocked) throw new Error('locked')
        return desk.busy
      },
    })
    await updater.checkFeed()
    isLocked = true
    await expect(updater.tryInstall(true)).rejects.toThrow('locked')
    isLocked = false
    await updater.tryInstall(true)
    expect(desk.installed).toHaveLength(1)
  })

  it('checks the feed by itself at its own moment after a start, and then every four hours', async () => {
    desk.clockMs -= desk.clockMs % checkEveryMs
    const updater = desk.open()
    await updater.start()
    const begun = desk.clockMs
    const [first] = desk.timers
    expect(first?.atMs).toBe(firstCheckMs(begun, 0.5, { lastMs: null, missedStarts: 0 }))
    expect(first?.atMs).toBe(begun + 2 * hourMs)
    expect(updater.state()).toEqual({ kind: 'idle' })
    for (let look = 1; look <= 3; look += 1) {
      const looking = desk.timers.find(({ atMs }) => atMs > desk.clockMs + 20_000)
      if (looking === undefined) throw new Error('No look is planned.')
      desk.clockMs = looking.atMs
      desk.timers = []
      looking.work()
      await waitUntil('it has looked', async () => desk.timers.some(({ atMs }) => atMs > desk.clockMs + 20_000))
      expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
      expect(desk.timers.map(({ atMs }) => atMs)).toContain(nextCheckMs(desk.clockMs, 0.5))
    }
  })

  it.each([
    ['checks the feed at its own moment after a start', 0, 2],
    ['skips the check after a start if the last check was less than an hour before that moment', 1.25, 6],
  ])('%s', async (_, lookedHours, hours) => {
    const begun = desk.clockMs + checkEveryMs - (desk.clockMs % checkEveryMs)
    desk.clockMs = begun + lookedHours * hourMs
    const before = desk.open()
    await before.checkFeed()
    before.stop()
    desk.timers = []
    desk.clockMs = begun + 1.5 * hourMs
    await desk.open().start()
    expect(desk.timers.map(({ atMs }) => atMs - begun)).toEqual([hours * hourMs])
  })

  it('checks the feed within two hours of the third start in a row without a check, even if the journal cannot be written', async () => {
    desk.clockMs += checkEveryMs - (desk.clockMs % checkEveryMs)
    const begun = desk.clockMs
    const pauses: number[] = []
    for (let start = 1; start <= 4; start += 1) {
      desk.timers = []
      const updater = desk.open()
      desk.isDiskFull = start === 3
      await updater.start().catch(() => {})
      desk.isDiskFull = false
      pauses.push(...desk.timers.map(({ atMs }) => atMs - begun))
      if (start === 4) await updater.checkFeed()
      updater.stop()
    }
    expect(pauses).toEqual([2 * hourMs, 2 * hourMs, hourMs, hourMs])
    desk.timers = []
    desk.clockMs += checkEveryMs
    await desk.open().start()
    expect(desk.timers.map(({ atMs }) => atMs - desk.clockMs)).toEqual([2 * hourMs])
  })

  it('counts the minute from the sign-out, although the policy allowed the restart even before the sign-out', async () => {
    let hour = 13
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open({ hours: { fromHour: 12, toHour: 14, isForced: false }, hour: () => hour })
    await updater.checkFeed()
    desk.plan = null
    await desk.tryWhenRested(updater)
    desk.plan = { mayInstall: true, reason: null }
    hour = 14
    desk.busy = free
    await updater.tryInstall(false)
    expect(desk.installed).toEqual([])
    desk.clockMs += 60_000
    await updater.tryInstall(false)
    expect(desk.installed).toHaveLength(1)
  })

  it('plans another check of the feed when a check is due during an installation', async () => {
    const answer = Promise.withResolvers<UpdatePlan>()
    let isSlow = false
    const updater = desk.open({ readPlan: async () => (isSlow ? await answer.promise : desk.plan) })
    await updater.checkFeed()
    isSlow = true
    const trying = updater.tryInstall(true)
    desk.timers.length = 0
    await updater.checkFeed()
    expect(desk.timers).toHaveLength(1)
    answer.resolve({ mayInstall: false, reason: 'ring' })
    await trying
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'ring' })
  })

  it('installs nothing after a stop, even if an installation was under way', async () => {
    const answer = Promise.withResolvers<UpdatePlan>()
    let isSlow = false
    const updater = desk.open({ readPlan: async () => (isSlow ? await answer.promise : desk.plan) })
    await updater.checkFeed()
    isSlow = true
    const trying = updater.tryInstall(true)
    updater.stop()
    answer.resolve({ mayInstall: true, reason: null })
    await trying
    expect(desk.installed).toEqual([])
  })

  it('never checks the feed where updates are off', async () => {
    let looks = 0
    const updater = desk.open({
      off: 'policy',
      readFeed: async () => {
        looks += 1
        return await desk.world.read()
      },
    })
    await updater.start()
    await updater.checkFeed()
    expect([looks, desk.timers.length, updater.state()]).toEqual([0, 0, { kind: 'off', reason: 'policy' }])
  })

  it('installs an overdue update despite a draft only at the forced hour, and never during a payment', async () => {
    const hours: UpdateHours = { fromHour: 22, toHour: 5, isForced: true }
    desk.busy = { ...free, isSignedIn: true, hasUnsavedDraft: true }
    let hour = 12
    const updater = desk.open({ hours, hour: () => hour })
    await updater.checkFeed()
    desk.clockMs += 73 * hourMs
    await desk.tryWhenRested(updater)
    expect(updater.state()).toMatchObject({ kind: 'ready', isOverdue: true })
    expect(desk.installed).toEqual([])
    hour = 22
    desk.busy = { ...desk.busy, isPaying: true }
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    desk.busy = { ...desk.busy, isPaying: false }
    await desk.tryWhenRested(updater)
    expect(desk.installed).toHaveLength(1)
  })
})
