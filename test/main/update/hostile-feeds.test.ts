import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseRelease, type InstalledProgram } from '#domain/update/choose-release.ts'
import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'
import { downloadPath, downloadRelease, isVerified } from '#main/update/download-release.ts'
import type { FeedFile } from '#main/update/read-feed.ts'
import type { Updater } from '#main/update/updater.ts'
import { describeUpdate } from '#renderer/update/describe-update.ts'
import { refusalWords, updateWords } from '#renderer/update/update-words.ts'
import { createFeedKeys } from '#scripts/release/feed-keys.ts'
import type { FeedWorld } from './feed-world.ts'
import { at, custom, keyOf, refusedFeeds, trust, withTargets } from './hostile-feed-attacks.ts'
import { free, openUpdaterDesk, type UpdaterDesk } from './updater-desk.ts'

// The 14 feeds of the research on reliability, and their tests. A quoted name is an attack of hostile-feed-attacks.ts.
//  1. unsigned: "no signature"
//  2. wrong publisher: "keys of another publisher"
//  3. no publisher: "are off in an AppImage if ..." of program-updates.test.ts, "are off in a program whose root is ..." of
//     update-part.test.ts
//  4. no list of releases (yml): "no metadata"
//  5. verifier blocked: "that was verified and ... before the installation" below
//  6. older version replayed: "an older timestamp, replayed", and "replayed to a workstation ..." below
//  7. good signature for another version: "older targets under the newer name", "mix and match: ...", "a file in the folder
//     of another version"
//  8. wrong channel or processor: "that has only a release ..." below, "a file in the folder of another channel"
//  9. expired: "a freeze: a timestamp that expired", and snapshot, targets and root that expired
// 10. truncated: "metadata that breaks off", and the file "that breaks off" below
// 11. hash swapped: "targets changed after signing", and the file "of other bytes" below
// 12. redirect to http: "a redirect to http", and the file "that leads to another address" below
// 13. NaN rollout: "a rollout of NaN, which is not JSON", and "that sets ... for a release" below
// 14. file swapped after the download: "that was verified and has other bytes before the installation" below

const program: InstalledProgram = {
  version: '1.0.0',
  channel: 'stable',
  platform: 'linux',
  arch: 'x64',
  format: 'appimage',
}

/** The sound parts of these feeds, which are stored before the refusal (TUF specification, section 5). */
const soundParts: Readonly<Record<string, readonly string[]>> = {
  'a snapshot that is missing': ['timestamp'],
  'targets changed after signing': ['snapshot', 'timestamp'],
  'targets changed after signing, in a snapshot without hashes': ['snapshot', 'timestamp'],
  'a snapshot that expired': ['timestamp'],
  'targets that expired': ['snapshot', 'timestamp'],
  'a root that expired': ['root'],
  'older targets under a newer snapshot': ['timestamp'],
  'older targets under the newer name': ['snapshot', 'timestamp'],
  'mix and match: the snapshot of one release with the targets of another': ['snapshot', 'timestamp'],
  'mix and match: a snapshot of another version than the timestamp names': ['timestamp'],
  'a snapshot that lost its targets': ['timestamp'],
  'a rollout of 1e999, which no signature can cover': ['snapshot', 'timestamp'],
  'a rollout of NaN, which is not JSON': ['snapshot', 'timestamp'],
}

/** Returns the roles that a refused feed may change in the verified metadata. */
const verifiedFirst = (name: string, code: FeedFailureCode): readonly string[] =>
  // The signatures are sound, and only the releases are not allowed.
  code === 'bad-name' || code === 'bad-release' ? ['snapshot', 'targets', 'timestamp'] : (soundParts[name] ?? [])

/** Returns the verified metadata that a workstation has, by the name of its file. */
const trustedFiles = ({ trusted }: FeedWorld): Readonly<Record<string, string>> =>
  existsSync(trusted)
    ? Object.fromEntries(
        readdirSync(trusted)
          .filter((name) => name.endsWith('.json'))
          .map((name) => [name, readFileSync(join(trusted, name), 'utf8')]),
      )
    : {}

