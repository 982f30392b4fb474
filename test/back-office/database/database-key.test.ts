import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readKeyFile } from '#back-office/database/database-key.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { encryptPlainDatabase } from '#runtime/encrypted-database.ts'

describe('the key of the database', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-key-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is created once, is readable only by this user, and is reused afterwards', () => {
    const path = join(folder, 'keys', 'database.key')
    const key = readKeyFile(path)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(readKeyFile(path)).toBe(key)
  })

  it.each(['', 'short', 'g'.repeat(64)])('is not replaced if its file contains %j', (text) => {
    const path = join(folder, 'database.key')
    writeFileSync(path, text)
    expect(() => readKeyFile(path)).toThrow('64 hex digits')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('encrypts an unencrypted database without losing its data, and does not change an encrypted one', async () => {
    const path = join(folder, 'back-office.sqlite')
    const plain = await openDatabase({ kind: 'sqlite', path })
    await plain.db
      .insertInto('document_type')
      .values({ uuid: 't-1', name: 'readable-name', description: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await plain.close()
    const keyHex = readKeyFile(join(folder, 'database.key'))
    for (let time = 0; time < 2; time += 1) {
      encryptPlainDatabase(path, keyHex)
      const bytes = readFileSync(path)
      expect(bytes.subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
      expect(bytes.includes('readable-name')).toBe(false)
      const opened = await openDatabase({ kind: 'sqlite', path, keyHex })
      const types = await opened.db.selectFrom('document_type').selectAll().where('uuid', '=', 't-1').execute()
      expect(types).toMatchObject([{ name: 'readable-name' }])
      await opened.close()
    }
    await expect(openDatabase({ kind: 'sqlite', path })).rejects.toThrow()
  })

  it('does not create a missing database', () => {
    encryptPlainDatabase(join(folder, 'none.sqlite'), 'a'.repeat(64))
    expect(() => statSync(join(folder, 'none.sqlite'))).toThrow()
  })
})
