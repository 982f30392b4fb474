/**
 * Where the CRM's own pages are, from the configuration: `https://` or, on this machine, `http://`, without a slash at the end.
 * Undefined where nothing is given, null where it is no such address.
 */
export const toCrmUrl = (text: string | undefined): string | undefined | null => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  if (!URL.canParse(trimmed)) return null
  const { protocol, hostname, username, password, origin, pathname, search, hash } = new URL(trimmed)
  const isOpen =
    protocol === 'https:' || (protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost'))
  if (!isOpen || username !== '' || password !== '' || search !== '' || hash !== '') return null
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
