import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readEncryptedDatabase } from '#runtime/encrypted-database.ts'
import { openSecretVault, type SecretVault } from '#runtime/secret-vault.ts'
import { journalFile, keyName } from '../database/open-workstation-database.ts'
import { countUnsentWork, type UnsentWork } from '../journal/unsent-work.ts'

/**
 * Counts the unsent work in a data folder that is not open, without writing to its journal. Returns null if the
 * journal's work cannot be counted: its key is locked, it is damaged, or another version wrote it.
 */
export const readUnsentWork = async (
  dataFolder: string,
  openVault: (folder: string) => Promise<SecretVault> = openSecretVault,
): Promise<readonly UnsentWork[] | null> => {
  const journal = join(dataFolder, 'workstation', journalFile)
  if (!existsSync(journal)) return []
  try {
    const keyHex = await (await openVault(dataFolder)).read(keyName)
    return keyHex === null ? null : readEncryptedDatabase(journal, keyHex, countUnsentWork)
  } catch {
    return null
  }
}
