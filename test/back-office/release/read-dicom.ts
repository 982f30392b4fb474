/** The values of a DICOM file by tag (`0010,0010`), as text without its padding, or as bytes. */
type ReadDicom = {
  readonly text: (tag: string) => string
  readonly bytes: (tag: string) => Buffer
  readonly tags: readonly string[]
}

/** Reads a DICOM part 10 file in explicit VR little endian; throws if the file has another format. */
export const readDicom = (file: Buffer): ReadDicom => {
  if (file.toString('latin1', 128, 132) !== 'DICM') throw new Error('no preamble')
  const values = new Map<string, Buffer>()
  const tags: string[] = []
  let at = 132
  while (at < file.length) {
    const hex = (value: number) => value.toString(16).padStart(4, '0')
    const tag = `${hex(file.readUInt16LE(at))},${hex(file.readUInt16LE(at + 2))}`
    const vr = file.toString('latin1', at + 4, at + 6)
    if (!/^[A-Z]{2}$/.test(vr)) throw new Error(`no value representation at ${at}`)
    const isLong = ['OB', 'OW', 'SQ', 'UN', 'UT'].includes(vr)
    const length = isLong ? file.readUInt32LE(at + 8) : file.readUInt16LE(at + 6)
    if (length % 2 !== 0) throw new Error(`an odd length at ${tag}`)
    const start = at + (isLong ? 12 : 8)
    if (start + length > file.length) throw new Error(`${tag} runs past the end`)
    values.set(tag, file.subarray(start, start + length))
    tags.push(tag)
    at = start + length
  }
  const bytes = (tag: string): Buffer => {
    const value = values.get(tag)
    if (value === undefined) throw new Error(`no ${tag}`)
    return value
  }
  return {
    bytes,
    tags,
    text: (tag) =>
      bytes(tag)
        .toString('utf8')
        .replace(/[ \0]+$/, ''),
  }
}
