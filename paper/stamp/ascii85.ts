const [first, last, zeros, end] = [...'!uz~'].map((one) => one.charCodeAt(0)) as [number, number, number, number]

/**
 * Decodes ASCII85 (ISO 32000-1, 7.4.3), in which common report programs write page contents. Five letters are four
 * bytes, `z` is four zero bytes, `~` ends the data. Skips white space and throws at any other byte.
 */
export const fromAscii85 = (data: Uint8Array): Buffer => {
  const plain = Buffer.alloc(data.length * 4)
  let length = 0
  let group = 0
  let count = 0
  for (const byte of data) {
    if (byte === end) break
    if (byte <= 32) continue
    if (byte === zeros && count === 0) {
      length += 4
      continue
    }
    if (byte < first || byte > last) throw new RangeError('A letter outside the alphabet')
    group = group * 85 + byte - first
    count += 1
    if (count < 5) continue
    length = plain.writeUInt32BE(group, length)
    group = 0
    count = 0
  }
  if (count < 2) return plain.subarray(0, length)
  for (let index = count; index < 5; index += 1) group = group * 85 + 84
  plain.writeUInt32BE(group, length)
  return plain.subarray(0, length + count - 1)
}
