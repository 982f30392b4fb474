import { createHash } from 'node:crypto'
import { chmodSync, closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Replaces the program file `own` by the file at `path`, so that a kill at any moment leaves the old program or the new
 * one. The copy is compared with `sha256` (hex) before it takes the program's place. Rejects if it differs, or if the
 * folder of the program cannot be written; the old program then stays.
 */
export const replaceProgram = async (own: string, path: string, sha256: string): Promise<void> => {
  const draft = `${own}.new`
  try {
    await copyFile(path, draft)
    const hash = createHash('sha256')
    await pipeline(createReadStream(draft), hash)
    if (hash.digest('hex') !== sha256) throw new Error('The copy of the update differs from the verified file.')
    chmodSync(draft, 0o755)
    const file = openSync(draft, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, own)
  } catch (thrown) {
    rmSync(draft, { force: true })
    throw thrown
  }
}
