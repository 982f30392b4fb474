import { parseIppAddress } from '#paper/ipp/ipp-exchange.ts'

/**
 * Reads the configured fax server: undefined when none is configured, null when it is not an `ipp://` or `ipps://`
 * address.
 */
export const toFaxUrl = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const url = text.trim()
  return /^ipps?:\/\//i.test(url) && parseIppAddress(url) !== null ? url : null
}
