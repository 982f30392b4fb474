import { randomUUID } from 'node:crypto'
import { app, dialog } from 'electron'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import type { Platform } from '../../platform.ts'
import { readProgramUpdates } from './program-updates.ts'
import { startUtilityProcess } from './utility-process.ts'

/**
 * Creates the Electron shell's platform. Folders, log and vault are those of the browser shell, so that either shell
 * can open the data.
 */
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
    updates: readProgramUpdates(),
    now,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
  }
}
