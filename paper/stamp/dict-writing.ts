import type { Dict, Entry, Ref, Value } from './pdf-syntax.ts'

export const toText = ({ number, generation }: Ref): string => `${number} ${generation} R`
/** Where a value is: within the file, or within an object stream, which is a buffer of its own. */
export const placeOfValue = ({ bytes, start }: Value): string => `${bytes.byteOffset}/${bytes.length}/${start}`

/** A dictionary as it is written, without some of its entries and with others at its end. */
export const withEntries = (dict: Dict, removed: readonly Entry[], added: string): string => {
  let text = ''
  let from = dict.start
  for (const { keyStart, end } of [...removed].sort((a, b) => a.keyStart - b.keyStart)) {
    text += dict.bytes.toString('latin1', from, keyStart)
    from = end
  }
  const body = `${text}${dict.bytes.toString('latin1', from, dict.end - 2)}`.trimEnd()
  // A comment would swallow what is written behind it, and a value that was cut out may have kept two words apart.
  return `${body}${body.includes('%') ? '\n' : ''}${added}>>`
}
