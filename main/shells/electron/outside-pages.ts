/** Longer URLs are not links of ours, and not every system accepts them. */
const longestAddress = 2000

/**
 * Parses the origin of the one outside site that the app links to: the CRM's own pages, from the same setting that the
 * back office reads. Returns null when it is absent, not an `https://` URL, or contains a user name or password.
 */
export const parseOutsideOrigin = (crmUrl: string | undefined): string | null => {
  const text = crmUrl?.trim() ?? ''
  if (!URL.canParse(text)) return null
  const { protocol, origin, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' ? origin : null
}

/**
 * Returns whether a URL may be opened in the operating system's browser: only a URL of that site, not one that merely
 * looks like it.
 */
export const isOutsideAddress = (outsideOrigin: string | null, address: string): boolean => {
  if (outsideOrigin === null || address.length > longestAddress || !URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  return protocol === 'https:' && origin === outsideOrigin && username === '' && password === ''
}
