import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type DataFolderParts = {
  readonly platform: NodeJS.Platform
  /** The operating system's folder for the data of this account's programs. */
  readonly appData: string
  /** On Windows the account's folder that stays on this computer. */
  readonly localAppData: string | undefined
  /** The folder of the `--data` flag. */
  readonly flag: string | undefined
  /** The folder of the policy that all accounts of this computer share; obeyed on Windows only. */
  readonly sharedFolder: string | undefined
  /**
   * Returns the real path: links and network drives are replaced by their targets. Throws if the path does not exist.
   */
  readonly toRealPath?: (path: string) => string
}

/** Where this workstation stores its files, as absolute paths. */
export type DataFolders = {
  /** The folder of this account. */
  readonly own: string
  /** The folder that all accounts of this computer share; null without one. */
  readonly shared: string | null
  /** Chromium's own files and the lock of this account's only window. */
  readonly window: string
}

/**
 * Returns where a shared folder is. Throws with a message for staff if it does not exist on this computer: a new folder
 * in another place would hide the work of the other accounts.
 */
const findSharedFolder = (sharedFolder: string, toRealPath: (path: string) => string): string => {
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
  throw new Error(
    `Your organisation's shared data folder, ${sharedFolder}, is not a folder on this computer. Ask IT to create it, and to name it with its drive and whole path.`,
  )
}

/**
 * Returns where this workstation stores its files: the folder of the flag, else the one that all accounts of a Windows
 * computer share, else one of this account. On Windows that is in the local profile, because a roaming profile would
 * copy health data to other computers. In a shared folder each account has window files of its own: Chromium's lock
 * would otherwise end a second account's start without a message. Throws with a message for staff if the shared folder
 * cannot be used.
 */
export const findDataFolders = (parts: DataFolderParts): DataFolders => {
  const { platform, appData, localAppData, flag, sharedFolder, toRealPath = realpathSync.native } = parts
  const isWindows = platform === 'win32'
  const own = resolve(flag ?? join(isWindows ? (localAppData ?? appData) : appData, 'Atrium'))
  if (!isWindows || flag !== undefined || sharedFolder === undefined) {
    return { own, shared: null, window: join(own, 'window') }
  }
  const shared = findSharedFolder(sharedFolder, toRealPath)
  return { own, shared, window: join(own, 'shared-window') }
}
