import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'
import { downloadRelease, removeOtherDownloads } from '#main/update/download-release.ts'
import type { FeedFile } from '#main/update/read-feed.ts'
import { createFeedKeys } from '#scripts/release/feed-keys.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'
import { createSimulator, keyOf, nameOf, type Role, type Signed, type Simulator } from './tuf-simulator.ts'

// The cases of tuf-conformance (theupdateframework, Python), with its names. Those of its files
// test_updater_key_rotations.py and test_keys.py are in tuf-keys.test.ts. Not ported:
// - test_graph_traversal, test_targetfile_search, test_cached_role_is_verified_against_current_delegator,
//   test_delegation_not_in_snapshot, test_unusual_role_name: the feed has no delegated roles, and the case "delegations"
//   below shows that a delegated role is not followed.
// - test_static_repository: it needs the example repositories of that project.
// - test_implicit_refresh: each reading of the feed is a refresh.
// - test_faketime: it tests that project's own way to move the clock; here the cases move the clock themselves.
// - test_client_downloads_expected_file: each file of the feed is in a folder, as in
//   test_client_downloads_expected_file_in_sub_dir.
// - test_repository_simulator.py tests the server of that project itself.

const dayMs = 24 * 3_600_000
const past = '2026-01-01T00:00:00Z'
const sound = { ok: true, files: [{ version: '1.1.0' }] }
const refused = (code: FeedFailureCode) => ({ ok: false, code })
const secondsOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}/, '')

