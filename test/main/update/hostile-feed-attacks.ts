import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'
import type { FeedParts } from '#main/update/read-feed.ts'
import { createFeedKeys, type SigningKey } from '#scripts/release/feed-keys.ts'
import type { FeedWorld } from './feed-world.ts'

const dayMs = 24 * 3_600_000
export const keyOf = (key: SigningKey | null): SigningKey => {
  if (key === null) throw new Error('The world does not have this key.')
  return key
}
export const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place]
  if (item === undefined) throw new Error(`There is no item ${place}.`)
  return item
}

/** Publishes 1.2.0 and changes its entry in the targets, signed with the true keys of all roles. */
export const withTargets = (
  world: FeedWorld,
  change: (path: string, target: Record<string, unknown>) => [string, unknown][],
): void => {
  const { keys } = world
  world.publish('1.2.0')
  world.forge('2.targets.json', [keyOf(keys.targets)], (signed) => ({
    ...signed,
    targets: Object.fromEntries(
      Object.entries(signed.targets as Record<string, Record<string, unknown>>).flatMap(([path, target]) =>
        path.includes('1.2.0') ? change(path, target) : [[path, target]],
      ),
    ),
  }))
  trust(world, 2)
}

/** Publishes a snapshot of changed targets and a timestamp of that snapshot, each signed with the true key. */
export const trust = ({ forge, keys }: FeedWorld, version: number, targetsVersion = version): void => {
  forge(`${version}.snapshot.json`, [keyOf(keys.snapshot)], (signed) => ({
    ...signed,
    meta: { 'targets.json': { version: targetsVersion } },
  }))
  forge('timestamp.json', [keyOf(keys.timestamp)], (signed) => ({
    ...signed,
    meta: { 'snapshot.json': { version } },
  }))
}

export const custom = (target: Record<string, unknown>, change: Record<string, unknown>) => ({
  ...target,
  custom: { ...(target.custom as object), ...change },
})

/** Publishes targets with a rollout that JSON.stringify never writes. */
const withRollout = (world: FeedWorld, value: string): void => {
  withTargets(world, (path, target) => [[path, custom(target, { rollout: 'HERE' })]])
  world.write('2.targets.json', world.bytesOf('2.targets.json').toString().replace('"HERE"', value))
}

type Attack = readonly [
  name: string,
  code: FeedFailureCode,
  attack: (world: FeedWorld) => void | Promise<void>,
  reading: (world: FeedWorld) => Partial<FeedParts>,
]
/** An attack without `reading` reads the feed in the usual way. */
type ShortAttack = Attack | readonly [Attack[0], Attack[1], Attack[2]]

