import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Metadata, MetadataKind, type TargetFile } from '@tufjs/models'
import { Updater } from 'tuf-js'
import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'
import { isPathOf, type ReleaseFile, releaseFileSchema } from '#domain/update/release.ts'
import { isDiskError, toFeedFailure } from './feed-failure.ts'
import { createFeedFetcher } from './feed-fetcher.ts'
import { createTrustedMetadata } from './trusted-metadata.ts'

/** A file of the feed. Its metadata is verified; its bytes are not verified yet. */
export type FeedFile = ReleaseFile & { readonly target: TargetFile }

export type FeedReading =
  | { readonly ok: true; readonly files: readonly FeedFile[] }
  | { readonly ok: false; readonly code: FeedFailureCode }

export type FeedParts = {
  /** The feed's address, with a trailing slash. */
  readonly feedUrl: string
  /** The folder of verified metadata. No update and no cleaning of the cache removes it. */
  readonly folder: string
  /** The root that the program was built with, as JSON. */
  readonly ownRoot: Buffer
  /** When the program was built, as epoch milliseconds. A clock that shows an earlier time is wrong. */
  readonly builtAtMs: number
  /** Sends the requests; Node's own `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch
  nowMs(): number
}

/** How long a timestamp is valid, in milliseconds. Its expiry therefore shows when it was signed. */
const timestampLifeMs = 14 * 24 * 3_600_000
/** How far a clock may be behind the moment at which trusted metadata was signed. */
const clockSlackMs = 24 * 3_600_000

const readJson = (folder: string, kind: MetadataKind) => JSON.parse(readFileSync(join(folder, `${kind}.json`), 'utf8'))

/** Returns when the stored timestamp was signed, as epoch milliseconds; 0 without one. */
const signedAtMs = (folder: string): number => {
  try {
    const { signed } = Metadata.fromJSON(MetadataKind.Timestamp, readJson(folder, MetadataKind.Timestamp))
    return Date.parse(signed.expires) - timestampLifeMs
  } catch {
    return 0
  }
}

/** Returns the releases that the signed metadata lists, or the code of the first entry that is not allowed. */
const readFiles = (targets: Readonly<Record<string, TargetFile>>): readonly FeedFile[] | FeedFailureCode => {
  const files: FeedFile[] = []
  for (const [path, target] of Object.entries(targets)) {
    const file = releaseFileSchema.safeParse(target.custom)
    if (!file.success) return 'bad-release'
    if (!isPathOf(path, file.data)) return 'bad-name'
    if (!/^[0-9a-f]{64}$/.test(target.hashes.sha256 ?? '') || target.length <= 0) return 'bad-release'
    files.push({ ...file.data, target })
  }
  return files
}

/**
 * Reads the feed as TUF prescribes: newer roots one by one, then timestamp, snapshot and targets. Everything is
 * verified before it becomes trusted metadata. Never rejects: returns a code for a feed that is refused.
 */
export const readFeed = async ({
  feedUrl,
  folder,
  ownRoot,
  builtAtMs,
  nowMs,
  fetch,
}: FeedParts): Promise<FeedReading> => {
  let problem: FeedFailureCode | null = null
  const trusted = createTrustedMetadata(folder, ownRoot)
  try {
    if (nowMs() < Math.max(builtAtMs, signedAtMs(folder)) - clockSlackMs) return { ok: false, code: 'clock-behind' }
    const copy = trusted.begin()
    try {
      const metadataBaseUrl = new URL('metadata/', feedUrl).href
      const fetcher = createFeedFetcher((found) => {
        problem = found
      }, fetch)
      const updater = new Updater({ metadataDir: copy, metadataBaseUrl, fetcher })
      await updater.refresh()
      if (signedAtMs(copy) > nowMs() + clockSlackMs) {
        // This computer's clock is behind, the signer's clock is ahead, or a stolen key signed the timestamp. The
        // timestamp is not stored: with it, the check above would refuse every feed until the time of the signature.
        rmSync(join(copy, 'timestamp.json'))
        return { ok: false, code: 'clock-behind' }
      }
      const { signed } = Metadata.fromJSON(MetadataKind.Targets, readJson(copy, MetadataKind.Targets))
      const files = readFiles(signed.targets)
      if (typeof files === 'string') return { ok: false, code: files }
      return { ok: true, files }
    } finally {
      trusted.end(copy)
    }
  } catch (thrown) {
    if (problem !== null) return { ok: false, code: problem }
    return { ok: false, code: isDiskError(thrown) ? 'disk' : toFeedFailure(thrown) }
  }
}

/** Removes copies that a killed program left in the folder of verified metadata. */
export const removeOrphanedCopies = (folder: string): void => {
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith('copy-')) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    // Without the folder there is nothing to remove.
  }
}