describe('tuf-conformance', () => {
  let world: FeedWorld
  let feed: Simulator
  let requests: string[]
  beforeEach(async () => {
    world = await openFeedWorld()
    feed = createSimulator(world)
    requests = []
    world.setTamper((request) => {
      requests.push((request.url ?? '').replace('/metadata/', ''))
      return false
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await world.close()
  })
  /** Moves the clock of the workstation and of its TUF client. */
  const moveClock = (nowMs: number): void => void vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })

  it('test_basic_refresh_requests, test_basic_refresh_trusted_data', async () => {
    expect(await world.read()).toMatchObject(sound)
    expect(requests).toEqual(['2.root.json', 'timestamp.json', '1.snapshot.json', '1.targets.json'])
    for (const role of ['root', 'timestamp', 'snapshot', 'targets'] as const)
      expect(feed.stored(role)).toBe(world.bytesOf(nameOf(role, 1)).toString())
    requests = []
    expect(await world.read()).toMatchObject(sound)
    expect(requests).toEqual(['2.root.json', 'timestamp.json'])
  })

  it('test_invalid_initial_root, test_unsigned_initial_root', async () => {
    const root = JSON.parse(world.parts.ownRoot.toString())
    const { version: _, ...without } = root.signed
    const ownRoot = (json: unknown) => ({ ownRoot: Buffer.from(JSON.stringify(json)) })
    expect(await world.read(ownRoot({ ...root, signed: without }))).toEqual(refused('malformed'))
    const wrong = root.signatures.map((one: Signed) => ({ ...one, sig: 'ab'.repeat(64) }))
    expect(await world.read(ownRoot({ ...root, signatures: wrong }))).toEqual(refused('bad-signature'))
    expect(await world.read(ownRoot({ ...root, signatures: [] }))).toEqual(refused('bad-signature'))
    expect(requests).toEqual([])
  })

  it.each<[Role, Partial<Record<Role, number>>]>([
    ['root', { root: 1 }],
    ['timestamp', { root: 2 }],
    ['snapshot', { root: 2, timestamp: 2 }],
    ['targets', { root: 2, timestamp: 2, snapshot: 2 }],
  ])('test_unsigned_metadata: %s', async (role, trusted) => {
    feed.signers[role] = role === 'root' ? feed.signers.root.slice(0, 1) : []
    feed.publish('root', 'targets', 'snapshot', 'timestamp')
    expect(await world.read()).toEqual(refused('bad-signature'))
    expect(feed.trusted()).toEqual(trusted)
  })

  it.each<[Role, Partial<Record<Role, number>>]>([
    ['root', { root: 1 }],
    ['snapshot', { root: 2, timestamp: 2 }],
    ['targets', { root: 2, timestamp: 2, snapshot: 2 }],
  ])('test_url_and_metadata_version_mismatch: %s', async (role, trusted) => {
    feed.publish('root', 'targets', 'snapshot', 'timestamp')
    feed.restart(role, 4)
    feed.rewrite(role, 2)
    expect(await world.read()).toEqual(refused('rolled-back'))
    expect(feed.trusted()).toEqual(trusted)
  })

  it('test_timestamp_content_changes: the same version with another content is not taken', async () => {
    await world.read()
    const before = feed.stored('timestamp')
    feed.signed.timestamp = { ...feed.signed.timestamp, meta: { 'snapshot.json': { version: 100 } } }
    feed.rewrite('timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(feed.stored('timestamp')).toBe(before)
  })

  it('test_basic_metadata_hash_support, test_targets_hash_mismatch, test_snapshot_hash_mismatch', async () => {
    feed.hasHashes = true
    feed.publish('targets', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    feed.publish('targets', 'snapshot')
    const wrong = { version: 3, hashes: { sha256: '0'.repeat(64) } }
    feed.signed.snapshot = { ...feed.signed.snapshot, meta: { 'targets.json': wrong } }
    feed.rewrite('snapshot')
    feed.publish('timestamp')
    expect(await world.read()).toEqual(refused('bad-hash'))
    expect(feed.trusted()).toEqual({ root: 1, timestamp: 3, snapshot: 3, targets: 2 })
    feed.publish('snapshot', 'timestamp')
    feed.signed.timestamp = {
      ...feed.signed.timestamp,
      meta: { 'snapshot.json': { version: 4, hashes: { sha256: '0'.repeat(64) } } },
    }
    feed.rewrite('timestamp')
    expect(await world.read()).toEqual(refused('bad-hash'))
    expect(feed.trusted()).toEqual({ root: 1, timestamp: 4, snapshot: 3, targets: 2 })
  })

  it('test_metadata_bytes_match: the stored bytes are the bytes that were served', async () => {
    const spaced = JSON.stringify(JSON.parse(world.bytesOf('timestamp.json').toString()), undefined, 7)
    world.write('timestamp.json', spaced)
    expect(await world.read()).toMatchObject(sound)
    expect(feed.stored('timestamp')).toBe(spaced)
  })

  it('test_custom_fields, test_deprecated_keyid_hash_algorithms', async () => {
    const { root } = feed.signed
    const keys = Object.entries(root.keys as Record<string, object>).map(([id, key]) => [
      id,
      { ...key, keyid_hash_algorithms: 'md5', 'extra-field': { a: 1, b: 2 } },
    ])
    const roles = root.roles as Record<string, object>
    feed.signed.root = {
      ...root,
      keys: Object.fromEntries(keys),
      roles: { ...roles, root: { ...roles.root, 'another-field': 'value' } },
      'custom-field': 'value',
    }
    feed.publish('root', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted()).toEqual({ root: 2, timestamp: 2, snapshot: 2, targets: 1 })
  })

  it.each<[string, readonly Role[], string, Partial<Record<Role, number>>]>([
    ['test_timestamp_404', [], 'timestamp.json', { root: 1, timestamp: 1, snapshot: 1, targets: 1 }],
    [
      'test_snapshot_404',
      ['snapshot', 'timestamp'],
      '2.snapshot.json',
      { root: 1, timestamp: 2, snapshot: 1, targets: 1 },
    ],
    [
      'test_targets_404',
      ['targets', 'snapshot', 'timestamp'],
      '2.targets.json',
      { root: 1, timestamp: 2, snapshot: 2, targets: 1 },
    ],
  ])('%s', async (_, roles, name, trusted) => {
    await world.read()
    feed.publish(...roles)
    rmSync(join(world.out, 'metadata', name))
    expect(await world.read()).toEqual(refused('missing'))
    expect(requests.at(-1)).toBe(name)
    expect(feed.trusted()).toEqual(trusted)
  })

  it('test_incorrect_metadata_type: a snapshot that is signed by the timestamp key and looks like a timestamp', async () => {
    feed.setKeys('snapshot', [keyOf(world.keys.snapshot), keyOf(world.keys.timestamp)])
    feed.publish('root', 'snapshot')
    feed.signed.snapshot = { ...feed.signed.snapshot, meta: { 'snapshot.json': { version: 1 } } }
    feed.rewrite('snapshot')
    world.write('timestamp.json', world.bytesOf('2.snapshot.json'))
    expect(await world.read()).toEqual(refused('malformed'))
    expect(feed.trusted()).toEqual({ root: 2 })
  })

  it.each<[string, Role, readonly Role[], Partial<Record<Role, number>>]>([
    [
      'test_root_expired',
      'root',
      ['root', 'targets', 'snapshot', 'timestamp'],
      { root: 2, timestamp: 1, snapshot: 1, targets: 1 },
    ],
    ['test_timestamp_expired', 'timestamp', ['timestamp'], { root: 1, timestamp: 1, snapshot: 1, targets: 1 }],
    [
      'test_snapshot_expired',
      'snapshot',
      ['snapshot', 'timestamp'],
      { root: 1, timestamp: 2, snapshot: 1, targets: 1 },
    ],
    [
      'test_targets_expired',
      'targets',
      ['targets', 'snapshot', 'timestamp'],
      { root: 1, timestamp: 2, snapshot: 2, targets: 1 },
    ],
  ])('%s', async (_, role, roles, trusted) => {
    await world.read()
    feed.signed[role] = { ...feed.signed[role], expires: past }
    feed.publish(...roles)
    expect(await world.read()).toEqual(refused('expired'))
    expect(feed.trusted()).toEqual(trusted)
  })

  it('test_expired_local_root: a workstation whose root expired takes the newer one', async () => {
    feed.signed.root = { ...feed.signed.root, expires: secondsOf(world.nowMs + 7 * dayMs) }
    feed.publish('root')
    await world.read()
    feed.signed.root = { ...feed.signed.root, expires: secondsOf(world.nowMs + 21 * dayMs) }
    feed.publish('root')
    moveClock(world.nowMs + 10 * dayMs)
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted().root).toBe(3)
  })

  it('test_expired_local_timestamp: a workstation that was off for 15 days takes the newer feed', async () => {
    await world.read()
    feed.signed.timestamp = { ...feed.signed.timestamp, expires: secondsOf(world.nowMs + 21 * dayMs) }
    feed.publish('targets', 'snapshot', 'timestamp')
    moveClock(world.nowMs + 15 * dayMs)
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted()).toEqual({ root: 1, timestamp: 2, snapshot: 2, targets: 2 })
  })

  it('an expired timestamp still protects a workstation against an older one', async () => {
    feed.publish('timestamp')
    await world.read()
    feed.signed.timestamp = { ...feed.signed.timestamp, expires: secondsOf(world.nowMs + 21 * dayMs) }
    feed.restart('timestamp', 1)
    feed.publish('timestamp')
    moveClock(world.nowMs + 15 * dayMs)
    expect(await world.read()).toEqual(refused('rolled-back'))
    expect(feed.trusted().timestamp).toBe(2)
  })

  it('test_new_timestamp_version_rollback', async () => {
    feed.publish('timestamp')
    await world.read()
    feed.restart('timestamp', 1)
    feed.publish('timestamp')
    expect(await world.read()).toEqual(refused('rolled-back'))
    expect(feed.trusted().timestamp).toBe(2)
    expect(requests.at(-1)).toBe('timestamp.json')
  })

  describe.each([
    ['basic', false],
    ['with hashes', true],
  ])('%s', (_, hasHashes) => {
    it('test_snapshot_rollback', async () => {
      feed.hasHashes = hasHashes
      feed.publish('snapshot', 'timestamp')
      await world.read()
      feed.restart('snapshot', 1)
      feed.publish('snapshot', 'timestamp')
      expect(await world.read()).toEqual(refused('rolled-back'))
      expect(feed.trusted()).toMatchObject({ timestamp: 2, snapshot: 2 })
      expect(requests.at(-1)).toBe('timestamp.json')
    })

    it('test_targets_rollback', async () => {
      feed.hasHashes = hasHashes
      feed.publish('targets', 'snapshot', 'timestamp')
      await world.read()
      feed.restart('targets', 1)
      feed.publish('targets', 'snapshot', 'timestamp')
      expect(await world.read()).toEqual(refused('rolled-back'))
      expect(feed.trusted()).toMatchObject({ snapshot: 2, targets: 2 })
    })
  })

  const withOthers = (): void => {
    feed.signed.snapshot = {
      ...feed.signed.snapshot,
      meta: { ...(feed.signed.snapshot.meta as object), 'others.json': { version: 1 } },
    }
  }
  const withoutOthers = (): void => {
    const { 'others.json': _, ...meta } = feed.signed.snapshot.meta as Signed
    feed.signed.snapshot = { ...feed.signed.snapshot, meta }
  }

  it('test_targets_role_removal', async () => {
    withOthers()
    feed.publish('targets', 'snapshot', 'timestamp')
    await world.read()
    withoutOthers()
    feed.publish('snapshot', 'timestamp')
    expect(await world.read()).toEqual(refused('rolled-back'))
    expect(feed.trusted().snapshot).toBe(2)
  })

  it('test_targets_fast_forward_recovery: after a new snapshot key, a lower version is accepted', async () => {
    withOthers()
    feed.restart('targets', 100)
    feed.publish('targets', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted().targets).toBe(100)
    feed.setKeys('snapshot', [keyOf(createFeedKeys().snapshot)])
    feed.restart('targets', 1)
    withoutOthers()
    feed.publish('root', 'targets', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted().targets).toBe(1)
  })

  it('test_new_snapshot_fast_forward_recovery: after new keys of snapshot and timestamp, a lower version is accepted', async () => {
    feed.restart('snapshot', 100)
    feed.publish('snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    const next = createFeedKeys()
    feed.setKeys('snapshot', [keyOf(next.snapshot)])
    feed.setKeys('timestamp', [keyOf(next.timestamp)])
    feed.restart('snapshot', 1)
    feed.publish('root', 'targets', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted().snapshot).toBe(1)
  })

  it('test_new_timestamp_fast_forward_recovery: after a new timestamp key, a lower version is accepted', async () => {
    feed.restart('timestamp', 100)
    feed.publish('timestamp')
    expect(await world.read()).toMatchObject(sound)
    feed.setKeys('timestamp', [keyOf(createFeedKeys().timestamp)])
    feed.restart('timestamp', 1)
    feed.publish('root', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(feed.trusted().timestamp).toBe(1)
  })

  it('delegations: a delegated role is not followed', async () => {
    const { key } = keyOf(createFeedKeys().targets)
    feed.signed.targets = {
      ...feed.signed.targets,
      delegations: {
        keys: { [key.keyID]: key.toJSON() },
        roles: [{ name: 'others', keyids: [key.keyID], threshold: 1, terminating: false, paths: ['stable/*'] }],
      },
    }
    withOthers()
    feed.publish('targets', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject(sound)
    expect(requests.some((url) => url.includes('others'))).toBe(false)
  })

  describe('downloads', () => {
    const folder = (): string => join(world.folder, 'downloads')
    const find = async (version: string): Promise<FeedFile> => {
      const reading = await world.read()
      const file = reading.ok ? reading.files.find((one) => one.version === version) : undefined
      if (file === undefined) throw new Error(`The feed does not have ${version}.`)
      return file
    }
    /** Downloads a version as the updater does, which first removes the downloads of other releases. */
    const download = async (version: string) => {
      const file = await find(version)
      await removeOtherDownloads(folder(), file)
      return await downloadRelease({
        file,
        feedUrl: world.feedUrl,
        folder: folder(),
        signal: AbortSignal.timeout(10_000),
        onProgress: () => {},
      })
    }
    const contents = (): string[] => readdirSync(folder()).map((name) => readFileSync(join(folder(), name), 'utf8'))
    const served = (version: string): string => join(world.out, 'targets/stable', version)
    /** Replaces what the feed serves for a version, without a change of its metadata. */
    const substitute = (version: string, content: string): void => {
      for (const name of readdirSync(served(version))) writeFileSync(join(served(version), name), content)
    }

    it('test_client_downloads_expected_file_in_sub_dir, test_artifact_cache', async () => {
      expect(await download('1.1.0')).toMatchObject({ ok: true })
      expect(contents()).toEqual(['program 1.1.0'])
      expect(await download('1.1.0')).toMatchObject({ ok: true })
      expect(requests.filter((url) => url.startsWith('/targets/'))).toHaveLength(1)
    })

    it('test_repository_substitutes_target_file', async () => {
      world.publish('1.2.0')
      await download('1.1.0')
      for (const version of ['1.1.0', '1.2.0']) substitute(version, `malware ${version}`)
      expect(await download('1.1.0')).toMatchObject({ ok: true })
      expect(contents()).toEqual(['program 1.1.0'])
      expect(await download('1.2.0')).toEqual(refused('bad-hash'))
      expect(contents()).toEqual([])
    })

    it('test_multiple_changes_to_target', async () => {
      for (let round = 0; round < 11; round += 1) {
        world.publish('1.1.0', {}, `modified ${round}`)
        world.publish(`1.2.${round}`, {}, `new ${round}`)
        // The workstation sees only each fifth version of the targets.
        if (round % 5 !== 0) continue
        expect(await download('1.1.0')).toMatchObject({ ok: true })
        expect(contents()).toEqual([`modified ${round}`])
        expect(await download(`1.2.${round}`)).toMatchObject({ ok: true })
        expect(contents()).toEqual([`new ${round}`])
        substitute('1.1.0', `MODIFIED ${round}`)
        world.renew()
        expect(await download('1.1.0')).toEqual(refused('bad-hash'))
        expect(contents()).toEqual([])
      }
    })

    const hashed = (algorithms: readonly string[]): Record<string, string> =>
      Object.fromEntries(
        algorithms.map((name) => [
          name,
          createHash(name === 'sha512' ? name : 'sha256')
            .update('program 1.1.0')
            .digest('hex'),
        ]),
      )
    /** Publishes 1.1.0 with these hashes, and serves one file for each hash, with the hash in its name. */
    const publishHashes = (hashes: Record<string, string>): void => {
      const [[path = '', target] = []] = Object.entries(feed.signed.targets.targets as Record<string, Signed>)
      feed.signed.targets = { ...feed.signed.targets, targets: { [path]: { ...target, hashes } } }
      for (const hash of Object.values(hashes))
        writeFileSync(join(served('1.1.0'), `${hash}.${path.split('/').at(-1)}`), 'program 1.1.0')
      feed.publish('targets', 'snapshot', 'timestamp')
    }
    it.each([[['sha256']], [['sha256', 'sha512']], [['sha512', 'sha256']]])(
      'test_download_with_hash_algorithms: %j',
      async (algorithms) => {
        publishHashes(hashed(algorithms))
        expect(await download('1.1.0')).toMatchObject({ ok: true })
        expect(contents()).toEqual(['program 1.1.0'])
      },
    )

    it('test_download_with_hash_algorithms: SHA-512 alone is refused, because a download is named by its SHA-256', async () => {
      publishHashes(hashed(['sha512']))
      expect(await world.read()).toEqual(refused('bad-release'))
    })

    it('test_download_with_unknown_hash_algorithm: alone or beside a known one', async () => {
      publishHashes(hashed(['unknown-hash']))
      expect(await world.read()).toEqual(refused('bad-release'))
      publishHashes(hashed(['sha256', 'unknown-hash']))
      expect(await download('1.1.0')).toEqual(refused('bad-hash'))
      expect(contents()).toEqual([])
    })

    it('test_download_with_hash_algorithms: each hash is compared', async () => {
      publishHashes({ ...hashed(['sha256']), sha512: 'ab'.repeat(64) })
      expect(await download('1.1.0')).toEqual(refused('bad-hash'))
      expect(contents()).toEqual([])
    })
  })
})
