import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findCupsServer } from './cups-server.ts'
import { createCupsSpooler } from './cups-spooler.ts'
import type { Spooler, SpoolerReply } from './spooler.ts'
import { createWindowsSpooler, type RunProgram } from './windows-spooler.ts'

/** Prints nowhere, and says why. */
export const noSpooler = (reason: string): Spooler => {
  const refuse = <Value>(): Promise<SpoolerReply<Value>> =>
    Promise.resolve({ ok: false, failure: { kind: 'unavailable', reason } })
  return { printers: refuse, print: refuse, read: refuse, find: refuse, cancel: refuse }
}

/** The spooler of this operating system. `folder` takes Windows's temporary files; `sumatra` is the path of its printing program. */
export const createSpooler = (parts: {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  readonly sumatra: string | null
}): Spooler => {
  const { platform, env, folder, sumatra } = parts
  switch (platform) {
    case 'linux':
    case 'darwin':
    case 'freebsd':
      return createCupsSpooler({ server: findCupsServer({ env, readFile: readIfThere }) })
    case 'win32':
      return sumatra === null
        ? noSpooler('The program that prints PDFs on Windows is missing from this installation.')
        : createWindowsSpooler({ run: runProgram, folder, sumatra })
    default:
      return noSpooler('Atrium cannot print on this operating system.')
  }
}

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Without a shell, so that no printer's name is ever read as a command. */
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
