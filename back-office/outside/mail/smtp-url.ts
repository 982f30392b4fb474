/**
 * Returns the URL of the configured mail server: undefined when no server is configured, null when the text is not an
 * `smtp://` or `smtps://` address.
 */
export const toSmtpUrl = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  const isMail = url !== null && ['smtp:', 'smtps:'].includes(url.protocol)
  return isMail && url.hostname !== '' ? url.href : null
}

const ownHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns whether mail to an `smtp://` server requires TLS: for every host except localhost. Otherwise an attacker on
 * the network could suppress STARTTLS and read a report. `?requireTLS=false` in the address removes the requirement,
 * for a mail server inside the clinic that does not support TLS.
 */
export const requiresTls = (text: string): boolean => {
  const url = new URL(text)
  const setting = url.searchParams.get('requireTLS')
  return setting === null ? !ownHosts.includes(url.hostname.toLowerCase()) : setting !== 'false'
}
