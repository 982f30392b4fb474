import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Database, type DatabaseSource, inTransaction } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { hashToken } from '#back-office/kernel/session-token.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'

/** Signs `count` workstations in, each with its own account, and returns their tokens. */
export const signDesksIn = async (source: DatabaseSource, count: number): Promise<string[]> => {
  const { db, close } = await openDatabase(source)
  const now = Math.floor(Date.now() / 1000)
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await inTransaction(db, async (within) => {
    for (const [number, token] of tokens.entries()) await signDeskIn(within, number, token, now)
  })
  await close()
  return tokens
}

/** Adds the account of one workstation and its session, which ends a day after `now`, in epoch seconds. */
export const signDeskIn = async (db: Database, number: number, token: string, now: number): Promise<void> => {
  const email = `desk.${number}@clinic.example`
  await db
    .insertInto('user')
    .values({
      user_id: `u-desk-${number}`,
      email,
      email_key: email,
      password_hash: null,
      failed_sign_ins: 0,
      locked_until: null,
      firstname: 'Desk',
      lastname: String(number),
      roles: JSON.stringify(['frontdesk']),
      allowed_locations: null,
      home_location: null,
    })
    .execute()
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: `u-desk-${number}`,
      created_at: now,
      last_used_at: now,
      expires_at: now + 86_400,
    })
    .execute()
}

/** Starts back offices as separate processes on one database; returns their addresses and process ids. */
export const startBackOffices = async (
  source: DatabaseSource,
  count: number,
): Promise<{ urls: string[]; pids: number[]; stop(): Promise<void> }> => {
  const started = await Promise.all(Array.from({ length: count }, () => startOne(source)))
  return {
    urls: started.map((one) => one.url),
    pids: started.map((one) => one.pid),
    stop: async () => {
      await Promise.all(started.map((one) => one.stop()))
    },
  }
}

const startOne = (source: DatabaseSource): Promise<{ url: string; pid: number; stop(): Promise<void> }> => {
  const place =
    source.kind === 'sqlite'
      ? ['--data', dirname(source.path)]
      : ['--data', join(tmpdir(), 'atrium-no-data'), '--database', source.url]
  const child: ChildProcess = spawn(process.execPath, [backOfficeProgram, '--port', '0', ...place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`back office ended with code ${code}: ${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const url = /Back office ready at (\S+)/.exec(output)?.[1]
      if (url === undefined) return
      resolve({
        url,
        pid: child.pid ?? 0,
        stop: async () => {
          child.kill('SIGTERM')
          await ended
        },
      })
    })
  })
}
