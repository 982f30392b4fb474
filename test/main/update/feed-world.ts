import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseFile } from '#domain/update/release.ts'
import { type FeedParts, readFeed } from '#main/update/read-feed.ts'
import { createFeedKeys, type FeedKeys, type SigningKey } from '#scripts/release/feed-keys.ts'
import { newestRoot, renewTimestamp, rotateKeys, writeRelease } from '#scripts/release/write-feed.ts'

/** When the releases of a world were published: yesterday. */
const releasedAtMs = Date.now() - 24 * 3_600_000

/** Returns the metadata of a release for the program under test (Linux, x64, AppImage). */
const aboutRelease = (version: string, changes: Partial<ReleaseFile> = {}): ReleaseFile => ({
  version,
  channel: 'stable',
  platform: 'linux',
  arch: 'x64',
  format: 'appimage',
  releasedAt: new Date(releasedAtMs).toISOString(),
  minimumServer: '0.1.0',
  notes: ['Faster search.'],
  rollbackFrom: [],
  ...changes,
})

type Json = { readonly [name: string]: unknown }

/** Returns JSON with sorted names, no spaces and plain line ends, which is the form that a signature covers. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ).replace(/\\[\\n]/g, (escaped) => (escaped === '\\n' ? '\n' : escaped))

/** Answers a request and returns true, or returns false and leaves the request to the static server. */
type Tamper = (request: IncomingMessage, response: ServerResponse) => boolean

export type FeedWorld = Awaited<ReturnType<typeof openFeedWorld>>

/**
 * Opens a feed on a static web server on this computer, and a workstation that reads the feed. Tests change the feed's
 * files, its keys, or the answers of the server.
 */
export const openFeedWorld = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-feed-'))
  const out = join(folder, 'feed')
  const keys = createFeedKeys()
  const nowMs = Date.now()
  let tamper: Tamper = () => false
  const server = createServer((request, response) => {
    if (tamper(request, response)) return
    try {
      const bytes = readFileSync(join(out, decodeURIComponent(new URL(request.url ?? '', 'http://feed').pathname)))
      const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
      if (from === undefined) return void response.end(bytes)
      const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
      response.writeHead(206, { 'content-range': range }).end(bytes.subarray(Number(from)))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const feedUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const publish = (
    version: string,
    changes: Partial<ReleaseFile> = {},
    content = `program ${version}`,
    by: FeedKeys = keys,
  ) => {
    const source = join(folder, `payload-${version}`)
    writeFileSync(source, content)
    const about = aboutRelease(version, changes)
    writeRelease(out, by, [{ source, name: `atrium-${version}.appimage`, about }], nowMs)
  }
  publish('1.1.0')
  const ownRoot = newestRoot(out) ?? Buffer.alloc(0)
  const trusted = join(folder, 'trusted')
  const parts: FeedParts = { feedUrl, folder: trusted, ownRoot, builtAtMs: nowMs - 1000, nowMs: () => Date.now() }
  const metadata = (name: string): string => join(out, 'metadata', name)
  return {
    folder,
    out,
    keys,
    nowMs,
    feedUrl,
    trusted,
    parts,
    publish,
    renew: (atMs = nowMs, by: FeedKeys = keys) => renewTimestamp(out, by, atMs),
    rotate: (next: FeedKeys, earlier: FeedKeys = keys) => rotateKeys(out, earlier, next, nowMs),
    setTamper: (next: Tamper) => {
      tamper = next
    },
    /** Reads a metadata file, changes its JSON and writes it back, without a new signature. */
    change: (name: string, work: (json: { signed: Json; signatures: readonly Json[] }) => Json) =>
      writeFileSync(metadata(name), JSON.stringify(work(JSON.parse(readFileSync(metadata(name), 'utf8'))))),
    /** Changes the signed part of a metadata file and signs it with `by`, as someone who has these keys can. */
    forge: (name: string, by: readonly SigningKey[], work: (signed: Record<string, unknown>) => Json, as = name) => {
      const json = JSON.parse(readFileSync(metadata(name), 'utf8'))
      const signed = work(json.signed)
      const data = Buffer.from(canonical(signed))
      writeFileSync(metadata(as), JSON.stringify({ signed, signatures: by.map((key) => key.sign(data).toJSON()) }))
    },
    write: (name: string, bytes: Buffer | string) => {
      mkdirSync(join(out, 'metadata'), { recursive: true })
      writeFileSync(metadata(name), bytes)
    },
    bytesOf: (name: string): Buffer => readFileSync(metadata(name)),
    read: (changes: Partial<FeedParts> = {}) => readFeed({ ...parts, ...changes }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
