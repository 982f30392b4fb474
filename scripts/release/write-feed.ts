import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Metadata, MetadataKind, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import type { ReleaseFile } from '#domain/update/release.ts'
import { type FeedKeys, onlineRoles, type SigningKey } from './feed-keys.ts'

const dayMs = 24 * 3_600_000
const specVersion = '1.0.31'
/**
 * Lifetimes in days. The timestamp's lifetime is short, so that a feed that an attacker has frozen is refused after two
 * weeks.
 */
const lifeDays = { root: 730, targets: 365, snapshot: 365, timestamp: 14 } as const
/** How many root keys must have signed a root. */
const rootThreshold = 2

/** A file to publish: its path, its name in the feed, and its details in the metadata. */
type FileToPublish = { readonly source: string; readonly name: string; readonly about: ReleaseFile }

const expiryOf = (role: keyof typeof lifeDays, nowMs: number): string =>
  new Date(nowMs + lifeDays[role] * dayMs).toISOString().replace(/\.\d{3}Z$/, 'Z')

const metadataFolder = (out: string): string => join(out, 'metadata')

type Signable = Metadata<Root> | Metadata<Targets> | Metadata<Snapshot> | Metadata<Timestamp>

/**
 * Writes signed metadata in one step: a web server reads the whole old file or the whole new one. Returns the bytes of
 * the metadata.
 */
const write = (out: string, name: string, metadata: Signable): Buffer => {
  const bytes = Buffer.from(`${JSON.stringify(metadata.toJSON(), undefined, 1)}\n`)
  const path = join(metadataFolder(out), name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, bytes)
  renameSync(`${path}.new`, path)
  return bytes
}

const hashOf = (bytes: Buffer): { sha256: string } => ({ sha256: createHash('sha256').update(bytes).digest('hex') })
const describe = (version: number, bytes: Buffer): MetaFile =>
  new MetaFile({ version, length: bytes.length, hashes: hashOf(bytes) })

const needed = (key: SigningKey | null, role: string): SigningKey => {
  if (key === null) throw new Error(`The key ${role}.pem is missing.`)
  return key
}

const rootVersions = (out: string): number[] =>
  existsSync(metadataFolder(out))
    ? readdirSync(metadataFolder(out)).flatMap((name) => Number(/^(\d+)\.root\.json$/.exec(name)?.[1] ?? []))
    : []

const readRoot = (out: string, version: number): Metadata<Root> =>
  Metadata.fromJSON(
    MetadataKind.Root,
    JSON.parse(readFileSync(join(metadataFolder(out), `${version}.root.json`), 'utf8')),
  )

const writeRoot = (
  out: string,
  version: number,
  keys: FeedKeys,
  earlier: readonly SigningKey[],
  nowMs: number,
): void => {
  const online = onlineRoles.map((role) => [role, needed(keys[role], role)] as const)
  const all = [...keys.root, ...online.map(([, key]) => key)]
  const signed = Root.fromJSON({
    _type: 'root',
    version,
    spec_version: specVersion,
    expires: expiryOf('root', nowMs),
    consistent_snapshot: true,
    keys: Object.fromEntries(all.map(({ key }) => [key.keyID, key.toJSON()])),
    roles: {
      root: { keyids: keys.root.map(({ key }) => key.keyID), threshold: rootThreshold },
      ...Object.fromEntries(online.map(([role, { key }]) => [role, { keyids: [key.keyID], threshold: 1 }])),
    },
  })
  const metadata = new Metadata(signed)
  const signers = new Map([...earlier, ...keys.root].map((key) => [key.key.keyID, key]))
  for (const key of signers.values()) metadata.sign((data) => key.sign(data))
  write(out, `${version}.root.json`, metadata)
}

/** Returns the newest root of a feed as JSON, to be built into the program; null before the first release. */
export const newestRoot = (out: string): Buffer | null => {
  const version = Math.max(0, ...rootVersions(out))
  return version === 0 ? null : readFileSync(join(metadataFolder(out), `${version}.root.json`))
}

const readSigned = (out: string, kind: MetadataKind.Timestamp | MetadataKind.Targets, name: string) =>
  Metadata.fromJSON(kind as MetadataKind.Targets, JSON.parse(readFileSync(join(metadataFolder(out), name), 'utf8')))

const readTimestamp = (out: string): Metadata<Timestamp> | null => {
  const path = join(metadataFolder(out), 'timestamp.json')
  return existsSync(path) ? Metadata.fromJSON(MetadataKind.Timestamp, JSON.parse(readFileSync(path, 'utf8'))) : null
}

