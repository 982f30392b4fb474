import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Key, Signature } from '@tufjs/models'

/** The roles of a feed whose keys are used for each release. The root keys stay offline. */
export const onlineRoles = ['targets', 'snapshot', 'timestamp'] as const
type OnlineRole = (typeof onlineRoles)[number]

/** An Ed25519 key that signs metadata. */
export type SigningKey = {
  readonly key: Key
  readonly privateKey: KeyObject
  sign(data: Buffer): Signature
}

/** The keys of a feed. Any two of the three root keys are enough to sign a new root. */
export type FeedKeys = { readonly root: readonly SigningKey[] } & { readonly [Role in OnlineRole]: SigningKey | null }

const toSigningKey = (privateKey: KeyObject): SigningKey => {
  const { x } = privateKey.export({ format: 'jwk' })
  const keyVal = { public: Buffer.from(x ?? '', 'base64url').toString('hex') }
  // The canonical form of a key is its JSON with sorted names; the id is its hash (TUF specification, section 4.2).
  const canonical = JSON.stringify({ keytype: 'ed25519', keyval: keyVal, scheme: 'ed25519' })
  const keyID = createHash('sha256').update(canonical).digest('hex')
  return {
    key: new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal }),
    privateKey,
    sign: (data) => new Signature({ keyID, sig: sign(null, data, privateKey).toString('hex') }),
  }
}

const createKey = (): SigningKey => toSigningKey(generateKeyPairSync('ed25519').privateKey)

/** Creates the keys of a new feed: three root keys, and one for each of the other roles. */
export const createFeedKeys = (): FeedKeys => ({
  root: [createKey(), createKey(), createKey()],
  targets: createKey(),
  snapshot: createKey(),
  timestamp: createKey(),
})

const fileOf = (folder: string, name: string): string => join(folder, `${name}.pem`)
const rootNames = ['root-1', 'root-2', 'root-3'] as const

/**
 * Writes keys as PEM files (PKCS #8) that only their owner can read: root-1 to root-3, targets, snapshot, timestamp.
 */
export const writeFeedKeys = (folder: string, keys: FeedKeys): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const named = [
    ...keys.root.map((key, place) => [rootNames[place] ?? '', key] as const),
    ...onlineRoles.map((role) => [role, keys[role]] as const),
  ]
  for (const [name, key] of named) {
    if (key === null) continue
    const pem = key.privateKey.export({ format: 'pem', type: 'pkcs8' })
    writeFileSync(fileOf(folder, name), pem, { mode: 0o600, flag: 'wx' })
  }
}

const readKey = (path: string): SigningKey | null => {
  if (!existsSync(path)) return null
  const privateKey = createPrivateKey(readFileSync(path))
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is not an Ed25519 key.`)
  return toSigningKey(privateKey)
}

/**
 * Reads the keys that a folder has. A missing one is null, or absent from the root keys. Throws if a key's file has
 * something other than an Ed25519 key.
 */
export const readFeedKeys = (folder: string): FeedKeys => ({
  root: rootNames.map((name) => readKey(fileOf(folder, name))).filter((key) => key !== null),
  targets: readKey(fileOf(folder, 'targets')),
  snapshot: readKey(fileOf(folder, 'snapshot')),
  timestamp: readKey(fileOf(folder, 'timestamp')),
})
