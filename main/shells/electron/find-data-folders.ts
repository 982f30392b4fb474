import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findGroupFolder, type GroupFolderFacts, SharedFolderRefused } from './group-folder.ts'

export type DataFolderParts = {
  readonly platform: NodeJS.Platform
  /** The operating system's folder for the data of this account's programs. */
  readonly appData: string
  /** On Windows, the account's data folder that does not roam to other computers. */
  readonly localAppData: string | undefined
  /** The folder of the `--data` flag. */
  readonly flag: string | undefined
  /** The folder that the accounts of this computer share, from the policy. */
  readonly sharedFolder: string | undefined
  /**
   * Returns the real path: links and network drives are replaced by their targets. Throws if the path does not exist.
   */
  readonly toRealPath?: (path: string) => string
  /** Reads a folder that a group shares; null if it does not exist. On macOS and Linux only. */
  readonly readFacts?: (folder: string) => GroupFolderFacts | null
}

/** Where this workstation stores its files, as absolute paths. */
export type DataFolders = {
  /** The folder of this account. */
  readonly own: string
  /** The folder that accounts of this computer share; null without one. */
  readonly shared: string | null
  /** Whether the shared folder belongs to a group and is closed to all other accounts. */
  readonly isOfGroup: boolean
  /** Chromium's own files and the lock of this account's only window. */
  readonly window: string
}

/**
 * Returns the real path of a shared folder on Windows. Throws {@link SharedFolderRefused} if it does not exist on this
 * computer: a new folder in another place would hide the work of the other accounts.
 */
const findWindowsFolder = (sharedFolder: string, toRealPath: (path: string) => string): string => {
  const onDrive = /^[a-z]:[\\/]/i
  const find = (): string => {
    try {
      return toRealPath(sharedFolder)
    } catch {
      return ''
    }
  }
  const found = onDrive.test(sharedFolder) ? find() : ''
  if (found !== '' && !found.startsWith('\\\\')) return found
  throw new SharedFolderRefused(
    'not-here',
    sharedFolder,
    'is not a folder on this computer. Ask IT to create it, and to name it with its drive and whole path.',
  )
}

/**
 * Returns where this workstation stores its files: the folder of the flag, else the folder that the accounts share,
 * else a folder of this account. On Windows the account's folder is in the local profile, because a roaming profile
 * would copy health data to other computers. With a shared folder, each account has its own window files: Chromium's
 * lock would otherwise end a second account's start without a message. Throws {@link SharedFolderRefused} if the shared
 * folder cannot be used.
 */
export const findDataFolders = (parts: DataFolderParts): DataFolders => {
  const { platform, appData, localAppData, flag, sharedFolder, toRealPath = realpathSync.native, readFacts } = parts
  const isWindows = platform === 'win32'
  const own = resolve(flag ?? join(isWindows ? (localAppData ?? appData) : appData, 'Atrium'))
  if (flag !== undefined || sharedFolder === undefined) {
    return { own, shared: null, isOfGroup: false, window: join(own, 'window') }
  }
  const shared = isWindows ? findWindowsFolder(sharedFolder, toRealPath) : findGroupFolder(sharedFolder, readFacts)
  return { own, shared, isOfGroup: !isWindows, window: join(own, 'shared-window') }
}
