import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDatabaseKey } from '#runtime/database-key.ts'
import { type EncryptedDatabase, encryptPlainDatabase, openEncryptedDatabase } from '#runtime/encrypted-database.ts'

describe('an encrypted database', () => {
  let folder: string
  let path: string
  const keyHex = makeDatabaseKey()
  const open = (how: Partial<EncryptedDatabase> = {}) =>
    openEncryptedDatabase({ path, keyHex, synchronous: 'FULL', busyTimeoutMs: 100, ...how })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-encrypted-'))
    path = join(folder, 'a.db')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (how: Partial<EncryptedDatabase> = {}): void => {
    const db = open(how)
    db.exec("create table member (name text); insert into member values ('readable-name')")
    db.close()
  }
  const readNames = (how: Partial<EncryptedDatabase> = {}): unknown[] => {
    const db = open(how)
    try {
      return db.prepare('select name from member').pluck(true).all()
    } finally {
      db.close()
    }
  }

  it('has nothing readable in its file, and can be read again with its key', () => {
    write()
    const bytes = readFileSync(path)
    expect(bytes.subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
    expect(bytes.includes('readable-name')).toBe(false)
    expect(readNames()).toEqual(['readable-name'])
    expect(readNames({ keyHex: keyHex.toUpperCase() })).toEqual(['readable-name'])
  })

  it('does not open with another key or without one', () => {
    write()
    expect(() => open({ keyHex: makeDatabaseKey() })).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
    expect(() => open({ keyHex: null })).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
  })

  it.each(['', 'short', 'g'.repeat(64), `${'a'.repeat(64)}0`])('refuses an invalid key: %j', (text) => {
    expect(() => open({ keyHex: text })).toThrow(RangeError)
  })

  it('does not change an unreadable file, which can then be deleted', () => {
    writeFileSync(path, 'x'.repeat(8192))
    expect(() => open()).toThrow()
    expect(readFileSync(path, 'latin1')).toBe('x'.repeat(8192))
    rmSync(path)
  })

  it.each(['FULL', 'NORMAL'] as const)('opens with `synchronous` set to %s', (synchronous) => {
    const db = open({ synchronous })
    expect(db.pragma('synchronous', { simple: true })).toBe({ FULL: 2, NORMAL: 1 }[synchronous])
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(db.pragma('temp_store', { simple: true })).toBe(2)
    expect(db.pragma('busy_timeout', { simple: true })).toBe(100)
    db.close()
  })

  it('refuses to write through a read-only connection', () => {
    write()
    const db = open({ isReadOnly: true })
    expect(() => db.exec("insert into member values ('other')")).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY' }),
    )
    db.close()
    expect(readNames()).toEqual(['readable-name'])
  })

  it('encrypts a file that was written without a key, and keeps an encrypted file readable', () => {
    write({ keyHex: null })
    expect(readFileSync(path).includes('readable-name')).toBe(true)
    for (let time = 0; time < 2; time += 1) {
      encryptPlainDatabase(path, keyHex)
      expect(readFileSync(path).includes('readable-name')).toBe(false)
      expect(readNames()).toEqual(['readable-name'])
    }
    expect(() => readNames({ keyHex: null })).toThrow()
  })
})
