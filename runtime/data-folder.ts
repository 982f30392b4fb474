import { createHash, randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { closeToOthers, makePrivateFolder } from './private-modes.ts'

/**
 * The folders of this workstation. All exist and are readable by this user only, or by the group that shares the data
 * folder.
 */
export type PlatformFolders = { readonly data: string; readonly temp: string }

/** Thrown when another running Atrium has locked the data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

/**
 * Creates the data folder and a new, empty temp folder in it; both have mode 0700, or that of their group. Throws when
 * the disk refuses. Call this function only after {@link lockDataFolder}: another Atrium may be printing from the temp
 * folder.
 */
export const openFolders = (dataFolder: string): PlatformFolders => {
  const data = resolve(dataFolder)
  const temp = join(data, 'temp')
  closeToOthers(data)
  rmSync(temp, { recursive: true, force: true })
  closeToOthers(temp)
  return { data, temp }
}

/**
 * Returns the address of the lock. The lock is a listening socket and not a file with a process id: the system closes
 * the socket in whatever way Atrium ends. A start after a crash is therefore never refused, and a reused process id
 * never misleads.
 */
const lockAddress = (folder: string): string => {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\atrium-${name}`
  const inside = join(resolve(folder), 'atrium.lock')
  // The path of a Unix socket can have at most about a hundred bytes.
  return Buffer.byteLength(inside) <= 100 ? inside : `/tmp/atrium-${process.getuid?.() ?? 0}-${name}.lock`
}

const listen = (address: string): Promise<Server> =>
  new Promise((done, failed) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', failed)
    server.listen(address, () => done(server))
  })

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code)

/**
 * Returns whether a program listens at an address. Only a refused connection shows that none does. A busy program, or
 * one of an account that this account may not reach, causes another error.
 */
const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', (error) => done(!isCode(error, 'ECONNREFUSED', 'ENOENT')))
  })

/**
 * Removes the socket file of a process that was killed. Returns false if another start replaced the file with its own
 * socket in the meantime; that socket stays.
 */
const removeStaleSocket = async (address: string): Promise<boolean> => {
  // Not longer than the name of the lock: a longer path could be too long for a socket.
  const aside = join(dirname(address), `left-${randomBytes(3).toString('hex')}`)
  try {
    renameSync(address, aside)
  } catch (error) {
    // Another start removed it.
    if (isCode(error, 'ENOENT')) return true
    throw error
  }
  if (await answers(aside)) {
    renameSync(aside, address)
    return false
  }
  rmSync(aside, { force: true })
  return true
}

/** Returns the error's message. The other Atrium may be invisible, because it can run in another signed-in account. */
const inUse = (folder: string): string =>
  `Atrium is already running on ${folder}. If you do not see its window, Atrium runs in another account of this computer.`

/**
 * Takes the address of a lock of `folder`. `outlives`: whether the address may outlive its process, as a socket file
 * does after a kill.
 * @internal Tests call it directly, because no Windows machine runs the tests.
 */
export const takeLock = async (folder: string, address: string, outlives: boolean): Promise<Server> => {
  const tryToListen = async (): Promise<Server | null> => {
    try {
      return await listen(address)
    } catch (error) {
      if (isCode(error, 'EADDRINUSE')) return null
      throw error
    }
  }
  const server = await tryToListen()
  if (server !== null) return server
  // On Windows the address is a pipe. A pipe refuses connections from other accounts, but never outlives its process,
  // so an address in use means a running Atrium.
  const isLeft = outlives && !(await answers(address)) && (await removeStaleSocket(address))
  const second = isLeft ? await tryToListen() : null
  if (second === null) throw new DataFolderInUse(inUse(folder))
  return second
}

/**
 * Creates the data folder if it is missing and locks it for this process; returns the function that unlocks it. Changes
 * nothing in it, and rejects with {@link DataFolderInUse} while another Atrium has locked it.
 */
export const lockDataFolder = async (dataFolder: string): Promise<() => Promise<void>> => {
  const folder = resolve(dataFolder)
  makePrivateFolder(folder)
  const server = await takeLock(folder, lockAddress(folder), process.platform !== 'win32')
  server.unref()
  return () => new Promise((done) => server.close(() => done()))
}
