import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SigningKey } from '#scripts/release/feed-keys.ts'
import type { FeedWorld } from './feed-world.ts'

export type Role = 'root' | 'targets' | 'snapshot' | 'timestamp'
export type Signed = Record<string, unknown>

/** Returns the given key. Throws if the world does not have it. */
export const keyOf = (key: SigningKey | null | undefined): SigningKey => {
  if (key === null || key === undefined) throw new Error('The world does not have this key.')
  return key
}

/** Returns the name of a role's metadata in the feed. */
export const nameOf = (role: Role, version: number): string =>
  role === 'timestamp' ? 'timestamp.json' : `${version}.${role}.json`

const expectedOrder = ['root', 'targets', 'snapshot', 'timestamp'] as const

export type Simulator = ReturnType<typeof createSimulator>

/**
 * Publishes the roles of a feed one by one, as the repository simulator of tuf-conformance does. `signed` has the
 * content of the next version of each role, and `signers` the keys that sign it. Tests change both.
 */
export const createSimulator = (world: FeedWorld) => {
  const { keys } = world
  const read = (role: Role): Signed => JSON.parse(world.bytesOf(nameOf(role, 1)).toString()).signed
  const signed: Record<Role, Signed> = {
    root: read('root'),
    targets: read('targets'),
    snapshot: read('snapshot'),
    timestamp: read('timestamp'),
  }
  const signers: Record<Role, readonly SigningKey[]> = {
    root: keys.root,
    targets: [keyOf(keys.targets)],
    snapshot: [keyOf(keys.snapshot)],
    timestamp: [keyOf(keys.timestamp)],
  }
  const versionOf = (role: Role): number => Number(signed[role].version)
  /** Returns the entry about a role in the metadata of the role above it. */
  const described = (role: Role, hasHashes: boolean): Signed => {
    const version = versionOf(role)
    if (!hasHashes) return { version }
    const bytes = world.bytesOf(nameOf(role, version))
    return { version, length: bytes.length, hashes: { sha256: createHash('sha256').update(bytes).digest('hex') } }
  }
  const simulator = {
    signed,
    signers,
    versionOf,
    /** Whether snapshot and timestamp have the hashes and lengths of the metadata that they name. */
    hasHashes: false,
    /**
     * Gives each role its next version and publishes it. Snapshot and timestamp name the versions that are current at
     * that moment.
     */
    publish: (...roles: readonly Role[]): void => {
      for (const role of expectedOrder.filter((one) => roles.includes(one))) {
        signed[role] = { ...signed[role], version: versionOf(role) + 1 }
        const { meta } = signed[role]
        if (role === 'snapshot')
          signed.snapshot.meta = { ...(meta as Signed), 'targets.json': described('targets', simulator.hasHashes) }
        if (role === 'timestamp')
          signed.timestamp.meta = { 'snapshot.json': described('snapshot', simulator.hasHashes) }
        simulator.rewrite(role)
      }
    },
    /** Writes the present version of a role again, with its present content and signers. */
    rewrite: (role: Role, as = versionOf(role)): void => {
      world.write(nameOf(role, as), '{}')
      world.forge(nameOf(role, as), signers[role], () => signed[role])
    },
    /** Sets the version that the next `publish` gives to a role. */
    restart: (role: Role, version: number): void => {
      signed[role] = { ...signed[role], version: version - 1 }
    },
    /** Names the keys of a role in the next root. The keys of `by` sign the metadata of that role from now on. */
    setKeys: (role: Role, next: readonly SigningKey[], threshold = 1, by = next): void => {
      const { root } = signed
      signed.root = {
        ...root,
        keys: { ...(root.keys as object), ...Object.fromEntries(next.map(({ key }) => [key.keyID, key.toJSON()])) },
        roles: { ...(root.roles as object), [role]: { keyids: next.map(({ key }) => key.keyID), threshold } },
      }
      signers[role] = by
    },
    /** Returns the versions that the workstation trusts, by role. */
    trusted: (): Partial<Record<Role, number>> =>
      Object.fromEntries(
        expectedOrder.flatMap((role) => {
          const path = join(world.trusted, `${role}.json`)
          return existsSync(path) ? [[role, JSON.parse(readFileSync(path, 'utf8')).signed.version]] : []
        }),
      ),
    /** Returns the stored metadata of a role, as it was served. */
    stored: (role: Role): string => readFileSync(join(world.trusted, `${role}.json`), 'utf8'),
  }
  return simulator
}
