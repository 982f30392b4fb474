const NORTH_AMERICAN = /^1?([2-9]\d{2})(\d{3})(\d{4})$/
/** Matches digits with the usual separators between them, and an optional extension. */
const PHONE = /^(?<number>\+?[0-9 ().\-/]+?)\s*(?:(?:x|ext\.?)\s*(?<extension>\d+))?$/i

/**
 * Returns a phone or fax number as `+1 604 555 0123`, with its extension after ` ext. `. A number of another country
 * keeps its own grouping. A text that is not a phone number is returned unchanged.
 */
export const formatPhone = (text: string): string => {
  const { number = '', extension } = PHONE.exec(text.trim())?.groups ?? {}
  const parts = NORTH_AMERICAN.exec(number.replace(/\D/g, ''))
  const isAbroad = number.startsWith('+') && !number.replace(/\D/g, '').startsWith('1')
  if (parts === null || isAbroad) return text
  const [, area, exchange, line] = parts
  return `+1 ${area} ${exchange} ${line}${extension === undefined ? '' : ` ext. ${extension}`}`
}
