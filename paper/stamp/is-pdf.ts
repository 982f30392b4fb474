/** Viewers search this many bytes for a PDF's header, because some mailers and scanners put other bytes before it. */
const searchedBytes = 1024

/** Returns whether a file begins like a PDF. Does not check the rest. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searchedBytes)).includes('%PDF-')
