import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#back-office/database/database.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'
import { startNode } from '../../fixtures/child.ts'
import { backOfficeProgram } from '../../fixtures/services/back-office-program.ts'

const cards = 50
const rows = Array.from({ length: cards }, (_, number) => `c${number},GIFT-${number},CAD,25.00`)
const file = `external_id,number,currency,balance\n${rows.join('\n')}\n`
const body = { base64: Buffer.from(file).toString('base64'), isDryRun: false }

// On SQLite no other connection can delay the commit. For SQLite, `import-command.test.ts` kills an import of many rows.
const postgres = (await findEngines()).find(({ kind }) => kind === 'postgresql')

describe.skipIf(postgres === undefined || postgres.missing !== undefined)('a killed import on postgresql', () => {
  let office: RunningBackOffice
  let place: readonly string[]
  let token: string
  beforeAll(async () => {
    if (postgres === undefined) throw new Error('This run has no PostgreSQL.')
    // The test uses this computer's clock, like the server that is killed.
    office = await runBackOffice(postgres, { now: Date.now })
    token = await office.signIn('admin')
    const { dataFolder, options } = office.database
    place = ['--data', dataFolder, ...(options.kind === 'postgresql' ? ['--database', options.url] : [])]
  })
  afterAll(async () => {
    await office.stop()
    expect(office.errors).toEqual([])
  })

  const count = async (): Promise<readonly number[]> => {
    const counts: number[] = []
    for (const table of ['gift_card', 'gift_card_entry', 'external_id'] as const) {
      const { n } = await office.db
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      counts.push(Number(n))
    }
    return counts
  }
  /**
   * Runs `during` while an import can store its records but not commit: the import writes its audit rows last, and the
   * audit table is locked.
   */
  const withoutCommit = (during: () => Promise<void>): Promise<void> =>
    inTransaction(office.db, async (db) => {
      await sql`lock table audit in exclusive mode`.execute(db)
      await during()
    })
  const isLockAwaited = async (): Promise<boolean> => {
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await waiting.execute(office.db)).rows.length > 0
  }
  const untilStored = () =>
    vi.waitFor(async () => expect(await isLockAwaited()).toBe(true), { timeout: 30_000, interval: 50 })

  it('by the command stores nothing', { timeout: 60_000 }, async () => {
    const path = join(office.database.dataFolder, 'cards.csv')
    writeFileSync(path, file)
    await withoutCommit(async () => {
      const child = startNode([backOfficeProgram, 'import', path, ...place])
      await untilStored()
      expect(child.errors()).toContain(`Stored ${cards} of ${cards}`)
      expect(await child.end('SIGKILL')).toBe('SIGKILL')
    })
    expect(await count()).toEqual([0, 0, 0])
  })

  it('by the server stores nothing, and the repeated call stores the file once', { timeout: 60_000 }, async () => {
    const key = 'import-of-a-killed-server'
    const child = startNode([backOfficeProgram, '--port', '0', ...place])
    const [, url = ''] = await child.waitFor(/Back office ready at (\S+)/)
    await withoutCommit(async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const sent = expect(fetch(`${url}/api/v1/import/${key}`, init)).rejects.toThrow('fetch failed')
      await untilStored()
      await child.end('SIGKILL')
      await sent
    })
    expect(await count()).toEqual([0, 0, 0])

    const repeat = () => office.call('importFile', { params: { importID: key }, body }, { token, key })
    const stored = await repeat()
    expect(stored).toMatchObject({ status: 200, body: { isStored: true, counts: [{ added: cards }] } })
    expect(await count()).toEqual([cards, cards, cards])
    expect((await repeat()).body).toEqual(stored.body)
    expect(await count()).toEqual([cards, cards, cards])
  })
})
