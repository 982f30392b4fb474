import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupManifestName } from '#domain/backup/backup-manifest.ts'
import {
  type ClusterFolder,
  type ClusterManifest,
  clusterFolderName,
  parseClusterFolder,
  parseClusterManifest,
} from '#domain/backup/cluster-manifest.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'
import { flushFolder } from '../durable-files.ts'
import { toKeyCheck } from './sealed-stream.ts'

/** Returns the paths inside the folder with a cluster's backups. */
export const backupPlacesOf = (folder: string) => ({
  description: join(folder, clusterFolderName),
  /** The archive of the write-ahead log, encrypted. */
  log: join(folder, 'wal'),
  /** The repository of pgBackRest. */
  repository: join(folder, 'repo'),
  /** The locks of pgBackRest. */
  lock: join(folder, 'lock'),
})

/** The prefix in the names of folders with one backup each. */
const backupPrefix = 'backup-'

/** Returns whether a folder has, or will have, the backups of a PostgreSQL cluster. */
export const isClusterFolder = (folder: string): boolean => existsSync(backupPlacesOf(folder).description)

/** Writes a file in one step: a kill leaves the old file, or none. */
export const writeWhole = (path: string, content: unknown): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: fileModeFor(path), flush: true })
  renameSync(`${path}.new`, path)
}

/** Reads the description of a folder, and checks the key. Throws `no-backup`, `manifest-unreadable` or `wrong-key`. */
export const readClusterFolder = (folder: string, keyHex: string): ClusterFolder => {
  const path = backupPlacesOf(folder).description
  if (!existsSync(path)) throw new BackupProblem('no-backup', folder)
  const found = parseClusterFolder(readText(path))
  if (found === null) throw new BackupProblem('manifest-unreadable', folder)
  if (toKeyCheck(keyHex, found.systemID) !== found.keyCheck) throw new BackupProblem('wrong-key', folder)
  return found
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw toBackupProblem(thrown, path)
  }
}

/** Creates the folder for a cluster's backups, or checks that an existing one belongs to this cluster and key. */
export const openClusterFolder = (
  folder: string,
  { systemID, way, keyHex }: Pick<ClusterFolder, 'systemID' | 'way'> & { readonly keyHex: string },
): ClusterFolder => {
  if (isClusterFolder(folder)) {
    const found = readClusterFolder(folder, keyHex)
    if (found.systemID !== systemID) throw new BackupProblem('other-cluster', folder)
    return found
  }
  try {
    makePrivateFolder(folder)
    const others = readdirSync(folder).filter((name) => !['wal', 'repo', `${clusterFolderName}.new`].includes(name))
    if (others.length > 0) throw new BackupProblem('not-empty', folder)
    makePrivateFolder(backupPlacesOf(folder).log)
    const made = { format: 1, database: 'postgresql', way, systemID, keyCheck: toKeyCheck(keyHex, systemID) } as const
    writeWhole(backupPlacesOf(folder).description, made)
    flushFolder(folder)
    return made
  } catch (thrown) {
    throw toBackupProblem(thrown, folder)
  }
}

/** A complete backup: the folder with its manifest. */
export type FoundBackup = ClusterManifest & { readonly place: string }

/** Returns the path of a new backup's folder. */
export const toBackupPlace = (folder: string, takenAt: Date, mark: string): string =>
  join(folder, `${backupPrefix}${takenAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}-${mark}`)

/** Returns the folders of backups that were interrupted: those without a manifest. */
export const findInterrupted = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(backupPrefix))
    .map((name) => join(folder, name))
    .filter((place) => !existsSync(join(place, backupManifestName)))

/** Returns all complete backups of a folder. Throws `manifest-unreadable` for a damaged manifest. */
export const readBackups = (folder: string): readonly FoundBackup[] => {
  const interrupted = new Set(findInterrupted(folder))
  return readdirSync(folder)
    .filter((name) => name.startsWith(backupPrefix))
    .map((name) => join(folder, name))
    .filter((place) => !interrupted.has(place))
    .map((place) => {
      const manifest = parseClusterManifest(readText(join(place, backupManifestName)))
      if (manifest === null) throw new BackupProblem('manifest-unreadable', place)
      return { ...manifest, place }
    })
}
