import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs'

/** Flushes a file to the disk. */
export const flushFile = (path: string): void => {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Flushes the names in a folder to the disk, so that a rename survives a power failure. */
export const flushFolder = (path: string): void => {
  // Windows cannot open a folder; NTFS records renames in its journal.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const blockBytes = 1 << 20

/** Returns the SHA-256 of a file as 64 hex digits. */
export const hashFile = (path: string): string => {
  const hash = createHash('sha256')
  const block = Buffer.allocUnsafe(blockBytes)
  const file = openSync(path, 'r')
  try {
    for (let bytes = readSync(file, block); bytes > 0; bytes = readSync(file, block)) {
      hash.update(block.subarray(0, bytes))
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
