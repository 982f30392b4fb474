/** The kind of each byte in PDF syntax: 0 part of a word, 1 white space, 2 a delimiter. */
export const byteKinds: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 9, 10, 12, 13, 32].includes(byte) ? 1 : '()<>[]{}/%'.includes(String.fromCharCode(byte)) ? 2 : 0,
)

const [open, close, backslash] = [0x28, 0x29, 0x5c]

/** Returns the index after the string whose opening parenthesis is at `from`; -1 if it does not end. */
export const stringEnd = (bytes: Buffer, from: number): number => {
  let depth = 0
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === backslash) at += 1
    else if (byte === open) depth += 1
    else if (byte === close) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
