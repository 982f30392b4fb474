import { randomUUID } from 'node:crypto'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import { readProgramVersion } from '#runtime/program-version.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import type { CrashReports, Platform } from '../../platform.ts'
import { openCrashFiles } from '../../support/crash-files.ts'
import { knowsLogDetail } from '../../support/known-words.ts'

/**
 * Creates the browser shell's platform: plain Node, and a browser window with the web's capabilities only. `crashes`
 * stores this process's crash reports in another data folder. If it is absent, they are stored in `dataFolder`.
 */
export const createNodePlatform = async (dataFolder: string, crashes?: CrashReports): Promise<Platform> => {
  const folders = openFolders(dataFolder)
  const now = (): Instant => toInstant(Date.now())
  const shell = 'browser'
  const version = readProgramVersion()
  const log = openLogFile(folders.data, now, (line) => process.stderr.write(line), knowsLogDetail)
  return {
    shell,
    version,
    folders,
    capabilities: { nativeDialogs: false, silentPrinting: false },
    vault: await openSecretVault(folders.data),
    log,
    crashes:
      crashes ?? openCrashFiles({ dataFolder: folders.data, version, shell, toOwnFile: createOwnFiles(), log, now }),
    fetch: globalThis.fetch,
    startProcess: startChildProcess,
    // A browser cannot open a window with its own session.
    openProviderWindow: null,
    chooseFolder: null,
    // The browser shell runs from the sources or from an archive. An administrator updates it by replacing these files.
    updates: null,
    now,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
  }
}
