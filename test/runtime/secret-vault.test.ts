import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenKeychainEntry, openSecretVault } from '#runtime/secret-vault.ts'

const noKeychain: OpenKeychainEntry = async () => {
  throw new Error('Platform failure: DBus error')
}

/** A keychain in memory that can be locked. */
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

  it('asks for the keychain of the desktop, never for the keyring of the kernel, which a restart clears', async () => {
    const opened: unknown[][] = []
    vi.doMock('keytar', () => ({
      AsyncEntry: class {
        constructor(...entry: unknown[]) {
          opened.push(entry)
        }
        getPassword = async () => 'here'
        setPassword = async () => {}
      },
    }))
    try {
      const vault = await openSecretVault(folder)
      expect(vault.kind).toBe('keychain')
      await vault.write('key', 's3cret')
      await vault.read('key')
    } finally {
      vi.doUnmock('keytar')
    }
    const [service, account, store] = ['Atrium', expect.any(String), { linux: { store: 'secret-service' } }]
    expect(opened).toEqual([1, 2, 3].map(() => [service, account, store]))
  })

  it('keeps secrets in a file that only its user can read if there is no keychain, and reports this', async () => {
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
    await expect(openSecretVault(folder, keychain.open)).rejects.toThrow('Unlock it and start again')
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
