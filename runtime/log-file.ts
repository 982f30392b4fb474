import { appendFileSync, closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type KnowsDetail, type Log, toLogLine } from './log.ts'
import { fileModeFor, makePrivateFolder } from './private-modes.ts'

/**
 * A file that would exceed `largestBytes` is renamed to `NAME.1`, after `NAME.1` is renamed to `NAME.2`, and so on.
 * `kept` is the number of renamed files; the oldest is overwritten.
 */
type Rotation = { readonly largestBytes: number; readonly kept: number }

const ofWorkstation: Rotation = { largestBytes: 5_000_000, kept: 1 }
/** Enough for the lines of a busy server over some days. */
const ofServer: Rotation = { largestBytes: 50_000_000, kept: 10 }

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

/** Returns the function that appends a line to a file. It throws the system's error when the disk refuses. */
const openRotated = (file: string, { largestBytes, kept }: Rotation): ((line: string) => void) => {
  let size = sizeOf(file)
  const rotate = (): void => {
    for (let place = kept - 1; place >= 1; place -= 1) {
      if (existsSync(`${file}.${place}`)) renameSync(`${file}.${place}`, `${file}.${place + 1}`)
    }
    renameSync(file, `${file}.1`)
    size = 0
  }
  return (line) => {
    const bytes = Buffer.byteLength(line)
    if (size > 0 && size + bytes > largestBytes) rotate()
    appendFileSync(file, line, { mode: fileModeFor(file) })
    size += bytes
  }
}

/**
 * Opens a log with one JSON line per entry in `logs/atrium.log` below the data folder, as private as that folder. At 5
 * MB the file replaces `atrium.log.1`, and a new file begins. Warnings and errors also go to `printLine`, and so does
 * an entry that cannot be written. A failed write does not stop the program. A detail that `knows` rejects is withheld.
 */
export const openLogFile = (
  dataFolder: string,
  now: () => string,
  printLine: (line: string) => void,
  knows?: KnowsDetail,
): Log => {
  const file = fileIn(dataFolder)
  makePrivateFolder(dirname(file))
  const append = openRotated(file, ofWorkstation)
  return (level, code, details) => {
    const line = `${toLogLine(now(), level, code, details, knows)}\n`
    if (level !== 'info') printLine(line)
    try {
      append(line)
    } catch {
      printLine(line)
    }
  }
}

/**
 * Opens the log of a server: one JSON line per entry in `back-office.log` in a folder, which is created. At 50 MB the
 * file is replaced, and ten older files are kept. Throws the system's error if the file cannot be written now; later,
 * lines that the disk refuses are lost.
 */
export const openServerLog = (folder: string): ((line: string) => void) => {
  const file = join(folder, 'back-office.log')
  makePrivateFolder(folder)
  const append = openRotated(file, ofServer)
  append('')
  return (line) => {
    try {
      append(`${line}\n`)
    } catch {
      // The line was also written to the error output.
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
