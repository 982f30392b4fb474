import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { openFolders } from '#runtime/data-folder.ts'
import { openLogFile } from '#runtime/log-file.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import type { Platform } from '../../platform.ts'

/** Returns Atrium's version, from the package.json above this file, in the build or in the source tree. */
const readVersion = (): string => {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (name === 'atrium' && typeof version === 'string') return version
    } catch {
      // No package.json here; continue one folder up.
    }
  }
  return '0.0.0'
}

/** Creates the browser shell's platform: plain Node, and a browser window with the web's capabilities only. */
export const createNodePlatform = async (dataFolder: string): Promise<Platform> => {
  const folders = openFolders(dataFolder)
  const now = (): Instant => toInstant(Date.now())
  return {
    shell: 'browser',
    version: readVersion(),
    folders,
    capabilities: { nativeDialogs: false, silentPrinting: false },
    vault: await openSecretVault(folders.data),
    log: openLogFile(folders.data, now, (line) => process.stderr.write(line)),
    startProcess: startChildProcess,
    // A browser cannot open a window with its own session.
    openProviderWindow: null,
    chooseFolder: null,
    now,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
  }
}
