import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findCupsServer } from './cups-server.ts'
import { createCupsSpooler } from './cups-spooler.ts'
import type { Spooler, SpoolerReply } from './spooler.ts'
import { createWindowsSpooler, type RunProgram } from './windows-spooler.ts'

/** Returns a spooler that cannot print: every request fails as `unavailable`, with `reason`. */
const noSpooler = (reason: string): Spooler => {
  const refuse = <Value>(): Promise<SpoolerReply<Value>> =>
    Promise.resolve({ ok: false, failure: { kind: 'unavailable', reason } })
  return { printers: refuse, print: refuse, read: refuse, find: refuse, cancel: refuse, sweep: async () => undefined }
}

/**
 * Creates the spooler of this operating system. `folder` is for the temporary files on Windows; only this user can read
 * it.
 */
export const createSpooler = (parts: {
  readonly folder: string
  readonly platform?: NodeJS.Platform
  readonly env?: Readonly<Record<string, string | undefined>>
}): Spooler => {
  const { folder, platform = process.platform, env = process.env } = parts
  switch (platform) {
    case 'linux':
    case 'darwin':
    case 'freebsd':
      return createCupsSpooler({ server: findCupsServer({ env, readFile: readIfThere }) })
    case 'win32': {
      const sumatra = findSumatra()
      return sumatra === null
        ? noSpooler('This installation lacks the program that prints PDFs on Windows. Reinstall Atrium.')
        : createWindowsSpooler({ run: runProgram, folder, sumatra })
    }
    default:
      return noSpooler("Atrium can't print on this operating system.")
  }
}

/**
 * Finds SumatraPDF beside the script of the package `pdf-to-printer`. In a packaged app it is outside the asar archive,
 * because the system cannot start a program inside an archive.
 */
const findSumatra = (): string | null => {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('pdf-to-printer'))
    const program = readdirSync(folder).find((name) => /^SumatraPDF.*\.exe$/i.test(name))
    return program === undefined ? null : join(folder, program).replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
  } catch {
    return null
  }
}

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Runs a program without a shell, so that a printer's name is never read as a command. */
const runProgram: RunProgram = (program, args, { env, timeoutMs }) =>
  new Promise((resolve) => {
    execFile(
      program,
      [...args],
      {
        env: { ...process.env, ...env },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
        maxBuffer: 16 * 1024 * 1024,
        encoding: 'utf8',
      },
      (error, stdout) => {
        if (error === null) return resolve({ kind: 'ended', code: 0, stdout })
        if (error.killed) return resolve({ kind: 'timed-out' })
        resolve(typeof error.code === 'number' ? { kind: 'ended', code: error.code, stdout } : { kind: 'not-started' })
      },
    )
  })
