import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'

/** Where things lie on this workstation. All exist and are readable by this user alone. */
export type PlatformFolders = { readonly data: string; readonly temp: string }

/** Somebody else holds the data folder: another Atrium is running on it. @internal Tests expect this error. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

const makePrivate = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A folder that was there already keeps its mode otherwise.
  chmodSync(folder, 0o700)
  return folder
}

/** Makes the data folder and a fresh, empty temp folder in it; both 0700. Throws where the disk refuses. */
export const openFolders = (dataFolder: string): PlatformFolders => {
  const data = makePrivate(resolve(dataFolder))
  rmSync(join(data, 'temp'), { recursive: true, force: true })
  return { data, temp: makePrivate(join(data, 'temp')) }
}

/**
 * The lock is a socket somebody listens on, rather than a file with a process id: the system closes it however Atrium ends,
 * so that a start after a crash is never refused and a number used again never misleads.
 */
const lockAddress = (folder: string): string => {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\atrium-${name}`
  const inside = join(resolve(folder), 'atrium.lock')
  // The path of a Unix socket holds about a hundred bytes.
  return Buffer.byteLength(inside) <= 100 ? inside : `/tmp/atrium-${process.getuid?.() ?? 0}-${name}.lock`
}

const listen = (address: string): Promise<Server> =>
  new Promise((done, failed) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', failed)
    server.listen(address, () => done(server))
  })

const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

/** Takes the data folder for this process; gives the function that lets it go. Rejects with {@link DataFolderInUse}. */
export const lockDataFolder = async (folder: string): Promise<() => Promise<void>> => {
  const address = lockAddress(folder)
  const take = async (): Promise<Server> => {
    try {
      return await listen(address)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      if (await answers(address)) throw new DataFolderInUse(`Atrium is already running on ${resolve(folder)}`)
      // Left behind by a process that was killed.
      rmSync(address, { force: true })
      return listen(address)
    }
  }
  const server = await take()
  server.unref()
  return () => new Promise((done) => server.close(() => done()))
}
