import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pageKey } from '#contract/bridge-names.ts'

/**
 * Access check of the browser host. It admits only pages on this machine and port that have the cookie and the page key
 * of this run of Atrium. A page gets both in exchange for the run's token. Browsers send a cookie to every port of this
 * machine, and so to the server of another account. They give the page key only to pages of this port. Therefore the
 * cookie alone opens only the app's files, which have no data. The bridge and the forms also require the page key.
 */
export type Entrance = {
  /** The token in the printed URL. It may be exchanged again during the same run, for a second window. */
  readonly token: string
  /** Returns whether the Host header names this host; a foreign name that resolves to this machine is refused. */
  isOwnHost(request: IncomingMessage): boolean
  /** Returns whether the request's origin is a page of this host. */
  isOwnOrigin(request: IncomingMessage): boolean
  hasCookie(request: IncomingMessage): boolean
  /** Returns whether an upgrade offers the page key as a subprotocol. */
  offersPageKey(request: IncomingMessage): boolean
  isPageKey(text: string | null): boolean
  isToken(text: string | null): boolean
  /** Returns the value of the Set-Cookie header that a page receives in exchange for the token. */
  cookie(): string
  /** The secret that a page receives with the cookie, for the storage of its origin. */
  readonly pageKey: string
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Creates the access check for one run on `port`: a new token of 256 bits, and two other secrets. */
export const createEntrance = (port: number): Entrance => {
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const key = randomBytes(32).toString('base64url')
  // Cookies are shared between ports, so the name has the port: two Atriums on one machine must not sign each other
  // out.
  const cookieName = `atrium-${port}`
  const ownHosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const isOwnHost = (request: IncomingMessage): boolean => ownHosts.has(request.headers.host ?? '')
  const isPageKey = (text: string | null): boolean => text !== null && isSame(text, key)
  return {
    token,
    pageKey: key,
    isPageKey,
    offersPageKey: (request) =>
      (request.headers['sec-websocket-protocol'] ?? '')
        .split(',')
        .some((part) => isPageKey(part.trim().replace(pageKey.prefix, ''))),
    isOwnHost,
    isOwnOrigin: (request) => isOwnHost(request) && request.headers.origin === `http://${request.headers.host}`,
    hasCookie: (request) =>
      (request.headers.cookie ?? '').split(';').some((part) => {
        const [name, value = ''] = part.trim().split('=')
        return name === cookieName && isSame(value, secret)
      }),
    isToken: (text) => text !== null && isSame(text, token),
    cookie: () => `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/`,
  }
}
