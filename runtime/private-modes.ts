import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** The name of the group's folder in the data that a process hands to its threads. */
const groupFolder = 'atrium.group-folder'

/**
 * Opens a folder to its group: everything that this process creates in the folder from now on can be read and written
 * by the accounts of that group, and by no other account (decision 269). The folder must have the setgid bit, so that
 * the system gives its group to everything in it. Call this function once, in the main thread, before something is
 * created in the folder and before a thread starts.
 */
export const shareWithGroup = (folder: string): void => {
  // A thread inherits these data when it starts.
  setEnvironmentData(groupFolder, resolve(folder))
  // The usual umask removes the group's right to write. With a later `chmod` instead, a program that is killed in
  // between would leave a file, or the socket of the lock, that no other account can open.
  process.umask(0o007)
}

const isSharedWithGroup = (path: string): boolean => {
  const folder = getEnvironmentData(groupFolder)
  if (typeof folder !== 'string') return false
  const inside = relative(folder, resolve(path))
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

/** Returns the mode of a file to create: open to its account only, or to the group that shares the folder. */
export const fileModeFor = (path: string): number => (isSharedWithGroup(path) ? 0o660 : 0o600)

/** Returns the mode of a folder to create. The setgid bit comes from the folder around it. */
const folderModeFor = (path: string): number => (isSharedWithGroup(path) ? 0o770 : 0o700)

/** Creates a folder, and the folders around it, where they are missing. Does not change a folder that exists. */
export const makePrivateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: folderModeFor(path) })
}

/**
 * Creates a folder, or takes the rights of all other accounts from a folder that exists. Does not change the mode of a
 * group's folder: it was checked before, and an administrator set it.
 */
export const closeToOthers = (folder: string): void => {
  makePrivateFolder(folder)
  if (!isSharedWithGroup(folder)) chmodSync(folder, folderModeFor(folder))
}

/** Creates an empty file if there is none. Throws the system's error when the disk refuses. */
export const createPrivateFile = (path: string): void => {
  try {
    // The flag never opens a file that exists: closing it would release the locks that SQLite has on it in this
    // process.
    closeSync(openSync(path, 'wx', fileModeFor(path)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
