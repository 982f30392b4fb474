/**
 * Reads the configured address of the CRM's pages: `https://`, or `http://` on this computer, without a trailing slash.
 * Returns undefined when none is configured, null when it is not such an address.
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
