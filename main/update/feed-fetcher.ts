import type { Fetcher } from 'tuf-js'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'

/** Why the request for a file of the feed failed. A file that fails verification has other codes. */
type FetchProblem = 'unreachable' | 'redirected' | 'not-encrypted' | 'missing' | 'too-long'

export class FetchError extends Error {
  readonly problem: FetchProblem

  constructor(problem: FetchProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Returns whether a host is this computer. Only there may a feed use http without encryption, for a local mirror or a
 * test.
 */
const isLoopback = (hostname: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Requests one file of the feed; resolves with any answer that is not a redirect. Rejects with {@link FetchError}. A
 * redirect is refused: it could lead to a server without encryption, and a static web server does not need redirects.
 */
export const askFeed = async (
  url: string,
  {
    headers = {},
    signal,
    send = fetch,
  }: {
    readonly headers?: Record<string, string>
    readonly signal: AbortSignal
    /** Sends the request; Node's own `fetch` when absent. */
    readonly send?: typeof globalThis.fetch | undefined
  },
): Promise<Response> => {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) throw new FetchError('not-encrypted')
  const response = await send(url, { headers, redirect: 'manual', signal }).catch(() => {
    throw new FetchError('unreachable')
  })
  if (!redirects.has(response.status)) return response
  await response.body?.cancel()
  throw new FetchError('redirected')
}

const metadataTimeoutMs = 30_000

const readBytes = async (body: ReadableStream<Uint8Array>, maxLength: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let length = 0
  // An error that leaves the loop cancels the body, so that an endless body is not read further.
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxLength) throw new FetchError('too-long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads metadata for tuf-js through `send`. `onProblem` receives each problem, because tuf-js replaces some errors with
 * its own, which keep only the text and not the problem. A missing newer root is not a problem.
 */
export const createFeedFetcher = (
  onProblem: (problem: FetchProblem) => void,
  send?: typeof globalThis.fetch,
): Fetcher => {
  const downloadBytes = async (url: string, maxLength: number): Promise<Buffer> => {
    try {
      const response = await askFeed(url, { signal: AbortSignal.timeout(metadataTimeoutMs), send })
      if (response.ok && response.body !== null) return await readBytes(response.body, maxLength)
      await response.body?.cancel()
      // This class of error shows tuf-js that there is no newer root.
      if (response.status === 404 || response.status === 403) throw new DownloadHTTPError('missing', response.status)
      throw new FetchError('unreachable')
    } catch (thrown) {
      if (thrown instanceof DownloadHTTPError) {
        if (!/\/\d+\.root\.json$/.test(url)) onProblem('missing')
        throw thrown
      }
      const error = thrown instanceof FetchError ? thrown : new FetchError('unreachable')
      onProblem(error.problem)
      throw error
    }
  }
  return {
    downloadBytes,
    downloadFile: () => Promise.reject(new Error('Files of a release are read by download-release.ts.')),
  }
}
