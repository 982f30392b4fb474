import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { decodeIpp } from './ipp-codec.ts'
import type { IppMessage } from './ipp-value.ts'
import { ippWords } from './ipp-words.ts'

export type IppAddress = {
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  readonly path: string
  /** The printer's address as the request contains it (`printer-uri`). */
  readonly printerURI: string
}

/** Parses `ipp://host/path` (port 631), `ipps://`, `http://` and `https://`; null for anything else. */
export const parseIppAddress = (address: string): IppAddress | null => {
  const scheme = /^(ipps?|https?):\/\//i.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined) return null
  const isSecure = scheme === 'ipps' || scheme === 'https'
  // Every address is parsed as `ipp`, for which Node has no default port. Parsed as `http`, an explicit port 80 would
  // be lost.
  const rest = address.slice(scheme.length)
  const url = URL.canParse(`ipp${rest}`) ? new URL(`ipp${rest}`) : null
  if (url === null || url.hostname === '') return null
  const port = url.port !== '' ? Number(url.port) : scheme === 'http' ? 80 : scheme === 'https' ? 443 : 631
  const path = `${url.pathname === '' ? '/' : url.pathname}${url.search}`
  const shown = port === 631 ? url.hostname : `${url.hostname}:${port}`
  return {
    isSecure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
    printerURI: `${isSecure ? 'ipps' : 'ipp'}://${shown}${path}`,
  }
}

type Exchanged =
  | { readonly ok: true; readonly message: IppMessage }
  | {
      readonly ok: false
      readonly failure:
        | { readonly kind: 'unreachable' | 'broken'; readonly reason: string }
        | { readonly kind: 'not-found' | 'busy' | 'refused'; readonly status: number; readonly reason: string }
    }

/**
 * Limit for each phase, in multiples of `timeoutMs`. It also ends an answer that arrives byte by byte and is therefore
 * never silent for `timeoutMs`.
 */
const maxSilences = 3
/** The slowest accepted upload of a document, in bytes per millisecond. */
const slowestOut = 20

/** The largest accepted answer, more than any list of jobs needs; a longer answer does not come from a printer. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * Posts one message and waits for its answer. Each exchange has its own connection. A pooled connection that the server
 * has closed could not be distinguished from a connection that broke during the call. The exchange ends after
 * `timeoutMs` of silence. The connection, the upload and the answer may each take three times `timeoutMs`, and the
 * upload has extra time for its size.
 */
export const exchange = (
  address: IppAddress,
  body: Uint8Array,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Exchanged> =>
  new Promise((resolve) => {
    let hasBegun = false
    let isSettled = false
    const settle = (answer: Exchanged): void => {
      if (isSettled) return
      isSettled = true
      clearTimeout(deadline)
      options.signal?.removeEventListener('abort', stop)
      resolve(answer)
      request.destroy()
    }
    const failed = (reason: string): void =>
      settle({ ok: false, failure: { kind: hasBegun ? 'broken' : 'unreachable', reason } })
    const stop = (): void => failed(ippWords.stopped)
    const late = (): void => failed(hasBegun ? ippWords.noAnswer : ippWords.noConnection)
    let deadline: NodeJS.Timeout | undefined
    const endAfter = (sendingMs: number): void => {
      clearTimeout(deadline)
      if (!isSettled) deadline = setTimeout(late, maxSilences * options.timeoutMs + sendingMs)
    }
    endAfter(0)

    const request = (address.isSecure ? httpsRequest : httpRequest)({
      host: address.host,
      port: address.port,
      path: address.path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/ipp', 'content-length': body.length },
    })
    request.on('socket', (socket) => {
      socket.setTimeout(options.timeoutMs, late)
      // Nothing is written before the connection is open: a failure until then is `unreachable`, which means that
      // nothing was sent.
      socket.once(address.isSecure ? 'secureConnect' : 'connect', () => {
        if (isSettled) return
        hasBegun = true
        endAfter(body.length / slowestOut)
        request.end(body)
      })
    })
    request.on('finish', () => endAfter(0))
    request.on('response', (response) => readAnswer(response, settle, failed))
    request.on('error', (error: NodeJS.ErrnoException) => failed(toReason(error)))
    request.on('close', () => failed(ippWords.closed))
    if (options.signal?.aborted) stop()
    else options.signal?.addEventListener('abort', stop)
  })

const readAnswer = (
  response: IncomingMessage,
  settle: (answer: Exchanged) => void,
  failed: (reason: string) => void,
): void => {
  const status = response.statusCode ?? 0
  if (status !== 200) {
    const reason = ippWords.serverStatus(status)
    // A gateway that timed out does not know whether the printer acted.
    if (status < 400 || status === 502 || status === 504) failed(reason)
    else {
      const kind = status === 404 ? 'not-found' : status === 503 || status === 429 ? 'busy' : 'refused'
      settle({ ok: false, failure: { kind, status, reason } })
    }
    return
  }
  const parts: Buffer[] = []
  let length = 0
  response.on('data', (part: Buffer) => {
    length += part.length
    if (length > maxAnswerBytes) failed(ippWords.tooLong)
    else parts.push(part)
  })
  response.on('error', (error: NodeJS.ErrnoException) => failed(toReason(error)))
  response.on('end', () => {
    const decoded = decodeIpp(Buffer.concat(parts))
    if (!response.complete) failed(ippWords.closed)
    else if (decoded.ok) settle(decoded)
    else failed(decoded.reason)
  })
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: ippWords.refused,
  ENOTFOUND: ippWords.unknownName,
  EHOSTUNREACH: ippWords.hostUnreachable,
  ENETUNREACH: ippWords.networkUnreachable,
  ECONNRESET: ippWords.broken,
  EPIPE: ippWords.broken,
}
const toReason = (error: NodeJS.ErrnoException): string => reasons[error.code ?? ''] ?? ippWords.failed