const writeTimestamp = (out: string, keys: FeedKeys, snapshotMeta: MetaFile, version: number, nowMs: number): void => {
  const timestamp = new Metadata(
    new Timestamp({ version, specVersion, expires: expiryOf('timestamp', nowMs), snapshotMeta }),
  )
  timestamp.sign((data) => needed(keys.timestamp, 'timestamp').sign(data))
  write(out, 'timestamp.json', timestamp)
}

const copyTarget = (out: string, path: string, hash: string, source: string): void => {
  const parts = path.split('/')
  const to = join(out, 'targets', ...parts.slice(0, -1), `${hash}.${parts.at(-1)}`)
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(source, to)
}

/**
 * Adds files to a feed and signs it; makes the feed at its first release. Files of earlier releases stay. The timestamp
 * is written last, so that a reader never sees half a release. Throws when a key is missing, or when the version is in
 * another channel.
 */
export const writeRelease = (out: string, keys: FeedKeys, files: readonly FileToPublish[], nowMs: number): void => {
  for (const role of onlineRoles) needed(keys[role], role)
  if (rootVersions(out).length === 0) {
    if (keys.root.length < 3) throw new Error('The first release needs root-1.pem, root-2.pem and root-3.pem.')
    writeRoot(out, 1, keys, [], nowMs)
  }
  const before = readTimestamp(out)
  const version = (before?.signed.snapshotMeta.version ?? 0) + 1
  const targets = new Targets({ version, specVersion, expires: expiryOf('targets', nowMs) })
  if (before !== null)
    for (const target of Object.values(
      readSigned(out, MetadataKind.Targets, `${version - 1}.targets.json`).signed.targets,
    ))
      targets.addTarget(target)
  for (const { about } of files) {
    const others = Object.keys(targets.targets).filter((path) => path.split('/')[1] === about.version)
    // The server's rings depend on the version and not on the channel. In a second channel, the version would not begin
    // with the first ring.
    if (others.some((path) => path.split('/')[0] !== about.channel))
      throw new Error(`Version ${about.version} is in another channel already. Release a new version.`)
  }
  for (const { source, name, about } of files) {
    const path = `${about.channel}/${about.version}/${name}`
    const bytes = readFileSync(source)
    const hashes = hashOf(bytes)
    copyTarget(out, path, hashes.sha256, source)
    targets.addTarget(
      new TargetFile({
        path,
        length: bytes.length,
        hashes,
        unrecognizedFields: { custom: { ...about, notes: [...about.notes], rollbackFrom: [...about.rollbackFrom] } },
      }),
    )
  }
  const signedTargets = new Metadata(targets)
  signedTargets.sign((data) => needed(keys.targets, 'targets').sign(data))
  const targetsMeta = describe(version, write(out, `${version}.targets.json`, signedTargets))
  const snapshot = new Metadata(
    new Snapshot({ version, specVersion, expires: expiryOf('snapshot', nowMs), meta: { 'targets.json': targetsMeta } }),
  )
  snapshot.sign((data) => needed(keys.snapshot, 'snapshot').sign(data))
  const snapshotMeta = describe(version, write(out, `${version}.snapshot.json`, snapshot))
  writeTimestamp(out, keys, snapshotMeta, (before?.signed.version ?? 0) + 1, nowMs)
}

/** Signs the timestamp again, for another 14 days. Needs only the timestamp key. Throws without a feed. */
export const renewTimestamp = (out: string, keys: FeedKeys, nowMs: number): void => {
  const before = readTimestamp(out)
  if (before === null) throw new Error(`${out} has no feed.`)
  writeTimestamp(out, keys, before.signed.snapshotMeta, before.signed.version + 1, nowMs)
}

/**
 * Publishes a new root with new keys. The given root keys of the earlier root and all new root keys sign the new root;
 * then the new keys sign the whole feed. Throws for fewer than two root keys of the earlier root, or fewer than three
 * new root keys.
 */
export const rotateKeys = (out: string, earlier: FeedKeys, keys: FeedKeys, nowMs: number): void => {
  const version = Math.max(0, ...rootVersions(out))
  if (version === 0) throw new Error(`${out} has no feed.`)
  const known = readRoot(out, version).signed.roles.root?.keyIDs ?? []
  const signers = earlier.root.filter(({ key }) => known.includes(key.keyID))
  if (signers.length < rootThreshold) throw new Error('A new root needs two of the earlier root keys.')
  if (keys.root.length < 3) throw new Error('A new root needs three new root keys.')
  writeRoot(out, version + 1, keys, signers, nowMs)
  writeRelease(out, keys, [], nowMs)
}
