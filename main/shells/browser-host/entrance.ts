import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Access check of the browser host. It admits only pages on this machine and port that send the cookie of this start. A
 * page gets the cookie in exchange for the token of this start.
 */
export type Entrance = {
  /** The token in the printed URL. It may be exchanged again during the same start, for a second window. */
  readonly token: string
  /** Returns whether the Host header names this host; a foreign name that resolves to this machine is refused. */
  isOwnHost(request: IncomingMessage): boolean
  /** Returns whether the request's origin is a page of this host. */
  isOwnOrigin(request: IncomingMessage): boolean
  hasCookie(request: IncomingMessage): boolean
  isToken(text: string | null): boolean
  /** Returns the value of the Set-Cookie header that a page receives in exchange for the token. */
  cookie(): string
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Creates the access check for one start on `port`: a new token of 256 bits, and another secret for the cookie. */
export const createEntrance = (port: number): Entrance => {
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  // Cookies are shared between ports, so the name has the port: two Atriums on one machine must not sign each other
  // out.
  const cookieName = `atrium-${port}`
  const ownHosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const isOwnHost = (request: IncomingMessage): boolean => ownHosts.has(request.headers.host ?? '')
  return {
    token,
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
