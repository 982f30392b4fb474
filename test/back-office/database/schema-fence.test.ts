import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'

for (const engine of await findEngines()) {
  describe.runIf(engine.missing === undefined)(
    `a server whose database was migrated by a newer one, on ${engine.kind}`,
    () => {
      let office: RunningBackOffice
      let token: string
      const note = (key: string) =>
        office.call(
          'addLogEntry',
          { params: { studyId: 's-home-1' }, body: { category: 'Front desk', content: key } },
          { token, key },
        )
      beforeAll(async () => {
        office = await runBackOffice(engine)
        token = await office.signIn('frontdesk')
        expect((await note('before')).status).toBe(200)
        await sql`insert into migration (name, position) values ('999-later', 999)`.execute(office.db)
      })
      afterAll(async () => await office.stop())

      it('writes nothing, and tells the workstation to try again later', async () => {
        const refused = await note('after')
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([
          429,
          'too-many-requests',
          'The server is being updated. Nothing was done. Try again in a minute.',
        ])
        expect(refused.headers.get('retry-after')).toBe('30')
        const read = await office.call('readStudyDetailed', { params: { studyId: 's-home-1' } }, { token })
        expect([read.status, read.body.code]).toEqual([429, 'too-many-requests'])
        const lines = await office.db.selectFrom('study_log').select('content').execute()
        expect(lines.map(({ content }) => content)).not.toContain('after')
        expect(new Set(office.errors.splice(0).map((line) => line.split(' ')[0]))).toEqual(
          new Set(['database.newer-schema']),
        )
        const writes = await Promise.allSettled([
          office.db.deleteFrom('session').execute(),
          office.db.transaction().execute((db) => db.deleteFrom('session').execute()),
          sql`delete from session`.execute(office.db),
        ])
        for (const write of writes)
          expect(write).toMatchObject({ status: 'rejected', reason: { code: 'SCHEMA_NEWER' } })
      })

      it('is not ready, so a proxy sends it no calls', async () => {
        const ready = await office.send('GET', '/health/ready')
        expect([ready.status, ready.body.reason]).toEqual([503, 'database-newer'])
        expect((await office.send('GET', '/health/live')).status).toBe(200)
      })
    },
  )
}
