import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Log, toLogLine } from './log.ts'

const LARGEST_BYTES = 5_000_000

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/**
 * Opens a log with one JSON line per entry in `logs/atrium.log` below the data folder, readable by its user only. At
 * 5 MB the file replaces `atrium.log.1`, and a new file begins. Warnings and errors also go to `tell`, and so does an
 * entry that cannot be written. A failed write does not stop the program.
 */
export const openLogFile = (dataFolder: string, now: () => string, tell: (line: string) => void): Log => {
  const folder = join(dataFolder, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'atrium.log')
  let size = sizeOf(file)
  return (level, code, details) => {
    const line = `${toLogLine(now(), level, code, details)}\n`
    if (level !== 'info') tell(line)
    try {
      if (size + line.length > LARGEST_BYTES) {
        renameSync(file, `${file}.1`)
        size = 0
      }
      appendFileSync(file, line, { mode: 0o600 })
      size += line.length
    } catch {
      tell(line)
    }
  }
}
