import { renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a file that only its user can read. A kill or a power failure leaves the old content or the new content: the
 * function writes the new content to `draft`, flushes it and renames `draft` to `file`. Throws the system's error when
 * the disk refuses.
 */
export const replaceFile = (file: string, content: string | Buffer, draft = `${file}.new`): void => {
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  renameSync(draft, file)
}
