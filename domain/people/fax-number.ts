export const faxNumberDigits = 11

/** In the catalogue's words (study spec §8). */
export const faxNumberNotValid = 'Recipient Fax Number is not valid. Ensure it is 11 digits'

type FaxNumber =
  | { readonly kind: 'valid'; readonly digits: string }
  | { readonly kind: 'not-valid'; readonly message: string }

/**
 * The digits a fax is sent to (study spec §5): exactly 11, however the directory groups them (`+1 604 555-0101`). Letters, an
 * extension or anything else that would have to be guessed at make it not valid.
 */
export const parseFaxNumber = (text: string): FaxNumber => {
  const trimmed = text.trim()
  const digits = trimmed.replace(/\D/g, '')
  const isGrouped = /^\+?[0-9 ().-]*$/.test(trimmed)
  return isGrouped && digits.length === faxNumberDigits
    ? { kind: 'valid', digits }
    : { kind: 'not-valid', message: faxNumberNotValid }
}

/** Shows a fax number as `+1 604 555 0101` (decisions §6 Formats). Text that is not 11 digits stays as it is. */
export const formatFaxNumber = (text: string): string => {
  const number = parseFaxNumber(text)
  return number.kind === 'valid' ? number.digits.replace(/^(\d)(\d{3})(\d{3})(\d{4})$/, '+$1 $2 $3 $4') : text
}
