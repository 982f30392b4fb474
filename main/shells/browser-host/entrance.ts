import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Who may come in: a page on this machine, at this port, with the cookie that this start's token was exchanged for. */
export type Entrance = {
  /** What stands in the printed address. May be exchanged again during the same start: a desk opens a second window. */
  readonly token: string
  /** Whether the request was sent to this host by its own name; a foreign name that resolves here is refused. */
  isOwnHost(request: IncomingMessage): boolean
  /** Whether the request says that it comes from a page of this host. */
  isOwnOrigin(request: IncomingMessage): boolean
  hasCookie(request: IncomingMessage): boolean
  isToken(text: string | null): boolean
  /** The cookie to set in exchange for the token. */
  cookie(): string
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** An entrance for one start on `port`: a fresh token of 256 bits, and another secret for the cookie. */
export const createEntrance = (port: number): Entrance => {
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  // Cookies do not keep ports apart, names do: two Atriums on one machine must not sign each other's windows out.
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