const attacks: readonly ShortAttack[] = [
  ['no signature', 'bad-signature', ({ change }) => change('timestamp.json', (json) => ({ ...json, signatures: [] }))],
  [
    'keys of another publisher',
    'bad-signature',
    ({ forge }) => {
      const other = createFeedKeys()
      forge('timestamp.json', [keyOf(other.timestamp)], (signed) => ({ ...signed, version: 9 }))
    },
  ],
  [
    'a timestamp signed by the key of another role',
    'bad-signature',
    ({ forge, keys }) => forge('timestamp.json', [keyOf(keys.targets)], (signed) => ({ ...signed, version: 9 })),
  ],
  ['no metadata', 'missing', ({ out }) => rmSync(join(out, 'metadata/timestamp.json'))],
  ['a snapshot that is missing', 'missing', ({ out }) => rmSync(join(out, 'metadata/1.snapshot.json'))],
  [
    'a page instead of metadata',
    'malformed',
    ({ write }) => write('timestamp.json', '<html>Sign in to the network</html>'),
  ],
  [
    'metadata that breaks off',
    'malformed',
    ({ write, bytesOf }) => write('timestamp.json', bytesOf('timestamp.json').subarray(0, 200)),
  ],
  [
    'metadata of another kind',
    'malformed',
    ({ write, bytesOf }) => write('timestamp.json', bytesOf('1.snapshot.json')),
  ],
  [
    'targets changed after signing',
    'bad-hash',
    ({ change }) =>
      change('1.targets.json', (json) => ({ ...json, signed: { ...json.signed, version: 1, extra: true } })),
  ],
  [
    'targets changed after signing, in a snapshot without hashes',
    'bad-signature',
    (world) => {
      world.publish('1.2.0')
      world.change('2.targets.json', (json) => ({ ...json, signed: { ...json.signed, targets: {} } }))
      trust(world, 2)
    },
  ],
  ['a freeze: a timestamp that expired', 'expired', ({ renew, nowMs }) => renew(nowMs - 15 * dayMs)],
  [
    'a snapshot that expired',
    'expired',
    (world) => {
      world.publish('1.2.0')
      trust(world, 2)
      world.forge('2.snapshot.json', [keyOf(world.keys.snapshot)], (signed) => ({
        ...signed,
        expires: '2026-01-01T00:00:00Z',
      }))
    },
  ],
  [
    'targets that expired',
    'expired',
    (world) => {
      world.publish('1.2.0')
      world.forge('2.targets.json', [keyOf(world.keys.targets)], (signed) => ({
        ...signed,
        expires: '2026-01-01T00:00:00Z',
      }))
      trust(world, 2)
    },
  ],
  [
    'a root that expired',
    'expired',
    ({ forge, keys }) =>
      forge(
        '1.root.json',
        keys.root,
        (signed) => ({ ...signed, version: 2, expires: '2026-01-01T00:00:00Z' }),
        '2.root.json',
      ),
  ],
  [
    'an older timestamp, replayed',
    'rolled-back',
    async (world) => {
      const old = world.bytesOf('timestamp.json')
      world.publish('1.2.0')
      await world.read()
      world.write('timestamp.json', old)
    },
  ],
  [
    'an older snapshot under a newer timestamp',
    'rolled-back',
    async (world) => {
      world.publish('1.2.0')
      await world.read()
      world.forge('timestamp.json', [keyOf(world.keys.timestamp)], (signed) => ({
        ...signed,
        version: 9,
        meta: { 'snapshot.json': { version: 1 } },
      }))
    },
  ],
  [
    'older targets under a newer snapshot',
    'rolled-back',
    async (world) => {
      world.publish('1.2.0')
      await world.read()
      world.publish('1.3.0')
      trust(world, 3, 1)
    },
  ],
  [
    'older targets under the newer name',
    'rolled-back',
    (world) => {
      const old = world.bytesOf('1.targets.json')
      world.publish('1.2.0')
      world.write('2.targets.json', old)
      trust(world, 2)
    },
  ],
  [
    'mix and match: the snapshot of one release with the targets of another',
    'bad-hash',
    (world) => {
      world.publish('1.2.0')
      const newer = world.bytesOf('2.targets.json')
      world.publish('1.3.0')
      world.write('3.targets.json', newer)
    },
  ],
  [
    'mix and match: a snapshot of another version than the timestamp names',
    'bad-hash',
    (world) => {
      const old = world.bytesOf('1.snapshot.json')
      world.publish('1.2.0')
      world.write('2.snapshot.json', old)
    },
  ],
  [
    'a snapshot that lost its targets',
    'rolled-back',
    async (world) => {
      await world.read()
      world.publish('1.2.0')
      world.forge('2.snapshot.json', [keyOf(world.keys.snapshot)], (signed) => ({ ...signed, meta: {} }))
      world.forge('timestamp.json', [keyOf(world.keys.timestamp)], (signed) => ({
        ...signed,
        meta: { 'snapshot.json': { version: 2 } },
      }))
    },
  ],
  [
    'fast-forward: a timestamp that claims an older version than the one seen',
    'rolled-back',
    async (world) => {
      world.forge('timestamp.json', [keyOf(world.keys.timestamp)], (signed) => ({ ...signed, version: 2_000_000_000 }))
      await world.read()
      world.publish('1.2.0')
      world.forge('timestamp.json', [keyOf(world.keys.timestamp)], (signed) => ({ ...signed, version: 5 }))
    },
  ],
  [
    'a new root with one of the two needed signatures',
    'bad-signature',
    ({ forge, keys }) =>
      forge('1.root.json', [at(keys.root, 0)], (signed) => ({ ...signed, version: 2 }), '2.root.json'),
  ],
  [
    'a new root with one signature twice',
    'bad-signature',
    ({ forge, keys }) =>
      forge(
        '1.root.json',
        [at(keys.root, 0), at(keys.root, 0)],
        (signed) => ({ ...signed, version: 2 }),
        '2.root.json',
      ),
  ],
  [
    'a new root that the earlier keys did not sign',
    'bad-signature',
    ({ rotate, forge, keys }) => {
      const next = createFeedKeys()
      rotate(next)
      forge('2.root.json', next.root, (signed) => signed)
      expect(keys.root).toHaveLength(3)
    },
  ],
  [
    'a new root that its own keys did not sign',
    'bad-signature',
    ({ rotate, forge, keys }) => {
      rotate(createFeedKeys())
      forge('2.root.json', keys.root, (signed) => signed)
    },
  ],
  [
    'a new root that is missing, with metadata signed by its keys',
    'bad-signature',
    ({ rotate, out }) => {
      const next = createFeedKeys()
      rotate(next)
      rmSync(join(out, 'metadata/2.root.json'))
    },
  ],
  [
    'a root of version 3 in the file of version 2',
    'rolled-back',
    ({ forge, keys }) => forge('1.root.json', keys.root, (signed) => ({ ...signed, version: 3 }), '2.root.json'),
  ],
  [
    'an endless timestamp',
    'too-long',
    ({ setTamper }) =>
      setTamper((request, response) => {
        if (!request.url?.endsWith('timestamp.json')) return false
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(1000)));
          response.once('drain', more)
        }
        more()
        return true
      }),
  ],
  [
    'a redirect to http',
    'redirected',
    ({ setTamper }) =>
      setTamper((_, response) => {
        response.writeHead(302, { location: 'http://feed.example/' }).end()
        return true
      }),
  ],
  ['an address without encryption', 'not-encrypted', () => {}, () => ({ feedUrl: 'http://feed.example/' })],
  ['a server that is not there', 'unreachable', () => {}, () => ({ feedUrl: 'http://127.0.0.1:9/' })],
  [
    'a server that fails',
    'unreachable',
    ({ setTamper }) =>
      setTamper((_, response) => {
        response.writeHead(503).end()
        return true
      }),
  ],
  [
    'a name that leads out of its folder',
    'bad-name',
    (world) => withTargets(world, (_, target) => [['stable/1.2.0/../../x', target]]),
  ],
  ['an absolute name', 'bad-name', (world) => withTargets(world, (_, target) => [['/etc/atrium', target]])],
  [
    'a name with a backslash',
    'bad-name',
    (world) => withTargets(world, (_, target) => [['stable\\1.2.0\\a.appimage', target]]),
  ],
  [
    'two names that differ by case',
    'bad-name',
    (world) =>
      withTargets(world, (path, target) => [
        [path, target],
        [path.replace('atrium', 'Atrium'), target],
      ]),
  ],
  [
    'a file in the folder of another version',
    'bad-name',
    (world) => withTargets(world, (path, target) => [[path, custom(target, { version: '9.0.0' })]]),
  ],
  [
    'a file in the folder of another channel',
    'bad-name',
    (world) => withTargets(world, (path, target) => [[path, custom(target, { channel: 'early' })]]),
  ],
  [
    'a version that is no number',
    'bad-release',
    (world) => withTargets(world, (path, target) => [[path, custom(target, { version: 'NaN.0.0' })]]),
  ],
  [
    'a negative version',
    'bad-release',
    (world) => withTargets(world, (path, target) => [[path, custom(target, { version: '1.-2.0' })]]),
  ],
  ['a rollout of 1e999, which no signature can cover', 'bad-signature', (world) => withRollout(world, '1e999')],
  ['a rollout of NaN, which is not JSON', 'malformed', (world) => withRollout(world, 'NaN')],
  ['no version', 'bad-release', (world) => withTargets(world, (path, { custom: _, ...target }) => [[path, target]])],
  [
    'a file of no bytes',
    'bad-release',
    (world) => withTargets(world, (path, target) => [[path, { ...target, length: 0 }]]),
  ],
  [
    'a file without a SHA-256',
    'bad-release',
    (world) => withTargets(world, (path, target) => [[path, { ...target, hashes: { md5: 'aa' } }]]),
  ],
  [
    'a clock set back a year, at a workstation that has read the feed',
    'clock-behind',
    async (world) => {
      await world.read()
    },
    ({ nowMs }) => ({ nowMs: () => nowMs - 365 * dayMs, builtAtMs: 0 }),
  ],
  [
    'a clock set back a year, at a workstation whose verified metadata was deleted',
    'clock-behind',
    () => {},
    ({ nowMs }) => ({ nowMs: () => nowMs - 365 * dayMs }),
  ],
]

/** Feeds that are refused as a whole: nothing of them is offered. */
export const refusedFeeds: readonly Attack[] = attacks.map(([name, code, attack, reading = () => ({})]) => [
  name,
  code,
  attack,
  reading,
])
