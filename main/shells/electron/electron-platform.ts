import { randomUUID } from 'node:crypto'
import { app, dialog } from 'electron'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import { openSecretVault, openSharedVault } from '#runtime/secret-vault.ts'
import type { AppFiles } from '../../bridge/app-files.ts'
import type { CrashReports, Platform } from '../../platform.ts'
import { openCrashFiles } from '../../support/crash-files.ts'
import { knowsLogDetail } from '../../support/known-words.ts'
import { readProgramUpdates } from './program-updates.ts'
import { openElectronProviderWindow } from './provider-window.ts'
import { startUtilityProcess } from './utility-process.ts'

/**
 * Creates the Electron shell's platform. Folders, log and vault are those of the browser shell, so that either shell
 * can open the data. `files` have the pages of the card provider's windows, `fetch` sends main's requests. `isShared`:
 * all accounts of the computer use the folder. `crashes` stores this process's crash reports in another data folder. If
 * it is absent, they are stored in `dataFolder`.
 */
export const createElectronPlatform = async (
  dataFolder: string,
  parts: {
    readonly files: AppFiles
    readonly fetch: Platform['fetch']
    readonly isShared: boolean
    readonly crashes?: CrashReports
  },
): Promise<Platform> => {
  const { files, fetch } = parts
  const folders = openFolders(dataFolder)
  const now = (): Instant => toInstant(Date.now())
  const shell = 'electron'
  const version = app.getVersion()
  const log = openLogFile(folders.data, now, (line) => process.stderr.write(line), knowsLogDetail)
  const crashes =
    parts.crashes ?? openCrashFiles({ dataFolder: folders.data, version, shell, toOwnFile: createOwnFiles(), log, now })
  return {
    shell,
    version,
    folders,
    capabilities: { nativeDialogs: true, silentPrinting: true },
    vault: parts.isShared ? openSharedVault(folders.data) : await openSecretVault(folders.data),
    log,
    crashes,
    fetch,
    startProcess: startUtilityProcess,
    openProviderWindow: (page) => openElectronProviderWindow({ page, files, log, crashes }),
    chooseFolder: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] })
      return canceled ? null : (filePaths[0] ?? null)
    },
    updates: readProgramUpdates(log),
    now,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
  }
}
