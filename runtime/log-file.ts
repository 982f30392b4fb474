import { appendFileSync, closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type KnowsDetail, type Log, toLogLine } from './log.ts'
import { fileModeFor, makePrivateFolder } from './private-modes.ts'

const LARGEST_BYTES = 5_000_000
/** Enough for several hundred of the longest lines. */
const LARGEST_TAIL_BYTES = 2_000_000

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'logs', 'atrium.log')

/**
 * Opens a log with one JSON line per entry in `logs/atrium.log` below the data folder, as private as that folder. At 5
 * MB the file replaces `atrium.log.1`, and a new file begins. Warnings and errors also go to `tell`, and so does an
 * entry that cannot be written. A failed write does not stop the program. A detail that `knows` does not know is
 * withheld.
 */
export const openLogFile = (
  dataFolder: string,
  now: () => string,
  tell: (line: string) => void,
  knows?: KnowsDetail,
): Log => {
  const file = fileIn(dataFolder)
  makePrivateFolder(dirname(file))
  let size = sizeOf(file)
  return (level, code, details) => {
    const line = `${toLogLine(now(), level, code, details, knows)}\n`
    if (level !== 'info') tell(line)
    try {
      if (size + line.length > LARGEST_BYTES) {
        renameSync(file, `${file}.1`)
        size = 0
      }
      appendFileSync(file, line, { mode: fileModeFor(file) })
      size += line.length
    } catch {
      tell(line)
    }
  }
}

/** Returns the last whole lines of a file, the oldest first; none if it cannot be read. */
const readTail = (file: string): readonly string[] => {
  try {
    const size = statSync(file).size
    const bytes = Buffer.alloc(Math.min(size, LARGEST_TAIL_BYTES))
    const handle = openSync(file, 'r')
    try {
      readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    } finally {
      closeSync(handle)
    }
    const lines = bytes.toString('utf8').split('\n')
    // The first line may have lost its start.
    return (bytes.length < size ? lines.slice(1) : lines).filter((line) => line !== '')
  } catch {
    return []
  }
}

/**
 * Returns the last `most` lines of the log below a data folder, the oldest first, including lines from before a crash
 * or a restart. A line may be damaged, or written by another version of the program.
 */
export const readLastLogLines = (dataFolder: string, most: number): readonly string[] => {
  const file = fileIn(dataFolder)
  const newest = readTail(file).slice(-most)
  const missing = most - newest.length
  return missing === 0 ? newest : [...readTail(`${file}.1`).slice(-missing), ...newest]
}
