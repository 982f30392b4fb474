const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** The form of an account's id, which is part of each address of the gateway. */
const accountForm = /^AC[0-9a-fA-F]{32}$/

/**
 * Returns the text of `TWILIO_ACCOUNT_SID`: undefined when none is configured, null when it is not the id of an
 * account.
 */
export const toTwilioAccount = (text: string | undefined): string | undefined | null => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  return accountForm.test(trimmed) ? trimmed : null
}

/**
 * Returns the address in `TWILIO_API_URL`, which is set for an account outside the United States: undefined when none
 * is configured, null when it is not an https address. An http address is accepted only for this computer.
 */
export const toTwilioUrl = (text: string | undefined): string | undefined | null => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const url = URL.parse(trimmed)
  if (url === null || url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '')
    return null
  const isOwn = url.protocol === 'http:' && loopback.test(url.hostname)
  return url.protocol === 'https:' || isOwn ? url.origin : null
}
