import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { startNode } from '#test/fixtures/child.ts'
import { asPostgres, createOwnCluster, type OwnCluster, runAsPostgres } from '#test/fixtures/postgres/own-cluster.ts'
import { findPrograms } from '#test/fixtures/postgres/postgres-server.ts'

const program = join(import.meta.dirname, '../../fixtures/backup/kill-cluster-at-step.ts')
const found = findPrograms()
const reason = 'reason' in found ? found.reason : undefined
if (reason !== undefined) console.warn(`Skipped kills of backups of PostgreSQL: ${reason}.`)

describe.skipIf(reason !== undefined)('a kill of a command for a PostgreSQL cluster', { timeout: 600_000 }, () => {
  let cluster: OwnCluster
  let backups: string
  const key = (): readonly string[] => ['--key-file', cluster.keyFile]
  const backUp = () => runAsPostgres(['backup', backups, '--database', cluster.url, ...key(), '--with', 'base-backup'])
  const kill = async (command: 'backup' | 'restore', killAfter: string): Promise<void> => {
    const given = { folder: backups, keyFile: cluster.keyFile, keyHex: readFileSync(cluster.keyFile, 'utf8') }
    const order = { command, killAfter, ...given, url: cluster.url, cluster: cluster.data }
    const child = startNode(['--no-warnings', program, JSON.stringify(order)], { through: asPostgres, cwd: '/' })
    expect(await child.ended(), child.errors()).not.toBe(0)
    expect(child.errors()).not.toContain('BackupProblem')
  }
  const readEpoch = async (): Promise<string> => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    try {
      return (await client.query('select epoch from change_feed')).rows[0].epoch
    } finally {
      await client.end()
    }
  }
  const complete = (): number =>
    readdirSync(backups).filter((name) => existsSync(join(backups, name, 'manifest.json'))).length

  beforeAll(async () => {
    const made = await createOwnCluster()
    if ('reason' in made) throw new Error(made.reason)
    cluster = made
    backups = join(cluster.folder, 'backups')
    await (await openDatabase({ kind: 'postgresql', url: cluster.url })).close()
    expect(await backUp()).toMatchObject({ summary: { problem: 'archive-off' } })
    cluster.restart()
    expect(await backUp()).toMatchObject({ code: 0 })
  }, 300_000)
  afterAll(() => cluster?.remove())

  it.each(['configured', 'archived', 'copied', 'described'])('at step "%s" leaves no partial backup', async (step) => {
    const before = complete()
    await kill('backup', step)
    expect(complete()).toBe(before)
    expect(await runAsPostgres(['verify-backup', backups, ...key()])).toMatchObject({ code: 0 })
    expect(await backUp()).toMatchObject({ code: 0 })
    expect(complete()).toBe(before + 1)
    const folders = readdirSync(backups).filter((name) => name.startsWith('backup-'))
    expect(folders).toHaveLength(before + 1)
  })

  it.each(['copied', 'recovered', 'renewed', 'set-aside', 'replaced'])(
    'at step "%s" of a restore leaves the old or the new cluster, and the restore can be repeated',
    async (step) => {
      const before = await readEpoch()
      cluster.stop()
      await kill('restore', step)
      expect(existsSync(cluster.data)).toBe(step !== 'set-aside')
      if (step !== 'set-aside') {
        cluster.start()
        expect((await readEpoch()) === before).toBe(step !== 'replaced')
        cluster.stop()
      }
      expect(await runAsPostgres(['restore', backups, '--cluster', cluster.data, ...key()])).toMatchObject({ code: 0 })
      cluster.start()
      expect(await readEpoch()).not.toBe(before)
      expect(readdirSync(cluster.folder).filter((name) => name.endsWith('restoring'))).toEqual([])
    },
  )
})
