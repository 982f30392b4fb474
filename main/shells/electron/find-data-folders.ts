import { join, resolve } from 'node:path'

type DataFolderParts = {
  readonly platform: NodeJS.Platform
  /** The operating system's folder for the data of this account's programs. */
  readonly appData: string
  /** On Windows the account's folder that stays on this computer. */
  readonly localAppData: string | undefined
  /** The folder of the `--data` flag. */
  readonly flag: string | undefined
  /** The folder of the policy that all accounts of this computer share; obeyed on Windows only. */
  readonly sharedFolder: string | undefined
}

/** Where this workstation stores its files, as absolute paths. */
type DataFolders = {
  readonly data: string
  /** Chromium's own files and the lock of this account's only window. */
  readonly window: string
  readonly isShared: boolean
}

/**
 * Returns where this workstation stores its files: the folder of the flag, else the one that all accounts of a Windows
 * computer share, else one of this account. On Windows that is in the local profile, because a roaming profile would
 * copy health data to other computers. In a shared folder each account has window files of its own: Chromium's lock
 * would otherwise end a second account's start without a word.
 */
export const findDataFolders = (parts: DataFolderParts): DataFolders => {
  const { platform, appData, localAppData, flag, sharedFolder } = parts
  const isWindows = platform === 'win32'
  const own = join(isWindows ? (localAppData ?? appData) : appData, 'Atrium')
  const isShared = isWindows && flag === undefined && sharedFolder !== undefined
  const data = resolve(flag ?? (isShared ? sharedFolder : own))
  return { data, window: isShared ? join(own, 'shared-window') : join(data, 'window'), isShared }
}
