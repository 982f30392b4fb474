import { describe, expect, it } from 'vitest'
import { isDatabaseKey, makeDatabaseKey, readOrMakeKey } from '#runtime/database-key.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'

const makeVault = (secrets: Record<string, string>): SecretVault => ({
  kind: 'key-file',
  read: async (name) => secrets[name] ?? null,
  write: async (name, secret) => {
    secrets[name] = secret
  },
})

describe('the key of a database', () => {
  it('is 64 hex digits, different each time', () => {
    const keys = [makeDatabaseKey(), makeDatabaseKey()]
    expect(keys.every(isDatabaseKey)).toBe(true)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('is created once and stored in the vault under its name', async () => {
    const secrets: Record<string, string> = {}
    const made = await readOrMakeKey(makeVault(secrets), 'a-key', () => {})
    expect(secrets).toEqual({ 'a-key': made })
    expect(await readOrMakeKey(makeVault(secrets), 'a-key', () => {})).toBe(made)
  })

  it('is created again, with a log line, when the vault has an invalid one', async () => {
    const secrets: Record<string, string> = { 'a-key': 'short' }
    const lines: string[] = []
    const made = await readOrMakeKey(makeVault(secrets), 'a-key', (level, code) => lines.push(`${level} ${code}`))
    expect(isDatabaseKey(made)).toBe(true)
    expect(secrets['a-key']).toBe(made)
    expect(lines).toEqual(['error database.key-unusable'])
  })

  it('is not used if the vault does not store it', async () => {
    const vault: SecretVault = { ...makeVault({}), write: () => Promise.reject(new Error('the vault is locked')) }
    await expect(readOrMakeKey(vault, 'a-key', () => {})).rejects.toThrow('the vault is locked')
  })
})
