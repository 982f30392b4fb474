/** Why a typed address cannot be the address of a clinic's server. */
export type AddressProblem = 'empty' | 'unreadable' | 'not-web' | 'not-encrypted' | 'has-password'

type ParsedAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly problem: AddressProblem }

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * Parses the address of a clinic's server and removes trailing slashes. A name without a scheme means `https`. `http`
 * is accepted only for a server on this computer, because passwords would cross the network unencrypted.
 */
export const parseServerAddress = (text: string): ParsedAddress => {
  const typed = text.trim()
  if (typed === '') return { ok: false, problem: 'empty' }
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (typed.length > 300 || /\s/.test(typed) || !URL.canParse(full)) return { ok: false, problem: 'unreadable' }
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'not-web' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'has-password' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, problem: 'not-encrypted' }
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}
