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
