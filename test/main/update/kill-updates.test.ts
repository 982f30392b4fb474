import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import { openWorkstationJournal } from '#main/journal/workstation-journal.ts'
import { openEncryptedDatabase, readEncryptedDatabase } from '#runtime/encrypted-database.ts'
import { deleteDatabaseFiles } from '#runtime/open-database-file.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { createRandom } from '#test/fixtures/random.ts'
import { aJob } from '../queue/queue-world/queue-desk.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'

const keyHex = '5e'.repeat(32)
/** Returns the new program, large enough for kills in the middle of its download and its copy. */
const programOf = (version: string): string => `program ${version}\n${'x'.repeat(4_000_000)}`

describe('kill -9 during an update', () => {
  let world: FeedWorld
  let folder: string
  let child: Child | undefined
  beforeEach(async () => {
    world = await openFeedWorld()
    folder = mkdtempSync(join(tmpdir(), 'atrium-kill-update-'))
    writeFileSync(join(folder, 'root.json'), world.parts.ownRoot)
  })
  afterEach(async () => {
    await child?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    await world.close()
  })
  const start = (): Child => {
    child = startNode([
      join(import.meta.dirname, 'update-process.ts'),
      folder,
      world.feedUrl,
      join(folder, 'root.json'),
      keyHex,
    ])
    return child
  }
  const program = (): string => readFileSync(join(folder, 'program'), 'utf8')
  const journalPath = (): string => join(folder, 'journal.db')
  /** Makes the files of the old version: its program, and a journal with a form and a job that waits. */
  const setBack = (old: string): void => {
    for (const name of ['downloads', 'before-update', 'before-update.new'])
      rmSync(join(folder, name), { recursive: true, force: true })
    deleteDatabaseFiles(journalPath())
    const journal = openWorkstationJournal(journalPath(), keyHex, '1.0.0')
    journal.drafts.save('u-1', 'd-1', { content: 'half a booking', savedAt: 1 })
    journal.jobs.add(aJob({ jobID: 'j-1', content: Buffer.alloc(200_000, 1) }), { nowMs: 0, steadyMs: 0 })
    journal.close()
    writeFileSync(join(folder, 'program'), old)
  }
  /** Reads the journal as it is on disk. */
  const readJournal = () =>
    readEncryptedDatabase(journalPath(), keyHex, (db) => ({
      check: db.pragma('integrity_check', { simple: true }),
      forms: db.prepare('select content from draft').pluck(true).all(),
      jobs: db.prepare('select job_id, state from job').raw(true).all(),
      contents: db.prepare('select length(content) from job_content').pluck(true).all(),
      migrations: Number(db.pragma('user_version', { simple: true })),
    }))
  /** Deletes the failures from the journal. After two kills during its installation, a version is not tried again. */
  const forgetFailures = (): void => {
    const db = openEncryptedDatabase({ path: journalPath(), keyHex, synchronous: 'FULL', busyTimeoutMs: 5000 })
    db.exec(`delete from setting where name in ('update.history', 'update.pending')`)
    db.close()
  }
  const intact = { check: 'ok', forms: ['half a booking'], jobs: [['j-1', 'queued']], contents: [200_000] }

  it('leaves the old program or the new one, and all of the journal; the next start finishes the update', {
    timeout: 3_600_000,
  }, async () => {
    const kills = Number(process.env.ATRIUM_KILLS ?? (isDeep ? 100 : 8))
    const [old, next] = [programOf('1.0.0'), programOf('1.5.0')]
    world.publish('1.5.0', {}, next)
    const timed = async (): Promise<number> => {
      const began = performance.now()
      expect(await start().ended()).toBe(0)
      return performance.now() - began
    }
    // The duration of each start sets the range of the random moments at which it is killed.
    setBack(old)
    const wholeMs = { update: await timed(), firstStart: await timed() }
    expect(program()).toBe(next)
    const found = { old: 0, new: 0, migrated: 0 }
    const random = createRandom(20_261_127)
    for (let kill = 0; kill < kills; kill += 1) {
      setBack(old)
      // Half of the kills begin with the trusted metadata that the previous kill left.
      if (kill % 2 === 0) rmSync(join(folder, 'trusted'), { recursive: true, force: true })
      // Every fourth kill hits the first start of the new version, which migrates the journal.
      const isFirstStart = kill % 4 === 3
      if (isFirstStart) await timed()
      const running = start()
      await running.waitFor(/^started /m)
      await sleep(random() * (isFirstStart ? wholeMs.firstStart : wholeMs.update) * 0.6)
      await running.end('SIGKILL')
      const left = program()
      expect([old, next].indexOf(left), `${left.length} bytes: ${left.slice(0, 30)}`).toBeGreaterThanOrEqual(0)
      found[left === old ? 'old' : 'new'] += 1
      const journal = readJournal()
      expect(journal).toMatchObject(intact)
      if (journal.migrations > journalMigrations.length) found.migrated += 1
      forgetFailures()
      // If the old program is left, the next start continues the download and installs the new version. The start after
      // that migrates the journal.
      if (left === old) await timed()
      expect(program()).toBe(next)
      await timed()
      expect(readJournal()).toEqual({ ...intact, migrations: journalMigrations.length + 1 })
      expect(existsSync(join(folder, 'before-update/copy.json'))).toBe(true)
    }
    console.log(
      `${kills} kills: ${found.old} left the old program, ${found.new} the new one, ${found.migrated} a migrated journal; every next start ended on the new one`,
    )
    expect(found.old + found.new).toBe(kills)
    // Otherwise the kills missed a part of the update. A few kills can miss one by chance.
    if (isDeep) for (const count of Object.values(found)) expect(count).toBeGreaterThan(0)
  })
})
