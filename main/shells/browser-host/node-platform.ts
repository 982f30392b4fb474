import { randomUUID } from 'node:crypto'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { readProgramVersion } from '#runtime/program-version.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import type { Platform } from '../../platform.ts'

/** Creates the browser shell's platform: plain Node, and a browser window with the web's capabilities only. */
export const createNodePlatform = async (dataFolder: string): Promise<Platform> => {
  const folders = openFolders(dataFolder)
  const now = (): Instant => toInstant(Date.now())
  return {
    shell: 'browser',
    version: readProgramVersion(),
    folders,
    capabilities: { nativeDialogs: false, silentPrinting: false },
    vault: await openSecretVault(folders.data),
    log: openLogFile(folders.data, now, (line) => process.stderr.write(line)),
    startProcess: startChildProcess,
    // A browser cannot open a window with its own session.
    openProviderWindow: null,
    chooseFolder: null,
    // The browser shell runs from the sources or from an archive, which its administrator replaces.
    updates: null,
    now,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
  }
}
