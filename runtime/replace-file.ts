import { renameSync, writeFileSync } from 'node:fs'
import { fileModeFor } from './private-modes.ts'

/**
 * Writes a file that only its user can read, or the group of a shared folder. A kill or a power failure leaves the old
 * content or the new content: the function writes the new content to `draft`, flushes it and renames `draft` to `file`.
 * Throws the system's error when the disk refuses.
 */
export const replaceFile = (file: string, content: string | Buffer, draft = `${file}.new`): void => {
  writeFileSync(draft, content, { mode: fileModeFor(draft), flush: true })
  renameSync(draft, file)
}
