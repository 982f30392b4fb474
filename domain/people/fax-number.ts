export const faxNumberDigits = 11

/** The message of the error catalogue (study spec §8). */
export const faxNumberNotValid = 'Recipient Fax Number is not valid. Ensure it is 11 digits'

type FaxNumber =
  | { readonly kind: 'valid'; readonly digits: string }
  | { readonly kind: 'not-valid'; readonly message: string }

/**
 * Returns the 11 digits of a fax number, regardless of their grouping (`+1 604 555-0101`; study spec §5). A number with
 * letters, an extension or anything else ambiguous is not valid.
 */
export const parseFaxNumber = (text: string): FaxNumber => {
  const trimmed = text.trim()
  const digits = trimmed.replace(/\D/g, '')
  const isGrouped = /^\+?[0-9 ().-]*$/.test(trimmed)
  return isGrouped && digits.length === faxNumberDigits
    ? { kind: 'valid', digits }
    : { kind: 'not-valid', message: faxNumberNotValid }
}
