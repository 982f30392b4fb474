import { releaseMessages } from './release-messages.ts'

export const faxNumberDigits = 11

export type FaxNumber =
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
    : { kind: 'not-valid', message: releaseMessages.faxNumberNotValid }
}
