import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { createOwnCluster, isInstalled, type OwnCluster, runAsPostgres } from '#test/fixtures/postgres/own-cluster.ts'
import { type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'
import { aMember } from '../../builders/records.ts'
import { isDeep, isQuick } from '../../fixtures/deep.ts'
import { createRandom } from '../../fixtures/random.ts'

const ways = ['base-backup', 'pgbackrest'] as const

const whyNot = (way: (typeof ways)[number]): string | undefined => {
  if (isQuick) return 'a quick run uses no PostgreSQL'
  if (way === 'base-backup') return undefined
  if (!isDeep) return 'pgBackRest is tested in deep runs'
  return isInstalled('pgbackrest') ? undefined : 'pgBackRest is not installed (Debian package pgbackrest)'
}

for (const way of ways) {
  const reason = whyNot(way)
  if (reason !== undefined && isDeep) console.warn(`Skipped backups with ${way}: ${reason}.`)
  describe.skipIf(reason !== undefined)(
    `backups of a PostgreSQL cluster with ${way}`,
    { timeout: isDeep ? 600_000 : 120_000 },
    () => {
      let cluster: OwnCluster
      let office: RunningBackOffice
      let backups: string
      let isMounted = false
      let last = 0
      const aFolder = (): string => {
        last += 1
        return join(cluster.folder, `folder-${last}`)
      }
      const key = (): readonly string[] => ['--key-file', cluster.keyFile]
      const source = (): readonly string[] => ['--database', cluster.url, ...key()]
      const query = async (statement: string, url = cluster.url): Promise<readonly Record<string, unknown>[]> => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        try {
          return (await client.query(statement)).rows
        } finally {
          await client.end()
        }
      }
      const backUp = (folder = backups) => runAsPostgres(['backup', folder, ...source(), '--with', way])
      const restoreTo = (target: string, folder = backups, ...args: readonly string[]) =>
        runAsPostgres(['restore', folder, '--cluster', target, ...key(), ...args])
      const addNamed = (id: string) =>
        addMember(
          office.db,
          aMember({ patientID: id, user_id: id, atriumID: id, email: `${id}@mail.example` }),
          1_780_000_000,
        )
      /** Archives everything so far; returns the database's time after it. */
      const archive = async (): Promise<string> => {
        const [row = {}] = await query('select pg_walfile_name(pg_switch_wal()) as name, clock_timestamp() as at')
        for (;;) {
          const [found] = await query(`select left(last_archived_wal, 24) >= '${row.name}' as ok from pg_stat_archiver`)
          if (found?.ok === true) return (row.at as Date).toISOString()
        }
      }
      /**
       * Starts PostgreSQL on a restored folder, while the cluster is stopped, and reads what identifies the restored
       * state.
       */
      const look = async (data: string) => {
        cluster.stop()
        cluster.start('-c archive_mode=off', data)
        try {
          const members = await query('select patient_id from member order by 1')
          const erased = await query('select patient_id, firstname from member where erased_at is not null')
          const [feed] = await query('select epoch from change_feed')
          const [sessions] = await query('select count(*)::int as count from session')
          const audit = await query('select action from audit order by sequence desc limit 1')
          return {
            members: members.map((row) => row.patient_id),
            erased: erased.map((row) => [row.patient_id, row.firstname]),
            epoch: feed?.epoch,
            sessions: sessions?.count,
            audit: audit[0]?.action,
          }
        } finally {
          cluster.stop('fast', data)
          cluster.start()
        }
      }
      const flip = (path: string, at: number): void => {
        const bytes = readFileSync(path)
        bytes[at] = (bytes[at] ?? 0) ^ 1
        writeFileSync(path, bytes)
      }
      /**
       * Mounts a small disk owned by PostgreSQL's account. Returns false if the current account may not mount disks.
       */
      const mount = (place: string, size: string): boolean => {
        if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
        mkdirSync(place)
        const isDone = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]).status === 0
        if (isDone) execFileSync('chown', ['postgres:', place])
        else rmdirSync(place)
        return isDone
      }
      /** Copies the backups, so that a test can damage the copy. */
      const aCopy = (): string => {
        const copy = aFolder()
        cpSync(backups, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
        if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', copy])
        return copy
      }

      beforeAll(async () => {
        const made = await createOwnCluster()
        if ('reason' in made) throw new Error(made.reason)
        cluster = made
        backups = join(cluster.folder, 'backups')
        isMounted = mount(backups, '400m')
        // The tests stop PostgreSQL while the server runs, so its errors are expected.
        office = await runBackOffice(cluster.engine, { log: () => {} })
        await office.signIn('frontdesk')
      }, 120_000)
      afterAll(async () => {
        await office?.stop()
        cluster?.stop('immediate')
        if (isMounted) spawnSync('umount', [backups])
        cluster?.remove()
      })

      it('configure the archive, and ask for one restart of PostgreSQL', async () => {
        const off = await backUp()
        expect(off).toMatchObject({ code: 1, summary: { command: 'backup', ok: false, problem: 'archive-off' } })
        expect(off.err).toContain('restart PostgreSQL once')
        cluster.restart()
        const done = await backUp()
        expect(done.err).toBe('')
        expect(done).toMatchObject({
          code: 0,
          summary: {
            ok: true,
            database: 'postgresql',
            way,
            rows: { member: 2, study: 2 },
            postgres: expect.any(Number),
          },
        })
        const [run] = await query(`select kind, problem from backup_run order by at desc, problem nulls first limit 1`)
        expect(run).toEqual({ kind: 'backup', problem: null })
      })

      it('contain no unencrypted data, and pass verification', async () => {
        for (const entry of readdirSync(backups, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue
          const content = readFileSync(join(entry.parentPath, entry.name)).toString('latin1')
          for (const plain of ['Silva', 'frontdesk@', '6c6c6c6c6c6c6c6c']) expect(content).not.toContain(plain)
        }
        expect(await runAsPostgres(['verify-backup', backups, ...key()])).toMatchObject({
          code: 0,
          summary: { command: 'verify-backup', ok: true },
        })
      })

      it('are tested by a restore drill while the cluster runs', async () => {
        const done = await runAsPostgres(['verify-backup', backups, '--drill', ...source()])
        expect(done.err).toBe('')
        expect(done).toMatchObject({ code: 0, summary: { ok: true, seconds: expect.any(Number) } })
        expect(readdirSync(cluster.folder).filter((name) => name.includes('drill'))).toEqual([])
        const [run] = await query(`select problem from backup_run where kind = 'drill'`)
        expect(run).toEqual({ problem: null })
      })

      it('restore the end of the archive, or any time since the backup, and repeat the erasures', async () => {
        await addNamed('m-early')
        const between = await archive()
        await addNamed('m-late')
        await archive()
        const [feed] = await query('select epoch from change_feed')
        const whole = aFolder()
        const done = await restoreTo(whole)
        expect(done.err).toBe('')
        expect(done).toMatchObject({
          code: 0,
          summary: { ok: true, setAside: null, sessionsEnded: expect.any(Number) },
        })
        const state = await look(whole)
        expect(state).toMatchObject({ members: ['m-000001', 'm-000002', 'm-early', 'm-late'], sessions: 0 })
        expect(state.epoch).not.toBe(feed?.epoch)
        expect(state.audit).toMatch(/^database\.restored /)
        const earlier = aFolder()
        const list = join(cluster.folder, 'erasures.jsonl')
        const erasure = { erasureID: 'erasure-1', memberID: 'm-early', at: '2026-11-21T18:00:00Z', by: 'Robin admin' }
        writeFileSync(list, `${JSON.stringify({ ...erasure, basis: 'member-request', reason: 'In writing' })}\n`)
        const before = await restoreTo(earlier, backups, '--at', between, '--erasures', list)
        expect(before.err).toBe('')
        expect(before.summary).toMatchObject({ ok: true, erasedAgain: 1 })
        expect(await look(earlier)).toMatchObject({
          members: ['m-000001', 'm-000002', 'm-early'],
          erased: [['m-early', 'Erased']],
        })
      })

      it('refuse a time outside the archive, and a time without a zone', async () => {
        const target = aFolder()
        const at = (time: string) => restoreTo(target, backups, '--at', time)
        expect(await at('2020-01-01T00:00:00Z')).toMatchObject({ code: 1, summary: { problem: 'time-too-early' } })
        const late = await at('2096-01-01T00:00:00Z')
        expect(late.err).toContain('The archive ends before that time')
        expect(late).toMatchObject({ code: 1, summary: { problem: 'time-too-late' } })
        expect(await at('2026-01-01T00:00:00')).toMatchObject({ code: 2 })
        expect(existsSync(target)).toBe(false)
      })

      it('replace a stopped cluster, which is kept, but never a running one', async () => {
        expect(await restoreTo(cluster.data)).toMatchObject({ code: 1, summary: { problem: 'server-runs' } })
        await addNamed('m-unarchived')
        cluster.stop('immediate')
        const done = await restoreTo(cluster.data)
        expect(done).toMatchObject({ code: 0, summary: { ok: true } })
        expect(done.summary.setAside).toMatch(/main-before-restore-/)
        cluster.start()
        const members = (await query('select patient_id from member')).map((row) => row.patient_id)
        expect(members).toContain('m-late')
        if (!isDeep) return
        // The restored cluster resumes archiving automatically, in a new timeline, and can be backed up again.
        await archive()
        expect(await backUp()).toMatchObject({ code: 0 })
        const again = aFolder()
        await addNamed('m-after')
        await archive()
        expect(await restoreTo(again)).toMatchObject({ code: 0 })
        expect((await look(again)).members).toContain('m-after')
        expect(await runAsPostgres(['verify-backup', backups, ...key()])).toMatchObject({ code: 0 })
      })

      it('reveal a single changed byte, and are then not restored', async () => {
        const random = createRandom(21)
        const spoiled = readdirSync(backups, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.json$|\.info(\.copy)?$|backup\.manifest/.test(entry.name))
          // `latest` is a link to the newest backup.
          .filter(({ parentPath }) => !parentPath.includes('/latest'))
          .map((entry) => join(entry.parentPath, entry.name).slice(backups.length + 1))
        const isBase = (name: string): boolean => /^backup-.*sealed$|^repo\/backup\/.*\/pg_data\/.*\.gz$/.test(name)
        const isLog = (name: string): boolean => /^wal\/|^repo\/archive\/.*\.gz$/.test(name)
        // A restore of the end of the archive reads the newest base backup and the last archived file.
        for (const name of [spoiled.filter(isBase).sort().at(-1) ?? '', spoiled.filter(isLog).sort().at(-1) ?? '']) {
          const copy = aCopy()
          flip(join(copy, name), Math.floor(random() * readFileSync(join(copy, name)).length))
          const found = await runAsPostgres(['verify-backup', copy, ...key()])
          expect(found, name).toMatchObject({ code: 1, summary: { problem: 'damaged' } })
          if (way === 'pgbackrest') continue
          expect(await restoreTo(aFolder(), copy), name).toMatchObject({ code: 1, summary: { problem: 'damaged' } })
        }
      })

      it('report a wrong key, a missing segment, a newer program and another cluster', async () => {
        const copy = aCopy()
        const otherKey = join(cluster.folder, 'other-key')
        writeFileSync(otherKey, '5b'.repeat(32), { mode: 0o644 })
        const wrong = await runAsPostgres(['verify-backup', copy, '--key-file', otherKey])
        expect(wrong).toMatchObject({ code: 1, summary: { problem: 'wrong-key' } })
        const newest = readdirSync(copy)
          .filter((name) => name.startsWith('backup-'))
          .sort()
          .at(-1)
        const path = join(copy, newest ?? '', 'manifest.json')
        const manifest = JSON.parse(readFileSync(path, 'utf8'))
        if (way === 'base-backup') {
          const segment = join(copy, 'wal', `${manifest.log.until}.gz.sealed`)
          renameSync(segment, `${segment}-away`)
          for (const done of [await runAsPostgres(['verify-backup', copy, ...key()]), await restoreTo(aFolder(), copy)])
            expect(done).toMatchObject({ code: 1, summary: { problem: 'wal-missing' } })
          renameSync(`${segment}-away`, segment)
        }
        writeFileSync(path, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '999-later'] }))
        expect(await restoreTo(aFolder(), copy)).toMatchObject({ code: 1, summary: { problem: 'newer-version' } })

        const other = await createOwnCluster()
        if ('reason' in other) throw new Error(other.reason)
        try {
          other.stop()
          expect(await restoreTo(other.data)).toMatchObject({ code: 1, summary: { problem: 'other-server' } })
          other.start()
          await query('create table migration (name text, position int)', other.url)
          const mixed = await runAsPostgres(['backup', backups, '--database', other.url, ...key(), '--with', way])
          expect(mixed).toMatchObject({ code: 1, summary: { problem: 'other-cluster' } })
        } finally {
          other.remove()
        }
      })

      it.runIf(isDeep)(
        'report a full disk in the backup folder and beside the cluster, and lose nothing',
        async (context) => {
          if (!isMounted) return context.skip('mounting a small disk takes Linux and root')
          const { bavail, bsize } = statfsSync(backups)
          const filler = join(backups, 'filler')
          writeFileSync(filler, Buffer.alloc(bavail * bsize - 8192))
          const full = await backUp()
          expect(full).toMatchObject({ code: 1, summary: { ok: false } })
          expect(full.summary.problem).toMatch(/^disk-full|archive-fails$/)
          rmSync(filler)
          expect(await backUp()).toMatchObject({ code: 0, err: '' })
          expect(await runAsPostgres(['verify-backup', backups, ...key()])).toMatchObject({ code: 0 })
          const small = aFolder()
          expect(mount(small, '4m')).toBe(true)
          try {
            const refused = await restoreTo(join(small, 'main'))
            expect(refused).toMatchObject({ code: 1, summary: { problem: 'disk-full' } })
            expect(readdirSync(small)).toEqual([])
          } finally {
            spawnSync('umount', [small])
          }
        },
      )

      it.runIf(isDeep)('are refused even after the recovery if the state to restore has a newer schema', async () => {
        await query(`insert into migration (name, position) values ('999-later', 999)`)
        await archive()
        const target = aFolder()
        expect(await restoreTo(target)).toMatchObject({ code: 1, summary: { problem: 'newer-version' } })
        expect(readdirSync(cluster.folder).filter((name) => name.includes('restoring'))).toEqual([])
        await query(`delete from migration where name = '999-later'`)
        await archive()
      })

      it('report a role without rights, a failing archive, and an archive of other tools', async () => {
        await query('create role weak login')
        const weak = cluster.url.replace('atrium@', 'weak@')
        const refused = await runAsPostgres(['backup', backups, '--database', weak, ...key(), '--with', way])
        expect(refused).toMatchObject({ code: 1, summary: { problem: 'no-rights' } })
        expect(
          await runAsPostgres(['backup', backups, '--database', `${cluster.url}-none`, ...key(), '--with', way]),
        ).toMatchObject({
          summary: { problem: 'no-database' },
        })
        await query(`alter system set archive_command = 'cp %p /nowhere/%f'`)
        await query('select pg_reload_conf()')
        const others = await backUp()
        expect(others).toMatchObject({ code: 1, summary: { problem: 'archive-other' } })
        await query('alter system reset archive_command')
        await query('select pg_reload_conf()')
        const place = way === 'pgbackrest' ? 'repo/archive/atrium' : 'wal'
        renameSync(join(backups, place), `${join(backups, place)}-away`)
        writeFileSync(join(backups, place), '')
        const failing = await backUp()
        expect(failing.summary).toMatchObject({ ok: false })
        expect(failing.summary.problem).toMatch(/^archive-fails|not-writable|failed|pgbackrest-failed$/)
        rmSync(join(backups, place))
        renameSync(`${join(backups, place)}-away`, join(backups, place))
        // PostgreSQL kept its log meanwhile, so nothing is missing.
        expect(await backUp()).toMatchObject({ code: 0, err: '' })
        expect(await runAsPostgres(['verify-backup', backups, ...key()])).toMatchObject({ code: 0 })
      })
    },
  )
}
