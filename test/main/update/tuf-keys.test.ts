import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { Key, Signature } from '@tufjs/models'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFeedKeys, type SigningKey } from '#scripts/release/feed-keys.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'
import { createSimulator, keyOf, nameOf, type Signed, type Simulator } from './tuf-simulator.ts'

// The cases of tuf-conformance in its files test_updater_key_rotations.py and test_keys.py, with its names.

const refused = { ok: false, code: 'bad-signature' }
const keyPool: readonly SigningKey[] = Array.from({ length: 10 }, () => keyOf(createFeedKeys().targets))
const keysAt = (places: readonly number[]): readonly SigningKey[] => places.map((place) => keyOf(keyPool[place]))

/** One version of a role: its keys, how many of them must sign, and which of them signed. */
type Version = readonly [keys: readonly number[], threshold: number, signers: readonly number[]]

describe('tuf-conformance: keys', () => {
  let world: FeedWorld
  let feed: Simulator
  beforeEach(async () => {
    world = await openFeedWorld()
    feed = createSimulator(world)
  })
  afterEach(async () => await world.close())

  /** Publishes a root whose own keys are those of `version`. */
  const publishRoot = ([keys, threshold, signers]: Version): void => {
    feed.setKeys('root', keysAt(keys), threshold, keysAt(signers))
    feed.publish('root')
  }

  describe('test_root_rotation', () => {
    it.each<[string, readonly Version[]]>([
      [
        '1-of-1-key-rotation',
        [
          [[1], 1, [1]],
          [[2], 1, [2, 1]],
          [[2], 1, [2]],
        ],
      ],
      [
        '1-of-1-key-rotation-unused-signatures',
        [
          [[1], 1, [3, 1, 4]],
          [[2], 1, [3, 2, 1, 4]],
          [[2], 1, [3, 2, 4]],
        ],
      ],
      [
        '3-of-5-sign-with-different-keycombos',
        [
          [[0, 1, 2, 3, 4], 3, [0, 2, 4]],
          [[0, 1, 2, 3, 4], 3, [0, 4, 1]],
          [[0, 1, 2, 3, 4], 3, [0, 1, 3]],
          [[0, 1, 2, 3, 4], 3, [0, 1, 3]],
        ],
      ],
      [
        '3-of-5-one-key-rotated',
        [
          [[0, 1, 2, 3, 4], 3, [0, 2, 4]],
          [[0, 1, 3, 4, 5], 3, [0, 4, 1]],
        ],
      ],
      [
        '3-of-5-one-key-rotated-with-intermediate-step',
        [
          [[0, 1, 2, 3, 4], 3, [0, 2, 4]],
          [[0, 1, 3, 4, 5], 3, [0, 2, 4, 5]],
          [[0, 1, 3, 4, 5], 3, [0, 4, 5]],
        ],
      ],
      [
        '3-of-5-all-keys-rotated-with-intermediate-step',
        [
          [[0, 1, 2, 3, 4], 3, [0, 2, 4]],
          [[5, 6, 7, 8, 9], 3, [0, 2, 4, 5, 6, 7]],
          [[5, 6, 7, 8, 9], 3, [5, 6, 7]],
        ],
      ],
      [
        '1-of-3-threshold-increase-to-2-of-3',
        [
          [[1, 2, 3], 1, [1]],
          [[1, 2, 3], 2, [1, 2]],
        ],
      ],
      [
        '2-of-3-threshold-decrease-to-1-of-3',
        [
          [[1, 2, 3], 2, [1, 2]],
          [[1, 2, 3], 1, [1, 2]],
          [[1, 2, 3], 1, [1]],
        ],
      ],
      [
        '1-of-2-threshold-increase-to-2-of-2',
        [
          [[1], 1, [1]],
          [[1, 2], 2, [1, 2]],
        ],
      ],
    ])('%s: the last root is trusted', async (_, versions) => {
      feed.restart('root', 1)
      for (const version of versions) publishRoot(version)
      expect(await world.read({ ownRoot: world.bytesOf('1.root.json') })).toMatchObject({ ok: true })
      expect(feed.stored('root')).toBe(world.bytesOf(`${versions.length}.root.json`).toString())
    })

    it.each<[string, Version, Version]>([
      ['1-of-1-key-rotation-fail-not-signed-with-old-key', [[1], 1, [1]], [[2], 1, [2, 3, 4]]],
      ['1-of-1-key-rotation-fail-not-signed-with-new-key', [[1], 1, [1]], [[2], 1, [1, 3, 4]]],
      [
        '3-of-5-one-key-rotate-fails-not-signed-with-3-new-keys',
        [[0, 1, 2, 3, 4], 3, [0, 2, 4]],
        [[0, 1, 3, 4, 5], 3, [0, 2, 4]],
      ],
      [
        '3-of-5-one-key-rotate-fails-not-signed-with-3-old-keys',
        [[0, 1, 2, 3, 4], 3, [0, 2, 4]],
        [[0, 1, 3, 4, 5], 3, [0, 4, 5]],
      ],
      ['1-of-3-threshold-bump-to-2-of-3-fails-new-threshold-not-reached', [[1, 2, 3], 1, [1]], [[1, 2, 3], 2, [2]]],
      ['2-of-3-threshold-decr-to-1-of-3-fails-old-threshold-not-eached', [[1, 2, 3], 2, [1, 2]], [[1, 2, 3], 1, [1]]],
    ])('%s: the first root stays', async (_, first, second) => {
      feed.restart('root', 1)
      publishRoot(first)
      publishRoot(second)
      expect(await world.read({ ownRoot: world.bytesOf('1.root.json') })).toEqual(refused)
      expect(feed.stored('root')).toBe(world.bytesOf('1.root.json').toString())
      expect(feed.trusted()).toEqual({ root: 1 })
    })
  })

  describe.each(['timestamp', 'snapshot', 'targets'] as const)('test_non_root_rotations: %s', (role) => {
    it.each<[string, Version, boolean]>([
      ['1-of-1-key-rotation', [[2], 1, [2]], true],
      ['1-of-1-key-rotation-unused-signatures', [[1], 1, [3, 1, 4]], true],
      ['1-of-1-key-rotation-fail-not-signed-with-new-key', [[2], 1, [1, 3, 4]], false],
      ['3-of-5-one-key-signature-wrong-not-signed-with-3-expected-keys', [[0, 1, 3, 4, 5], 3, [0, 2, 4]], false],
      ['2-of-5-one-key-signature-mising-threshold-not-reached', [[0, 1, 3, 4, 5], 3, [0, 4]], false],
      ['3-of-5-sign-first-combo', [[0, 1, 2, 3, 4], 3, [0, 2, 4]], true],
      ['3-of-5-sign-second-combo', [[0, 1, 2, 3, 4], 3, [0, 4, 1]], true],
      ['3-of-5-sign-third-combo', [[0, 1, 2, 3, 4], 3, [0, 1, 3]], true],
      ['3-of-5-sign-fourth-combo', [[0, 1, 2, 3, 4], 3, [1, 2, 3]], true],
      ['3-of-5-sign-fifth-combo', [[0, 1, 2, 3, 4], 3, [2, 3, 4]], true],
    ])('%s', async (_, [keys, threshold, signers], isAccepted) => {
      feed.setKeys(role, keysAt(keys), threshold, keysAt(signers))
      feed.publish('root', 'targets', 'snapshot', 'timestamp')
      const reading = await world.read()
      if (isAccepted) expect(feed.stored(role)).toBe(world.bytesOf(nameOf(role, 2)).toString())
      else {
        expect(reading).toEqual(refused)
        expect(feed.trusted()[role]).toBeUndefined()
      }
    })
  })

  it('test_snapshot_does_not_meet_threshold: three of three keys are accepted, two of three are not', async () => {
    const three = [keyOf(world.keys.snapshot), ...keysAt([0, 1])]
    feed.setKeys('snapshot', three, 3)
    feed.publish('root', 'targets', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject({ ok: true })
    feed.signers.snapshot = three.slice(0, 2)
    feed.publish('targets', 'snapshot', 'timestamp')
    expect(await world.read()).toEqual(refused)
    expect(feed.trusted()).toEqual({ root: 2, timestamp: 3, snapshot: 2, targets: 2 })
  })

  it('test_snapshot_has_too_few_keys: six of five', async () => {
    feed.setKeys('snapshot', keysAt([0, 1, 2, 3, 4]), 6)
    feed.publish('root', 'snapshot', 'timestamp')
    expect(await world.read()).toEqual(refused)
    expect(feed.trusted()).toEqual({ root: 2, timestamp: 2 })
  })

  it('test_duplicate_keys: one key nine times is not nine keys', async () => {
    const [key = keyOf(null)] = keysAt([0])
    feed.setKeys(
      'snapshot',
      Array.from({ length: 9 }, () => key),
      6,
    )
    feed.publish('root', 'snapshot', 'timestamp')
    expect(await world.read()).toMatchObject({ ok: false })
    expect(feed.trusted().snapshot).toBeUndefined()
  })

  it('test_duplicate_sig_keyids: two copies of a signature are refused, although one copy is enough', async () => {
    world.change('1.snapshot.json', (json) => ({ ...json, signatures: [...json.signatures, ...json.signatures] }))
    feed.publish('timestamp')
    expect(await world.read()).toEqual(refused)
    expect(feed.trusted()).toEqual({ root: 1, timestamp: 2 })
  })

  it('refuses two signatures of one key where two keys must sign', async () => {
    feed.setKeys('snapshot', keysAt([0, 1]), 2, keysAt([0, 0]))
    feed.publish('root', 'snapshot', 'timestamp')
    expect(await world.read()).toEqual(refused)
    feed.signers.snapshot = keysAt([0, 1])
    feed.publish('snapshot', 'timestamp')
    expect(await world.read()).toMatchObject({ ok: true })
  })

  /** Returns a key of the given kind, which signs in the form of that kind. */
  const foreignKey = (keyType: string, scheme: string, pair: { publicKey: KeyObject; privateKey: KeyObject }) => {
    const keyVal = { public: pair.publicKey.export({ format: 'pem', type: 'spki' }).toString() }
    const keyID = createHash('sha256').update(keyVal.public).digest('hex')
    const padding = keyType === 'rsa' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {}
    const algorithm = keyType === 'ed25519' ? null : 'sha256'
    const signKey = { key: pair.privateKey, ...padding }
    return {
      key: new Key({ keyID, keyType, scheme, keyVal }),
      privateKey: pair.privateKey,
      sign: (data: Buffer) => new Signature({ keyID, sig: sign(algorithm, data, signKey).toString('hex') }),
    } satisfies SigningKey
  }
  it.each([
    ['rsa', 'rsassa-pss-sha256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ecdsa', 'ecdsa-sha2-nistp256', () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
    ['ed25519', 'ed25519', () => generateKeyPairSync('ed25519')],
  ] as const)('test_keytype_and_scheme: %s/%s', async (keyType, scheme, create) => {
    const key = foreignKey(keyType, scheme, create())
    feed.setKeys('root', [...world.keys.root, key], 4)
    feed.publish('root')
    expect(await world.read()).toMatchObject({ ok: true })
    expect(feed.trusted().root).toBe(2)
    const wrong = { ...key, sign: () => key.sign(Buffer.from('other content')) }
    feed.signers.root = [...world.keys.root, wrong]
    feed.publish('root')
    expect(await world.read()).toEqual(refused)
    expect(feed.trusted().root).toBe(2)
  })

  it('a key of an unknown kind signs nothing', async () => {
    const { keyID } = keyOf(world.keys.timestamp).key
    const keys = feed.signed.root.keys as Record<string, object>
    feed.signed.root = { ...feed.signed.root, keys: { ...keys, [keyID]: { ...keys[keyID], keytype: 'ed448' } } }
    feed.publish('root')
    expect(await world.read()).toEqual(refused)
  })

  it.each<[string, (sig: string) => string]>([
    ['wrong', (sig) => `${sig.slice(0, -2)}${sig.endsWith('00') ? '01' : '00'}`],
    ['empty', () => ''],
  ])('test_invalid_sig_in_valid_metadata: one of two known keys has a %s signature', async (_, change) => {
    feed.setKeys('timestamp', [keyOf(world.keys.timestamp), ...keysAt([0])])
    feed.publish('root', 'timestamp')
    world.change('timestamp.json', (json) => ({
      ...json,
      signatures: json.signatures.map((one, place) =>
        place === 0 ? { ...one, sig: change(String((one as Signed).sig)) } : one,
      ),
    }))
    expect(await world.read()).toMatchObject({ ok: true })
    expect(feed.trusted()).toMatchObject({ root: 2, timestamp: 2 })
  })
})
