import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import { isDiskError } from './feed-failure.ts'
import { askFeed, FetchError } from './feed-fetcher.ts'
import type { FeedFile } from './read-feed.ts'

export type Download =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly code: FeedFailureCode }

type DownloadParts = {
  readonly file: FeedFile
  readonly feedUrl: string
  /** The folder of downloads; created when missing. */
  readonly folder: string
  readonly signal: AbortSignal
  onProgress(bytes: number): void
  /** Sends the requests; Node's own `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** How long the server may send nothing, in milliseconds; a minute when absent. */
  readonly silentMs?: number
  /** Renames a file. The default is `rename` of the file system; a test can replace it. */
  readonly move?: typeof rename
  /** The pause before a rename is tried again, in milliseconds. */
  readonly patienceMs?: number
}

/** A virus scanner may keep a new file open for a while, so that it cannot be renamed. */
const heldCodes = new Set(['EACCES', 'EBUSY', 'EPERM'])
const moveTries = 60
const usualPatienceMs = 5000

const moveWithRetries = async (from: string, to: string, { move = rename, patienceMs, signal }: DownloadParts) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await move(from, to)
    } catch (thrown) {
      const isHeld = thrown instanceof Error && 'code' in thrown && heldCodes.has(String(thrown.code))
      if (!isHeld || attempt === moveTries) throw thrown
      await sleep(patienceMs ?? usualPatienceMs, undefined, { signal })
    }
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

/** Returns whether the bytes of a file match the length and the hashes in the signed metadata. */
export const isVerified = async (file: FeedFile, path: string): Promise<boolean> => {
  try {
    await file.target.verify(createReadStream(path))
    return true
  } catch {
    return false
  }
}

/**
 * Returns the path of a verified file. The path contains the file's hash and name, so that the files of two releases
 * never have the same path.
 * @internal Tests look for the file.
 */
export const downloadPath = (folder: string, { target }: FeedFile): string =>
  join(folder, `${target.hashes.sha256?.slice(0, 16)}-${basename(target.path)}`)

/**
 * Returns the address of a file in the feed. The last part of the address starts with the file's hash (consistent
 * snapshots of TUF).
 */
const addressOf = (feedUrl: string, { target }: FeedFile): string => {
  const parts = target.path.split('/')
  const named = [...parts.slice(0, -1), `${Object.values(target.hashes)[0]}.${parts.at(-1)}`].join('/')
  return new URL(`targets/${named}`, feedUrl).href
}

const usualSilentMs = 60_000

/** Aborts a request whose server has sent nothing for too long. `restart` restarts the timer, `end` stops it. */
const watchSilence = (silentMs: number) => {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silentMs)
  return { signal: silence.signal, restart: () => void timer.refresh(), end: () => clearTimeout(timer) }
}

/** Yields the chunks of a body. Throws as soon as the body has more than `most` bytes. */
async function* limited(body: AsyncIterable<Uint8Array>, most: number, onProgress: (bytes: number) => void) {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) throw new FetchError('too-long')
    onProgress(length)
    yield chunk
  }
}

/**
 * Downloads a file of a release and verifies it. Continues an interrupted download, even if the program ended in
 * between. The file gets its name only after its bytes are verified. Never rejects.
 */
export const downloadRelease = async (parts: DownloadParts): Promise<Download> => {
  const { file, feedUrl, folder, onProgress, silentMs = usualSilentMs } = parts
  const watch = watchSilence(silentMs)
  const signal = AbortSignal.any([parts.signal, watch.signal])
  const path = downloadPath(folder, file)
  const partial = `${path}.part`
  const { length } = file.target
  try {
    makePrivateFolder(folder)
    if ((await sizeOf(path)) === length && (await isVerified(file, path))) return { ok: true, path }
    let begun = await sizeOf(partial)
    if (begun > length) {
      await rm(partial, { force: true })
      begun = 0
    }
    if (begun < length) {
      const headers: Record<string, string> = begun > 0 ? { range: `bytes=${begun}-` } : {}
      const response = await askFeed(addressOf(feedUrl, file), { headers, signal, send: parts.fetch })
      // A server without ranges, or with another file, sends the whole file.
      const continues = response.headers.get('content-range')?.startsWith(`bytes ${begun}-${length - 1}/`) === true
      const from = response.status === 206 && continues ? begun : 0
      if (response.body === null || (response.status !== 200 && from === 0)) {
        await response.body?.cancel()
        // A part that the server cannot continue is useless, so the next attempt starts from the beginning.
        if (response.status === 206 || response.status === 416) await rm(partial, { force: true })
        return { ok: false, code: response.status === 404 ? 'missing' : 'unreachable' }
      }
      const body = limited(Readable.fromWeb(response.body), length - from, (bytes) => {
        watch.restart()
        onProgress(from + bytes)
      })
      await pipeline(
        body,
        createWriteStream(partial, { flags: from > 0 ? 'a' : 'w', mode: fileModeFor(partial), flush: true }),
        {
          signal,
        },
      )
      if ((await sizeOf(partial)) < length) return { ok: false, code: 'unreachable' }
    }
    watch.end()
    if (!(await isVerified(file, partial))) {
      await rm(partial, { force: true })
      return { ok: false, code: 'bad-hash' }
    }
    await moveWithRetries(partial, path, parts)
    return { ok: true, path }
  } catch (thrown) {
    if (thrown instanceof FetchError) {
      if (thrown.problem === 'too-long') await rm(partial, { force: true }).catch(() => {})
      return { ok: false, code: thrown.problem }
    }
    return { ok: false, code: isDiskError(thrown) && !isConnectionError(thrown) ? 'disk' : 'unreachable' }
  } finally {
    watch.end()
  }
}

/**
 * Removes all downloads except those of `file` from the folder of downloads. Never rejects: a file that could not be
 * removed is removed the next time.
 */
export const removeOtherDownloads = async (folder: string, file: FeedFile | null): Promise<void> => {
  const kept = file === null ? null : basename(downloadPath(folder, file))
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (kept === null || !name.startsWith(kept)) await rm(join(folder, name), { force: true }).catch(() => {})
}

/** Connection errors have codes like those of disk errors. */
const isConnectionError = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && /^E(CONN|PIPE|HOST|NET|ADDR|TIMEDOUT)/.test(String(thrown.code))
