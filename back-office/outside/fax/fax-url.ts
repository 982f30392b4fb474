import { parseIppAddress } from '#paper/ipp/ipp-exchange.ts'

/** The fax server of the configuration: undefined where none is given, null where it is no `ipp://` or `ipps://` address. */
export const toFaxUrl = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const url = text.trim()
  return /^ipps?:\/\//i.test(url) && parseIppAddress(url) !== null ? url : null
}
