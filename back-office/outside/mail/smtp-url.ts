/**
 * Reads the mail server of the configuration: undefined where none is given, null where it is no `smtp://` or `smtps://`
 * address.
 */
export const toSmtpUrl = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  const isMail = url !== null && ['smtp:', 'smtps:'].includes(url.protocol)
  return isMail && url.hostname !== '' ? url.href : null
}

const ownHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether mail to an `smtp://` server may only go under TLS, so that nobody on the way reads a report by keeping STARTTLS from
 * us: to every host but this one. `?requireTLS=false` in the address is for a server in the house that has none.
 */
export const requiresTls = (text: string): boolean => {
  const url = new URL(text)
  const said = url.searchParams.get('requireTLS')
  return said === null ? !ownHosts.includes(url.hostname.toLowerCase()) : said !== 'false'
}
