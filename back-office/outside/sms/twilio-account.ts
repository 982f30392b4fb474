/** The form of an account's id, which is part of each address of the gateway. */
const accountForm = /^AC[0-9a-fA-F]{32}$/

/**
 * Returns the text of `TWILIO_ACCOUNT_SID`: undefined when none is configured, null when it is not the id of an account.
 */
export const toTwilioAccount = (text: string | undefined): string | undefined | null => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  return accountForm.test(trimmed) ? trimmed : null
}
