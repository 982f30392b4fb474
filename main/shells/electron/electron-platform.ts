import { randomUUID } from 'node:crypto'
import { app, dialog } from 'electron'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import type { Platform } from '../../platform.ts'
import { startUtilityProcess } from './utility-process.ts'

/** What the Electron shell lends the app. Folders, log and vault are those of the browser shell: either opens the data. */
export const createElectronPlatform = async (
  dataFolder: string,
  openProviderWindow: NonNullable<Platform['openProviderWindow']>,
): Promise<Platform> => {
  const folders = openFolders(dataFolder)
  const now = (): Instant => toInstant(Date.now())
  return {
    shell: 'electron',
    version: app.getVersion(),
    folders,
    capabilities: { nativeDialogs: true, silentPrinting: true },
    vault: await openSecretVault(folders.data),
    log: openLogFile(folders.data, now, (line) => process.stderr.write(line)),
    startProcess: startUtilityProcess,
    openProviderWindow,
    chooseFolder: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] })
      return canceled ? null : (filePaths[0] ?? null)
    },
    now,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
  }
}
