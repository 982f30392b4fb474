import { expect, it } from 'vitest'
import { type BackupManifest, parseBackupManifest } from '#domain/backup/backup-manifest.ts'

const manifest: BackupManifest = {
  format: 1,
  database: 'sqlite',
  version: '0.1.0',
  serverID: 'ab12',
  takenAt: '2026-11-28T10:00:00.000Z',
  migrations: ['001-a'],
  rows: { member: 2 },
  audit: { rows: 0, hash: '0'.repeat(64) },
  file: { name: 'back-office-20261128-ab.sqlite', bytes: 4096, sha256: 'a'.repeat(64) },
}

it('parseBackupManifest reads a manifest', () => {
  expect(parseBackupManifest(JSON.stringify(manifest))).toEqual(manifest)
})

it.each([
  ['no JSON', '{'],
  ['another format', JSON.stringify({ ...manifest, format: 2 })],
  ['a file in another folder', JSON.stringify({ ...manifest, file: { ...manifest.file, name: '../x.sqlite' } })],
  ['no migrations', JSON.stringify({ ...manifest, migrations: [] })],
  ['null', 'null'],
])('parseBackupManifest refuses %s', (_what, text) => {
  expect(parseBackupManifest(text)).toBeNull()
})
