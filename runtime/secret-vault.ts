import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AsyncEntry as SystemEntry } from 'keytar'
import { replaceFile } from './replace-file.ts'

/**
 * The store of the databases' keys. `keychain` is the operating system's and survives a restart; `key-file` is the
 * fallback, readable by its user only (decisions §5 Keys).
 */
export type SecretVault = {
  readonly kind: 'keychain' | 'key-file'
  read(name: string): Promise<string | null>
  write(name: string, secret: string): Promise<void>
}

/**
 * One named secret in the operating system's keychain. Rejects when the system has no keychain that survives a restart.
 */
type KeychainEntry = { read(): Promise<string | null>; write(secret: string): Promise<void> }
export type OpenKeychainEntry = (service: string, account: string) => Promise<KeychainEntry>

const SERVICE = 'Atrium'
const PROMPT_LIMIT_MS = 60_000

/**
 * Opens a keychain entry. On Linux the function names the Secret Service, because the package's default is the kernel's
 * keyring, which a restart clears.
 * @internal Tests check which store the function names.
 */
export const openSystemKeychain = async (
  service: string,
  account: string,
  load: () => Promise<{ AsyncEntry: typeof SystemEntry }> = () => import('keytar'),
): Promise<KeychainEntry> => {
  const { AsyncEntry } = await load()
  const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
  return {
    read: async () => (await entry.getPassword(AbortSignal.timeout(PROMPT_LIMIT_MS))) ?? null,
    write: (secret) => entry.setPassword(secret, AbortSignal.timeout(PROMPT_LIMIT_MS)),
  }
}

const keyFileVault = (file: string): SecretVault => {
  const readAll = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  return {
    kind: 'key-file',
    read: async (name) => (Object.hasOwn(readAll(), name) ? (readAll()[name] ?? null) : null),
    write: async (name, secret) => replaceFile(file, JSON.stringify({ ...readAll(), [name]: secret })),
  }
}

const worksAt = async (open: OpenKeychainEntry, account: string): Promise<boolean> => {
  try {
    const probe = await open(SERVICE, `${account} probe`)
    await probe.write('here')
    return (await probe.read()) === 'here'
  } catch {
    return false
  }
}

const choiceFileIn = (folder: string): string => join(folder, 'key-store')
const readChoice = (folder: string): string | null =>
  existsSync(choiceFileIn(folder)) ? readFileSync(choiceFileIn(folder), 'utf8').trim() : null

/**
 * Opens the store of the secrets of a data folder that all accounts of a computer share: the keys are in the folder.
 * Throws with a message for staff when the keys are already in one account's keychain, which no other account can read.
 */
export const openSharedVault = (dataFolder: string): SecretVault => {
  const folder = resolve(dataFolder)
  const chosen = readChoice(folder)
  if (chosen === 'keychain') {
    throw new Error('The key of this folder is in the keychain of one account. Ask IT to choose another shared folder.')
  }
  if (chosen === null) replaceFile(choiceFileIn(folder), 'key-file')
  return keyFileVault(join(folder, 'keys.json'))
}

/**
 * Opens the store of this data folder's secrets (decisions §5 Keys): the operating system's keychain or, if no keychain
 * survives a restart, a key file that only its user can read. The first start records the choice in the data folder.
 * Without that record, a keychain that is locked for a moment would look like a first start, and the new key would not
 * open the existing data. Both shells use this function, so that either can open a data folder. Rejects with a message
 * for staff when the folder's secrets are in a keychain that does not answer.
 */
export const openSecretVault = async (
  dataFolder: string,
  openEntry: OpenKeychainEntry = openSystemKeychain,
): Promise<SecretVault> => {
  const folder = resolve(dataFolder)
  const scope = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const chosen = readChoice(folder)
  const hasKeychain = chosen === 'key-file' ? false : await worksAt(openEntry, scope)
  if (chosen === 'keychain' && !hasKeychain) {
    throw new Error(
      "The key of this workstation's data is in the keychain, which is locked. Unlock it, then start Atrium again.",
    )
  }
  if (chosen === null) replaceFile(choiceFileIn(folder), hasKeychain ? 'keychain' : 'key-file')
  if (!hasKeychain) return keyFileVault(join(folder, 'keys.json'))
  const entryOf = (name: string): Promise<KeychainEntry> => openEntry(SERVICE, `${scope} ${name}`)
  return {
    kind: 'keychain',
    read: async (name) => (await entryOf(name)).read(),
    write: async (name, secret) => (await entryOf(name)).write(secret),
  }
}
