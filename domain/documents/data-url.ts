import { base64Size } from '../values/base64.ts'

/**
 * The parts of a parsed data URL, in which the renderer passes a file. `byteSize` is the size of the decoded file.
 */
type DataUrl = { readonly mediaType: string; readonly base64: string; readonly byteSize: number }

const token = "[A-Za-z0-9!#$&^_.+'*%`|~-]+"
/** The head up to the comma; a parameter's value is a token or a quoted string. */
const headPattern = new RegExp(`^data:(${token}/${token})((?:;${token}=(?:${token}|"[^"\\\\]*"))*);base64,`, 'i')
const maxHeadChars = 300

/**
 * Reads a data URL with a media type and base64 content (booking spec §5 Documents):
 * `data:<type>/<subtype>[;param];base64,<base64>`. The base64 must be canonical and not empty: the standard alphabet,
 * padded to groups of four, no spaces, unused bits 0. The media type is returned in lower case, without its parameters.
 * Null for anything else (`Invalid document format`).
 */
export const parseDataUrl = (text: string): DataUrl | null => {
  const head = headPattern.exec(text.slice(0, maxHeadChars))
  if (head === null) return null
  const base64 = text.slice(head[0].length)
  const byteSize = base64Size(base64)
  return byteSize === null ? null : { mediaType: (head[1] ?? '').toLowerCase(), base64, byteSize }
}
