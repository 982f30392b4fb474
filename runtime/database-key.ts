import { randomBytes } from 'node:crypto'
import type { Log } from './log.ts'
import type { SecretVault } from './secret-vault.ts'

/** Returns whether a text is a database key: 32 bytes as 64 hex digits. */
export const isDatabaseKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)

/** Makes a key from the system's random source. */
export const makeDatabaseKey = (): string => randomBytes(32).toString('hex')

/**
 * Returns a database's key: 32 random bytes as 64 hex digits, made at the first start and stored in the vault under
 * `name` (decisions §5 Keys). Replaces a stored value that is not a key, and logs the name of the key, never the value.
 * Rejects when the vault cannot be used, because data under a key that is not stored could never be read again.
 */
export const readOrMakeKey = async (vault: SecretVault, name: string, log: Log): Promise<string> => {
  const kept = await vault.read(name)
  if (kept !== null && isDatabaseKey(kept)) return kept
  if (kept !== null) log('error', 'database.key-unusable', { name })
  const made = makeDatabaseKey()
  await vault.write(name, made)
  return made
}
