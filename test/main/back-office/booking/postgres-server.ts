import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A PostgreSQL server for tests. `createDatabase` gives the URL of a fresh, empty database. */
export type PostgresServer = { createDatabase(): Promise<string>; stop(): Promise<void> }

/** Where Debian keeps the server's programs, the newest version first; undefined where there are none. */
const findPrograms = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Why there is no server to be had here; null where there is one. */
export const whyNoPostgres = (): string | null =>
  process.env.TEST_DATABASE_URL !== undefined || findPrograms() !== undefined
    ? null
    : 'no PostgreSQL: neither TEST_DATABASE_URL nor /usr/lib/postgresql/*/bin/initdb'

/** Uses the server of TEST_DATABASE_URL, or starts one of its own in a temporary folder. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return toServer(given, async () => {})
  const programs = findPrograms()
  if (programs === undefined) throw new Error(whyNoPostgres() ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'atrium-postgres-'))
  // The server refuses to run as root; the tests of a build machine often do.
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
    chownSync(folder, uid, gid)
  }
  chmodSync(folder, 0o700)
  const program = async (name: string, ...args: string[]): Promise<void> => {
    const path = join(programs, name)
    if (isRoot) await run('runuser', ['-u', 'postgres', '--', path, ...args], { cwd: '/' })
    else await run(path, args)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  await program('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync')
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=150`
  await program('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start')
  return toServer(`postgres://postgres@127.0.0.1:${port}/postgres`, async () => {
    await program('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })
}

const idOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout)

const toServer = (url: string, stop: () => Promise<void>): PostgresServer => ({
  stop,
  createDatabase: async () => {
    const name = `atrium_test_${randomBytes(6).toString('hex')}`
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const own = new URL(url)
    own.pathname = `/${name}`
    return own.href
  },
})
