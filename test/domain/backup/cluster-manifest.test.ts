import { describe, expect, it } from 'vitest'
import { isBackupWay, parseClusterFolder, parseClusterManifest } from '#domain/backup/cluster-manifest.ts'

const hash = 'a'.repeat(64)
const manifest = {
  ...{ format: 1, database: 'postgresql', way: 'base-backup', version: '1.0.0', serverID: 's', systemID: '7456' },
  ...{ postgres: 15, databaseName: 'atrium', role: 'postgres', takenAt: '2026-11-28T09:00:00.000Z' },
  migrations: ['001-a'],
  rows: { member: 2 },
  audit: { rows: 1, hash },
  log: { from: '000000010000000000000003', until: '000000010000000000000005', segmentBytes: 16_777_216 },
  file: { name: 'base.tar.gz.sealed', bytes: 9, sha256: hash },
  label: null,
}

describe('the manifest of a backup of PostgreSQL', () => {
  it('is accepted, including one from pgBackRest', () => {
    expect(parseClusterManifest(JSON.stringify(manifest))).toEqual(manifest)
    const theirs = { ...manifest, way: 'pgbackrest', file: null, label: '20261128-090000F_20261129-090000D' }
    expect(parseClusterManifest(JSON.stringify(theirs))).toEqual(theirs)
  })

  it.each([
    ['no JSON', '{'],
    ['another format', { ...manifest, format: 2 }],
    ['a backup of SQLite', { ...manifest, database: 'sqlite' }],
    ['a file elsewhere', { ...manifest, file: { ...manifest.file, name: '../base.tar.gz.sealed' } }],
    ['a label that is a flag', { ...manifest, label: '--type=x' }],
    ['an invalid segment name', { ...manifest, log: { ...manifest.log, from: '../x' } }],
    ['no migrations', { ...manifest, migrations: [] }],
  ])('is refused: %s', (_what, wrong) =>
    expect(parseClusterManifest(typeof wrong === 'string' ? wrong : JSON.stringify(wrong))).toBeNull(),
  )
})

describe('the description of a folder with backups', () => {
  const folder = { format: 1, database: 'postgresql', way: 'pgbackrest', systemID: '7456', keyCheck: hash }
  it('is accepted, unless its backup method or id is unknown', () => {
    expect(parseClusterFolder(JSON.stringify(folder))).toEqual(folder)
    expect(parseClusterFolder(JSON.stringify({ ...folder, way: 'cp' }))).toBeNull()
    expect(parseClusterFolder(JSON.stringify({ ...folder, systemID: 'x' }))).toBeNull()
    expect(parseClusterFolder('')).toBeNull()
    expect([isBackupWay('pgbackrest'), isBackupWay('base-backup'), isBackupWay('cp')]).toEqual([true, true, false])
  })
})
