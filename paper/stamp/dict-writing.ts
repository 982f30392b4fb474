import type { Dict, Entry, Ref, Value } from './pdf-syntax.ts'

export const toText = ({ number, generation }: Ref): string => `${number} ${generation} R`
/** Identifies a value's position: in the file, or in an object stream, which is a buffer of its own. */
export const placeOfValue = ({ bytes, start }: Value): string => `${bytes.byteOffset}/${bytes.length}/${start}`

/** Writes a dictionary without some of its entries and with others added at its end. */
export const withEntries = (dict: Dict, removed: readonly Entry[], added: string): string => {
  let text = ''
  let from = dict.start
  for (const { keyStart, end } of [...removed].sort((a, b) => a.keyStart - b.keyStart)) {
    text += dict.bytes.toString('latin1', from, keyStart)
    from = end
  }
  const body = `${text}${dict.bytes.toString('latin1', from, dict.end - 2)}`.trimEnd()
  // A line break ends a comment, which would otherwise hide the added entries.
  return `${body}${body.includes('%') ? '\n' : ''}${added}>>`
}