describe('a hostile feed', () => {
  let desk: UpdaterDesk
  let world: FeedWorld
  beforeEach(async () => {
    desk = await openUpdaterDesk()
    world = desk.world
  })
  afterEach(async () => await desk.close())

  /** Expects one line about the refusal in the log, the state `failed`, and the reason in words in Settings. */
  const expectRefusal = (updater: Updater, code: FeedFailureCode, version: string | null): void => {
    expect(desk.logged).toEqual([`update.refused ${code}${version === null ? '' : ` ${version}`}`])
    expect(updater.state()).toEqual({ kind: 'failed', code, version })
    const reason = refusalWords[code]
    expect(reason).toMatch(/\w+ \w+/)
    expect(describeUpdate(updater.state())).toBe(updateWords.failed(reason ?? ''))
    expect(desk.installed).toEqual([])
  }

  it.each(refusedFeeds)(
    'with %s is refused as %s, with its reason in the log and in words',
    async (name, code, attack, reading) => {
      await attack(world)
      const before = trustedFiles(world)
      let found: unknown
      const updater = desk.open({
        readFeed: async () => {
          const answer = await world.read(reading(world))
          found = answer
          return answer
        },
      })
      await updater.checkFeed()
      expect(found).toEqual({ ok: false, code })
      expectRefusal(updater, code, null)
      expect(desk.downloaded).toEqual([])
      const after = trustedFiles(world)
      const changed = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file])
      const isOwnRoot = after['root.json'] === world.parts.ownRoot.toString()
      expect(changed.filter((file) => !(file === 'root.json' && isOwnRoot)).toSorted()).toEqual(
        verifiedFirst(name, code).map((role) => `${role}.json`),
      )
      // The reading worked on a copy of the metadata and removed that copy.
      const left = existsSync(world.trusted)
        ? readdirSync(world.trusted).filter((name) => name.startsWith('copy-'))
        : []
      expect(left).toEqual([])
    },
  )

  it.each([
    ['of another channel', { channel: 'early' }],
    ['of another platform', { platform: 'win32' }],
    ['of another processor', { arch: 'arm64' }],
    ['of another kind of installer', { format: 'deb' }],
    ['older than the program', {}],
  ] as const)('that has only a release %s offers nothing', async (what, changes) => {
    world.publish('1.2.0', changes)
    const reading = await world.read()
    if (!reading.ok) throw new Error(reading.code)
    const version = what === 'older than the program' ? '1.2.0' : '1.1.0'
    expect(chooseRelease(reading.files, { ...program, version }).candidates).toEqual([])
    // Nothing is wrong with such a feed: it is not refused.
    const updater = desk.open({ version })
    await updater.checkFeed()
    expect([updater.state(), desk.logged, desk.downloaded]).toEqual([{ kind: 'idle' }, [], []])
  })

  it.each([{ rollout: 'NaN' }, { rollout: -1 }, { ring: -1 }, { ring: 'Infinity' }, { mayInstall: true }])(
    'that sets %j for a release changes nothing: the rings are those of the server',
    async (extra) => {
      world.publish('1.2.0')
      const before = await world.read()
      withTargets(world, (path, target) => [[path, custom(target, extra)]])
      trust(world, 3)
      const reading = await world.read()
      if (!before.ok || !reading.ok) throw new Error('The feed was refused.')
      const known = (files: readonly FeedFile[]) => files.map(({ target: _, ...file }) => file)
      expect(known(reading.files)).toEqual(known(before.files))
    },
  )

  it('replayed to a workstation without its verified metadata never leads below the installed version', async () => {
    world.publish('1.2.0')
    await world.read()
    rmSync(world.trusted, { recursive: true })
    const reading = await world.read()
    if (!reading.ok) throw new Error(reading.code)
    expect(chooseRelease(reading.files, { ...program, version: '1.3.0' }).candidates).toEqual([])
  })

  it('with two files for one release is reported as ambiguous', async () => {
    world.publish('1.2.0')
    withTargets(world, (path, target) => [
      [path, target],
      [path.replace('atrium', 'another'), target],
    ])
    const reading = await world.read()
    if (!reading.ok) throw new Error(reading.code)
    expect(chooseRelease(reading.files, program).ambiguous).toBe('1.2.0')
    const updater = desk.open()
    await updater.checkFeed()
    expectRefusal(updater, 'ambiguous', '1.2.0')
    expect(desk.downloaded).toEqual([])
  })

  it.each(['root', 'timestamp', 'snapshot', 'targets'])(
    'that left a half-written %s in the folder of verified metadata does not block a sound feed',
    async (name) => {
      await world.read()
      writeFileSync(join(world.trusted, `${name}.json`), '{"signed":')
      expect(await world.read()).toMatchObject({ ok: true, files: [{ version: '1.1.0' }] })
    },
  )

  it('gains nothing from a stored root that its own keys did not sign: the root of the program counts', async () => {
    await world.read()
    const { signed } = JSON.parse(world.parts.ownRoot.toString())
    const unsigned = { signed: { ...signed, version: 9 }, signatures: [] }
    writeFileSync(join(world.trusted, 'root.json'), JSON.stringify(unsigned))
    expect(await world.read()).toMatchObject({ ok: true })
    expect(trustedFiles(world)['root.json']).toBe(world.parts.ownRoot.toString())
  })

  it('with a timestamp signed for the far future is refused, and a later sound one is taken', async () => {
    const { keys, forge } = world
    forge('timestamp.json', [keyOf(keys.timestamp)], (signed) => ({
      ...signed,
      version: 2,
      expires: '2100-01-01T00:00:00Z',
    }))
    expect(await world.read()).toEqual({ ok: false, code: 'clock-behind' })
    world.renew()
    expect(await world.read()).toMatchObject({ ok: true })
  })

  it('that claimed a very high timestamp version blocks no lower version after a change of all keys', async () => {
    world.forge('timestamp.json', [keyOf(world.keys.timestamp)], (signed) => ({ ...signed, version: 2_000_000_000 }))
    expect(await world.read()).toMatchObject({ ok: true })
    const next = createFeedKeys()
    world.rotate(next)
    world.forge('timestamp.json', [keyOf(next.timestamp)], (signed) => ({ ...signed, version: 7 }))
    expect(await world.read()).toMatchObject({ ok: true, files: [{ version: '1.1.0' }] })
  })

  describe('with a file', () => {
    let file: FeedFile
    const download = async () =>
      await downloadRelease({
        file,
        feedUrl: world.feedUrl,
        folder: join(world.folder, 'downloads'),
        signal: AbortSignal.timeout(10_000),
        onProgress: () => {},
      })
    const answerFiles = (answer: Parameters<FeedWorld['setTamper']>[0]): void =>
      world.setTamper((request, response) => request.url?.startsWith('/targets/') === true && answer(request, response))

    beforeEach(async () => {
      const reading = await world.read()
      if (!reading.ok) throw new Error(reading.code)
      file = at(reading.files, 0)
    })

    it.each<[string, FeedFailureCode, Parameters<FeedWorld['setTamper']>[0]]>([
      ['of other bytes', 'bad-hash', (_, response) => !!response.end('x'.repeat('program 1.1.0'.length))],
      [
        'that never ends',
        'too-long',
        (_, response) => {
          const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
          response.once('close', () => clearInterval(timer))
          return true
        },
      ],
      ['that breaks off', 'unreachable', (_, response) => !!response.end('prog')],
      [
        'that leads to another address',
        'redirected',
        (_, response) => !!response.writeHead(307, { location: 'http://x.example/' }).end(),
      ],
      ['that is missing', 'missing', (_, response) => !!response.writeHead(404).end()],
      [
        'of a range that was not requested',
        'unreachable',
        (_, response) => !!response.writeHead(206, { 'content-range': 'bytes 5-12/13' }).end('am 1.1.0'),
      ],
    ])('%s: the file is refused as %s, and nothing is left that could be installed', async (_, code, answer) => {
      answerFiles(answer)
      expect(await download()).toEqual({ ok: false, code })
      const updater = desk.open()
      await updater.checkFeed()
      expectRefusal(updater, code, '1.1.0')
      await updater.tryInstall(true)
      expect(desk.installed).toEqual([])
      expect(existsSync(downloadPath(join(world.folder, 'downloads'), file))).toBe(false)
    })

    it.each<[string, (path: string) => void]>([
      ['is gone', (path) => rmSync(path)],
      [
        'cannot be read',
        (path) => {
          rmSync(path)
          mkdirSync(path)
        },
      ],
      ['is empty', (path) => writeFileSync(path, '')],
      ['has other bytes', (path) => writeFileSync(path, 'x'.repeat('program 1.1.0'.length))],
    ])(
      'that was verified and %s before the installation: it is refused, and nothing is installed',
      async (_, damage) => {
        const updater = desk.open()
        desk.busy = { ...free, isSignedIn: true }
        await updater.checkFeed()
        expect(updater.state().kind).toBe('ready')
        damage(downloadPath(join(world.folder, 'downloads'), file))
        desk.logged.length = 0
        await updater.tryInstall(true)
        expectRefusal(updater, 'bad-hash', '1.1.0')
        await updater.tryInstall(true)
        expect(desk.installed).toEqual([])
      },
    )

    it('whose bytes were swapped after the download: the file fails verification', async () => {
      const downloaded = await download()
      if (!downloaded.ok) throw new Error(downloaded.code)
      expect(await isVerified(file, downloaded.path)).toBe(true)
      writeFileSync(downloaded.path, 'x'.repeat('program 1.1.0'.length))
      expect(await isVerified(file, downloaded.path)).toBe(false)
    })
  })
})
