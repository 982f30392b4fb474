import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenKeychainEntry, openSecretVault, openSharedVault, openSystemKeychain } from '#runtime/secret-vault.ts'

const noKeychain: OpenKeychainEntry = async () => {
  throw new Error('Platform failure: DBus error')
}

/** Creates a keychain in memory that can be locked. */
const createKeychain = () => {
  const secrets = new Map<string, string>()
  const state = { isLocked: false }
  const open: OpenKeychainEntry = async (service, account) => {
    if (state.isLocked) throw new Error('unlock prompt was dismissed')
    const name = `${service}/${account}`
    return {
      read: async () => secrets.get(name) ?? null,
      write: async (secret) => {
        secrets.set(name, secret)
      },
    }
  }
  return { open, secrets, state }
}

describe('secret vault', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-vault-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps secrets in the keychain if there is one, and none in the folder', async () => {
    const keychain = createKeychain()
    const vault = await openSecretVault(folder, keychain.open)
    expect(vault.kind).toBe('keychain')
    expect(await vault.read('key')).toBeNull()
    await vault.write('key', 's3cret')
    expect(await (await openSecretVault(folder, keychain.open)).read('key')).toBe('s3cret')
    expect(readFileSync(join(folder, 'key-store'), 'utf8')).toBe('keychain')
  })

  it('keeps the secrets of a shared folder in the folder, so that each account of the computer can read them', async () => {
    await openSharedVault(folder).write('key', 's3cret')
    expect(await openSharedVault(folder).read('key')).toBe('s3cret')
    // A start without the policy opens the same secrets, although this account has a keychain.
    const keychain = createKeychain()
    expect(await (await openSecretVault(folder, keychain.open)).read('key')).toBe('s3cret')
    expect(keychain.secrets.size).toBe(0)
  })

  it('refuses to share a folder whose secrets are in one account’s keychain', async () => {
    await openSecretVault(folder, createKeychain().open)
    expect(() => openSharedVault(folder)).toThrow('in the keychain of one account')
  })

  it('requests the keychain of the desktop, never the kernel’s keyring, which a restart clears', async () => {
    const stores: unknown[] = []
    class AsyncEntry {
      constructor(_service: string, _account: string, store: unknown) {
        stores.push(store)
      }
      getPassword = async () => 'here'
      setPassword = async () => {}
    }
    const load = async () => ({ AsyncEntry }) as never
    const vault = await openSecretVault(folder, (service, account) => openSystemKeychain(service, account, load))
    expect(vault.kind).toBe('keychain')
    await vault.write('key', 's3cret')
    await vault.read('key')
    expect(stores.length).toBeGreaterThan(1)
    for (const store of stores) expect(store).toEqual({ linux: { store: 'secret-service' } })
  })

  it('if there is no keychain, keeps secrets in a file that only its user can read, and reports this', async () => {
    const vault = await openSecretVault(folder, noKeychain)
    expect(vault.kind).toBe('key-file')
    expect(await vault.read('key')).toBeNull()
    await vault.write('key', 's3cret')
    await vault.write('other', 'x')
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
    const again = await openSecretVault(folder, noKeychain)
    expect([await again.read('key'), await again.read('other'), await again.read('toString')]).toEqual([
      's3cret',
      'x',
      null,
    ])
  })

  it('continues with its file when a keychain appears later', async () => {
    await (await openSecretVault(folder, noKeychain)).write('key', 's3cret')
    const vault = await openSecretVault(folder, createKeychain().open)
    expect([vault.kind, await vault.read('key')]).toEqual(['key-file', 's3cret'])
  })

  it('refuses to start when its keychain is locked, instead of making a new key', async () => {
    const keychain = createKeychain()
    await (await openSecretVault(folder, keychain.open)).write('key', 's3cret')
    keychain.state.isLocked = true
    await expect(openSecretVault(folder, keychain.open)).rejects.toThrow('Unlock it, then start Atrium again')
    keychain.state.isLocked = false
    expect(await (await openSecretVault(folder, keychain.open)).read('key')).toBe('s3cret')
  })

  it('keeps the secrets of two data folders apart', async () => {
    const keychain = createKeychain()
    const other = join(folder, 'other')
    mkdirSync(other)
    await (await openSecretVault(folder, keychain.open)).write('key', 'one')
    expect(await (await openSecretVault(other, keychain.open)).read('key')).toBeNull()
  })
})
