import { Agent, get } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#back-office/database/database.ts'
import { migrations } from '#back-office/database/migrations/migrations.ts'
import { createDatabaseCheck } from '#back-office/kernel/http/register-probes.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { openAs } from '../../database/schema-of-age.ts'

/** Asks over a connection that stays open. Returns the status, or the error's code. */
const askOver = (agent: Agent, url: string): Promise<number | string> =>
  new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
  })

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the probes on ${engine.kind}`, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    }, 60_000)
    afterAll(() => office.stop())
    const look = () => createDatabaseCheck(office.db, office.kind)()

    it('are answered without a session, and reveal neither the clinic nor the version', async () => {
      const [live, ready] = [await office.send('GET', '/health/live'), await office.send('GET', '/health/ready')]
      expect([live.status, live.body]).toEqual([200, { status: 'live' }])
      expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
    })

    it('are answered to a caller whose session has ended', async () => {
      const ready = await office.send('GET', '/health/ready', { token: 'ended' })
      expect(ready.status).toBe(200)
    })

    it('report that the server is not ready while migrations are missing or from a newer version', async () => {
      // The office refuses to write after a newer version has migrated its database, so the test writes directly.
      const { db } = openAs(office.database.source, migrations)
      const [last] = await sql<{ name: string; position: number }>`
        select name, position from migration order by position desc limit 1`
        .execute(db)
        .then(({ rows }) => rows)
      if (last === undefined) throw new Error('no migration')
      await sql`delete from migration where name = ${last.name}`.execute(db)
      expect(await look()).toBe('migrations-missing')
      await sql`insert into migration (name, position) values (${last.name}, ${last.position}), ('999-later', 999)`.execute(
        db,
      )
      expect(await look()).toBe('database-newer')
      await sql`delete from migration where name = '999-later'`.execute(db)
      expect(await look()).toBe(null)
      await db.destroy()
    })
  })
}

describe('the database check of the readiness probe', () => {
  it('reports a database that does not answer, and queries it at most once a second', async () => {
    let [at, asked] = [0, 0]
    const counted = {
      getExecutor: () => {
        asked += 1
        throw new Error('unreachable')
      },
    } as unknown as Database
    const look = createDatabaseCheck(counted, 'postgresql', () => at)
    expect(await Promise.all([look(), look()])).toEqual(['database-unreachable', 'database-unreachable'])
    at = 999
    await look()
    expect(asked).toBe(1)
    at = 1_000
    await look()
    expect(asked).toBe(2)
  })
})

describe('a server that stops', () => {
  it('is no longer ready, even on a connection that was already open', async () => {
    const [sqlite] = await findEngines('rules')
    if (sqlite === undefined) throw new Error('no SQLite')
    const office = await runBackOffice(sqlite)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await askOver(agent, `${office.url}/health/ready`)).toBe(200)
    const stopped = office.stop()
    expect([503, 'ECONNREFUSED', 'ECONNRESET']).toContain(await askOver(agent, `${office.url}/health/ready`))
    await stopped
    agent.destroy()
  }, 60_000)
})
