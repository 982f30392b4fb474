import { parseIppAddress } from '#paper/ipp/ipp-exchange.ts'

/**
 * Returns the URL of the configured fax server: undefined when no server is configured, null when the text is not an
 * `ipp://` or `ipps://` address.
 */
export const toFaxUrl = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const url = text.trim()
  return /^ipps?:\/\//i.test(url) && parseIppAddress(url) !== null ? url : null
}
