import { lockDataFolder } from '#runtime/data-folder.ts'
import { closeToOthers, shareWithGroup } from '#runtime/private-modes.ts'
import { type ChosenFolder, chooseDataFolder } from './choose-data-folder.ts'
import type { DataFolders } from './find-data-folders.ts'

type OpenedFolder = ChosenFolder & { unlock(): Promise<void> }

/**
 * Chooses the folder of the data and locks it. Files that this process creates in a group's folder are then open to
 * that group. Chromium's files, in the account's own folder, stay closed to others. Rejects as `lockDataFolder` does.
 */
export const openDataFolder = async (folders: DataFolders): Promise<OpenedFolder> => {
  const home = await chooseDataFolder(folders)
  if (home.isShared && folders.isOfGroup) {
    // The umask that the group needs also applies to Chromium's files.
    closeToOthers(folders.own)
    shareWithGroup(home.data)
  }
  return { ...home, unlock: await lockDataFolder(home.data) }
}
