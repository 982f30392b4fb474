import { createHash } from 'node:crypto'
import { chmodSync, closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Returns the SHA-256 of a file's bytes, in hexadecimal. Rejects if the file cannot be read. */
export const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Returns the error for a file that changed after its verification; `code` is for the log. */
export const differsFromVerified = (): Error =>
  Object.assign(new Error('The file of the update differs from the verified one.'), { code: 'bad-hash' })

/**
 * Puts a copy of the file at `path` beside the program file `own`, and compares it with `sha256` (hex). The returned
 * function replaces the program with the copy; a kill at any moment leaves either the old program or the new one.
 * Rejects if the copy differs, or if the folder of the program cannot be written; the old program then stays.
 */
export const prepareReplacement = async (own: string, path: string, sha256: string): Promise<() => void> => {
  const draft = `${own}.new`
  try {
    await copyFile(path, draft)
    if ((await hashOfFile(draft)) !== sha256) throw differsFromVerified()
    chmodSync(draft, 0o755)
    const file = openSync(draft, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (thrown) {
    rmSync(draft, { force: true })
    throw thrown
  }
  return () => renameSync(draft, own)
}
