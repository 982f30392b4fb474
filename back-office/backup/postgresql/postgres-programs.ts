import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupProblem } from '../backup-problem.ts'

/** What a program printed, and how it ended. */
type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

type ProgramOptions = {
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The program's messages must not depend on the language of the account. */
const plainLanguage = { LC_ALL: 'C', LC_MESSAGES: 'C' } as const

/** Starts a program without a shell. */
export const startProgram = (
  path: string,
  args: readonly string[],
  { env = {}, signal }: ProgramOptions = {},
): ChildProcess =>
  spawn(path, [...args], { env: { ...process.env, ...plainLanguage, ...env }, ...(signal && { signal }) })

/** Waits for a program to end, and returns the last part of its output. Rejects if it cannot be started. */
export const collect = (child: ChildProcess, withOutput = true): Promise<Ended> => {
  const maxKept = 20_000
  let out = ''
  let err = ''
  if (withOutput)
    child.stdout?.on('data', (part: Buffer) => {
      out = (out + part.toString()).slice(-maxKept)
    })
  child.stderr?.on('data', (part: Buffer) => {
    err = (err + part.toString()).slice(-maxKept)
  })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) => done({ code, out, err }))
  })
}

/** Runs a program to its end. Rejects if it cannot be started. */
export const runProgram = (path: string, args: readonly string[], options: ProgramOptions = {}): Promise<Ended> =>
  collect(startProgram(path, args, options))

/**
 * Returns the path of a PostgreSQL program of one major version: where the packages of Debian or PostgreSQL install it,
 * or in the folder POSTGRES_BIN. Throws the problem `postgres-missing`.
 */
export const findPostgresProgram = (name: string, version: number, env: NodeJS.ProcessEnv = process.env): string => {
  const folders = [
    ...(env.POSTGRES_BIN === undefined ? [] : [env.POSTGRES_BIN]),
    `/usr/lib/postgresql/${version}/bin`,
    `/usr/pgsql-${version}/bin`,
  ]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found === undefined) throw new BackupProblem('postgres-missing', String(version))
  return found
}

/** Returns the last line of a program's messages, for the line that IT reads. */
export const lastLineOf = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''
