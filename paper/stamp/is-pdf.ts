/** Where viewers look for a PDF's first words, which some mailers and scanners put others before. */
const searchedBytes = 1024

/** Whether a file begins as a PDF does; says nothing of the rest. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searchedBytes)).includes('%PDF-')
