import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/reply.ts'
import type { UpdateView } from '#contract/update/bridge.ts'
import type { Policy } from '#domain/settings/policy.ts'
import { checkEveryMs } from '#domain/update/check-time.ts'
import type { ReleaseFile, ReleaseFormat } from '#domain/update/release.ts'
import { type ReadyObstacle, updateDeadlineMs } from '#domain/update/update-state.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { BackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'
import type { ProgramUpdates } from '#main/platform.ts'
import { createUpdatePart, type Desk } from '#main/update/update-part.ts'
import { describeUpdate } from '#renderer/update/describe-update.ts'
import { updatesOffWords } from '#renderer/update/update-words.ts'
import { waitUntil } from '#test/builders/app.ts'
import { createFakePlatform } from '#test/fakes/fake-platform.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'

const hourMs = 3_600_000

describe('updates under a policy', () => {
  let world: FeedWorld
  let requests: number
  let installed: string[]
  /** The questions that the server received. */
  let asked: string[]
  let fetched: string[]
  let stops: (() => void)[]
  beforeEach(async () => {
    world = await openFeedWorld()
    requests = 0
    installed = []
    asked = []
    fetched = []
    stops = []
    world.setTamper(({ url = '' }) => {
      requests += 1
      fetched.push(url)
      return false
    })
    publish('1.2.0')
    publish('1.3.0', { channel: 'early' })
  })
  afterEach(async () => {
    for (const stop of stops) stop()
    await world.close()
  })

  /** Publishes a release for the computer that runs this test. */
  const publish = (version: string, changes: Partial<ReleaseFile> = {}): void =>
    world.publish(version, {
      platform: process.platform as ReleaseFile['platform'],
      arch: process.arch as ReleaseFile['arch'],
      ...changes,
    })
  const open = (
    policy: Policy,
    options: {
      readonly isDemo?: boolean
      readonly feedUrl?: string | null
      /** The root that the program was built with; by default the root of the feed. */
      readonly ownRoot?: Buffer
      readonly desk?: Partial<Desk>
      readonly workstationID?: string
      readonly atMs?: number
      /** The kind of installer that IT installs this program with; absent if the program updates itself. */
      readonly byIT?: ReleaseFormat
      readonly serverVersion?: string
      readonly version?: string
      readonly isReadable?: boolean
    } = {},
  ) => {
    const { isDemo = false, feedUrl = world.feedUrl, workstationID = 'w-1', atMs = world.nowMs, byIT } = options
    const platform = createFakePlatform({ from: toInstant(atMs) })
    const views: UpdateView[] = []
    const settings = createMemorySettings()
    const { ownRoot, builtAtMs } = { ...world.parts, ...(options.ownRoot && { ownRoot: options.ownRoot }) }
    const prepare: ProgramUpdates['prepare'] = async (path) => () => void installed.push(path)
    const how = byIT === undefined ? { format: 'appimage' as const, prepare } : { format: byIT, prepare: null }
    const updates = feedUrl === null ? null : { feedUrl, ownRoot, builtAtMs, ...how }
    const part = createUpdatePart({
      platform: { ...platform, version: options.version ?? '1.0.0', updates },
      ...{ settings, policy, isDemo, workstationID },
      publish: (_, payload) => void views.push(payload as UpdateView),
      client: {
        call: async (route: string) => {
          asked.push(route)
          return ok({ mayInstall: true, reason: null })
        },
      } as unknown as BackOfficeClient,
      calls: {} as StaffCalls,
      serverVersion: () => options.serverVersion ?? '9.0.0',
      isReadableBy: () => options.isReadable ?? true,
      desk: {
        payments: { hasOpen: () => false },
        booking: { hasHold: () => false },
        queue: { isSending: () => false },
        session: { gate: () => 'signed-in' },
        drafts: { newestFormAt: () => null },
        ...options.desk,
      },
    })
    stops.push(part.stop)
    const read = async (): Promise<UpdateView> => {
      const reply = await part.services.update.read({})
      if (!reply.ok) throw new Error(reply.failure.message)
      return reply.value
    }
    const ready = async () => {
      await part.services.update.look({})
      return await waitUntil('an update is ready', async () => {
        const { state } = await read()
        return state.kind === 'ready' ? state : null
      })
    }
    return { platform, part, read, ready, views }
  }

  it.each<[string, readonly ReadyObstacle[], (nowMs: number) => Partial<Desk>]>([
    ['only a signed-in person', ['signed-in'], () => ({})],
    ['a locked desk', [], () => ({ session: { gate: () => 'locked' } })],
    ['no signed-in person', [], () => ({ session: { gate: () => 'signed-out' } })],
    ['a payment', ['paying', 'signed-in'], () => ({ payments: { hasOpen: () => true } })],
    ['a send', ['sending', 'signed-in'], () => ({ queue: { isSending: () => true } })],
    ['a slot hold', ['hold', 'signed-in'], () => ({ booking: { hasHold: () => true } })],
    ['a form', ['draft', 'signed-in'], (nowMs) => ({ drafts: { newestFormAt: () => nowMs / 1000 - 3590 } })],
    ['a form of an hour ago', ['signed-in'], (nowMs) => ({ drafts: { newestFormAt: () => nowMs / 1000 - 3601 } })],
  ])('with %s at the desk, have the obstacles %j', async (_, obstacles, deskAt) => {
    const { ready } = open({}, { desk: deskAt(world.nowMs) })
    expect((await ready()).obstacles).toEqual(obstacles)
  })

  it.each<[string, number, readonly ReadyObstacle[]]>([
    ['selfService.catalogue', 0, ['draft', 'signed-in']],
    ['selfService.catalogue', hourMs - 1000, ['draft', 'signed-in']],
    ['selfService.catalogue', hourMs, ['signed-in']],
    ['selfService.catalogue', -60_000, ['signed-in']],
    ['booking.readDay', 0, ['signed-in']],
  ])('after the call %s and %d ms, have the obstacles %j', async (command, ms, obstacles) => {
    const { part, platform, ready } = open({})
    part.noteCall(command)
    platform.pass(ms)
    expect((await ready()).obstacles).toEqual(obstacles)
  })

  it('are first looked for within four hours of a start, at a moment that is always the same for one workstation', async () => {
    const pauses = async (id: string): Promise<readonly number[]> => {
      const timer = vi.spyOn(globalThis, 'setTimeout')
      const { part } = open({}, { workstationID: id, atMs: Date.UTC(2026, 10, 27, 8) })
      await part.start()
      const found = timer.mock.calls.map(([, ms]) => ms ?? 0)
      timer.mockRestore()
      return found
    }
    const tenths = new Set<number>()
    for (let desk = 0; desk < 60; desk += 1) {
      const [pause = -1, ...others] = await pauses(`desk-${desk}`)
      expect([others, await pauses(`desk-${desk}`)]).toEqual([[], [pause]])
      tenths.add(Math.floor((pause / checkEveryMs) * 10))
    }
    expect([...tenths].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each([
    ['by the policy', { updates: false }, {}, 'policy'],
    ['in the demo', {}, { isDemo: true }, 'demo'],
    ['in a build without a feed', {}, { feedUrl: null }, 'not-configured'],
  ] as const)('are off %s, and the feed is never read', async (_, policy, options, reason) => {
    const { part, read } = open(policy, options)
    await part.start()
    await part.services.update.look({})
    expect((await read()).state).toEqual({ kind: 'off', reason })
    expect(requests).toBe(0)
  })

  // Feed 3 of the list in hostile-feeds.test.ts: no publisher. Missing files are tested in program-updates.test.ts.
  it.each<[string, (root: Buffer) => Buffer | string]>([
    ['empty', () => ''],
    ['no JSON', () => 'root'],
    ['an empty object', () => '{}'],
    ['broken off', (root) => root.subarray(0, root.length / 2)],
    ['not signed', (root) => JSON.stringify({ ...JSON.parse(String(root)), signatures: [] })],
    ['changed after its signature', (root) => String(root).replace(/"version": ?1\b/, '"version":2')],
  ])('are off in a program whose root is %s, and the feed is never read', async (_, damage) => {
    const ownRoot = Buffer.from(damage(world.parts.ownRoot))
    expect(ownRoot.equals(world.parts.ownRoot)).toBe(false)
    const { part, read } = open({}, { ownRoot })
    await part.start()
    await part.services.update.look({})
    const { state } = await read()
    expect(state).toEqual({ kind: 'off', reason: 'not-configured' })
    expect(describeUpdate(state)).toBe(updatesOffWords['not-configured'])
    expect([requests, installed]).toEqual([0, []])
  })

  it.each([
    ['stable', undefined, '1.2.0'],
    ['stable', 'stable', '1.2.0'],
    ['early', 'early', '1.3.0'],
  ] as const)('take the %s releases if the policy has the channel %s', async (channel, updateChannel, version) => {
    const { ready, read } = open({ ...(updateChannel && { updateChannel }) })
    expect((await ready()).version).toBe(version)
    expect(await read()).toMatchObject({ channel, managed: updateChannel === undefined ? [] : ['updateChannel'] })
  })

  describe('(installed by IT)', () => {
    /** Looks at the feed once, and returns the state at its end. */
    const lookOnce = async ({ part, read }: ReturnType<typeof open>): Promise<UpdateView> => {
      await part.services.update.look({})
      return await waitUntil('it has looked', async () => {
        const view = await read()
        return view.state.kind === 'checking' || view.lookedAt === null ? null : view
      })
    }
    const found = { kind: 'for-it', version: '1.2.0', change: 'newer', notes: ['Faster search.'], needsServer: null }

    it.each<ReleaseFormat>(['deb', 'rpm', 'nsis', 'zip'])(
      'are found in the feed for %s and shown: no download, no question to the server, no installation',
      async (byIT) => {
        publish('1.2.0', { format: byIT })
        const desk = open({}, { byIT, desk: { session: { gate: () => 'signed-out' } } })
        const view = await lookOnce(desk)
        expect(view).toMatchObject({ state: found, channel: 'stable', isInstalledByIT: true, managed: [] })
        expect(view.lookedAt).not.toBeNull()
        await desk.part.services.update.install({})
        await desk.part.tryInstall()
        expect((await desk.read()).state).toEqual(found)
        expect(fetched.filter((url) => !url.startsWith('/metadata/'))).toEqual([])
        expect([asked, installed]).toEqual([[], []])
      },
    )

    it('are those of the policy’s channel', async () => {
      publish('1.2.0', { format: 'deb' })
      publish('1.4.0', { format: 'deb', channel: 'early' })
      expect((await lookOnce(open({ updateChannel: 'early' }, { byIT: 'deb' }))).state).toMatchObject({
        version: '1.4.0',
      })
      expect((await lookOnce(open({}, { byIT: 'deb' }))).state).toMatchObject({ version: '1.2.0' })
    })

    it('are not found if the feed has no newer release of this kind', async () => {
      expect((await lookOnce(open({}, { byIT: 'rpm' }))).state).toEqual({ kind: 'idle' })
    })

    it('are not looked for if the policy turns updates off', async () => {
      const { part, read } = open({ updates: false }, { byIT: 'deb' })
      await part.start()
      await part.services.update.look({})
      expect((await read()).state).toEqual({ kind: 'off', reason: 'policy' })
      expect(requests).toBe(0)
    })

    it('are refused from a feed that is not signed', async () => {
      world.change('timestamp.json', (json) => ({ ...json, signatures: [] }))
      expect((await lookOnce(open({}, { byIT: 'deb' }))).state).toMatchObject({ kind: 'failed', code: 'bad-signature' })
    })

    it('name the server version that they need if the server is older', async () => {
      publish('1.2.0', { format: 'deb', minimumServer: '1.1.0' })
      const { state } = await lookOnce(open({}, { byIT: 'deb', serverVersion: '1.0.0' }))
      expect(state).toEqual({ ...found, needsServer: '1.1.0' })
    })

    it.each([
      [true, { kind: 'for-it', version: '1.2.0', change: 'rollback' }],
      [false, { kind: 'held-back', version: '1.2.0', reason: 'data-newer' }],
    ])(
      'include an older version in place of a withdrawn one, if the older version can open the journal (%s)',
      async (isReadable, state) => {
        publish('1.2.0', { format: 'deb', rollbackFrom: ['1.2.5'] })
        expect((await lookOnce(open({}, { byIT: 'deb', version: '1.2.5', isReadable }))).state).toMatchObject(state)
      },
    )
  })

  it('come from the policy’s feed instead of the program’s own', async () => {
    const feedUrl = 'http://127.0.0.1:1/'
    const { ready } = open({ updateFeed: world.feedUrl.replace(/\/$/, '') }, { feedUrl })
    expect((await ready()).version).toBe('1.2.0')
  })

  it.each<[Policy, UpdateView['hours']]>([
    [{}, null],
    [{ forceUpdates: false }, null],
    [{ updateFromHour: 1 }, { fromHour: 1, toHour: 5, isForced: false }],
    [{ updateToHour: 6 }, { fromHour: 22, toHour: 6, isForced: false }],
    [{ forceUpdates: true }, { fromHour: 22, toHour: 5, isForced: true }],
  ])('with %o show the hours %o', async (policy, hours) => {
    expect(await open(policy).read()).toMatchObject({ hours, managed: Object.keys(policy) })
  })

  it('are installed only within the hours of the policy if a person is signed in', async () => {
    const everyHour = { updateFromHour: 3, updateToHour: 3 }
    for (const [policy, installs] of [
      [{}, 0],
      [everyHour, 1],
    ] as const) {
      const { part, ready } = open(policy)
      await ready()
      await part.tryInstall()
      expect(installed).toHaveLength(installs)
    }
  })

  it('are published only when their shown state has changed', async () => {
    let isPaying = false
    const { part, ready, views } = open({}, { desk: { payments: { hasOpen: () => isPaying } } })
    await ready()
    const before = views.length
    for (const _ of [1, 2, 3]) await part.tryInstall()
    expect(views.slice(before)).toEqual([])
    isPaying = true
    for (const _ of [1, 2, 3]) await part.tryInstall()
    isPaying = false
    for (const _ of [1, 2, 3]) await part.tryInstall()
    expect(views.slice(before)).toMatchObject([
      { state: { kind: 'ready', obstacles: ['paying', 'signed-in'] } },
      { state: { kind: 'ready', obstacles: ['signed-in'] } },
    ])
  })

  it('are installed despite a hold only if the policy forces updates, the update is overdue, and the policy’s first hour has come', async () => {
    const waitMs = updateDeadlineMs + 60_000
    const hour = new Date(world.nowMs + waitMs).getHours()
    const hours = { updateFromHour: hour, updateToHour: (hour + 1) % 24 }
    const desk = { booking: { hasHold: () => true } }
    const isForced = open({ ...hours, forceUpdates: true }, { desk })
    const isNot = open(hours, { desk })
    for (const { part, ready, platform } of [isForced, isNot]) {
      await ready()
      await part.tryInstall()
      expect(installed).toEqual([])
      platform.pass(waitMs)
    }
    await isNot.part.tryInstall()
    await isForced.part.tryInstall()
    expect((await isNot.read()).state.kind).toBe('ready')
    expect(installed).toHaveLength(1)
  })
})
