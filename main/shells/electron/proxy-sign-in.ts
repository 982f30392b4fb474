import type { AuthInfo } from 'electron'
import type { ProxySignIn } from './proxied-fetch.ts'

/**
 * After a person closes the window, no new one opens for this long. Atrium calls its server every few seconds, and a
 * window for each call would get in the way of work.
 */
const quietMs = 10 * 60_000

type Asks = (proxy: AuthInfo, isRefused: boolean) => Promise<ProxySignIn | null>

/**
 * Returns a name that identifies a proxy and its sign-in scheme. Another proxy, such as one that the network announces,
 * has another name.
 */
const nameOf = ({ scheme, host, port, realm }: AuthInfo): string => JSON.stringify([scheme, host, port, realm])

/**
 * Creates the part that asks a person for the sign-in of a proxy. Requests that need a sign-in at the same time open
 * only one window. The answer is for this proxy, its scheme and its realm only. It stays in memory until the program
 * ends or the proxy refuses it, because a request may reach its time limit while the person types. It is never stored.
 * For a proxy that accepts the account of the operating system, no window opens. `ask` opens the window.
 */
export const createProxySignIn = (nowMs: () => number, ask: Asks): Asks => {
  const asking = new Map<string, Promise<ProxySignIn | null>>()
  const known = new Map<string, ProxySignIn>()
  const quietUntil = new Map<string, number>()
  return (proxy, isRefused) => {
    const name = nameOf(proxy)
    const running = asking.get(name)
    if (running !== undefined) return running
    const found = known.get(name)
    if (found !== undefined && !isRefused) return Promise.resolve(found)
    known.delete(name)
    if (nowMs() < (quietUntil.get(name) ?? 0)) return Promise.resolve(null)
    const answer = ask(proxy, isRefused).then((given) => {
      asking.delete(name)
      if (given === null) quietUntil.set(name, nowMs() + quietMs)
      else known.set(name, given)
      return given
    })
    asking.set(name, answer)
    return answer
  }
}
