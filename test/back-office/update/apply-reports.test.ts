import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alwaysLeading } from '#back-office/kernel/leadership.ts'
import { applyAllReports, startFollowingReports } from '#back-office/update/apply-reports.ts'
import { updateServerWords as words } from '#back-office/update/update-server-words.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const day = 86_400

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`reports about releases on ${engine.kind}`, () => {
    let office: RunningBackOffice
    const logged: string[] = []
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    const log = (level: string, code: string): void => void logged.push(`${level} ${code}`)
    const context = () => ({ db: office.db, kind: office.kind, now: office.now(), log })

    /** Adds a release that this many workstations installed a day ago. */
    const addRelease = async (version: ReleaseVersion, workstations: number, ring: 1 | 10 | 100 = 1): Promise<void> => {
      const since = office.now() - day
      await office.db
        .insertInto('update_release')
        .values({
          ...{ version, ring, state: 'rolling', since, created_at: since, lock_version: 1 },
          ...{ halted_by: null, halted_by_user: null, halted_by_name: null },
        })
        .execute()
      await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${workstations})
        insert into update_workstation
          (version, workstation_id, place, told_at, outcome, code, from_version, reported_at)
        select ${version}, 'counted-' || n, n, ${since}, 'installed', '', '1.0.0', ${since} from numbers`.execute(
        office.db,
      )
    }
    const find = (version: ReleaseVersion) =>
      office.db.selectFrom('update_release').selectAll().where('version', '=', version).executeTakeFirstOrThrow()

    it('widen a release by one ring, although several servers apply the reports at the same time', async () => {
      await addRelease('1.1.0', 3)
      logged.length = 0
      await Promise.all([1, 2, 3, 4].map(() => applyAllReports(context())))
      expect(await find('1.1.0')).toMatchObject({ ring: 10, lock_version: 2, since: office.now() })
      expect(logged).toEqual(['info update.release-widened'])
    })

    it('halt a release in the last ring only if a workstation allowed to install it in the last two days has not reported', async () => {
      await addRelease('1.2.0', 60, 100)
      await office.db
        .updateTable('update_workstation')
        .set({ outcome: 'failed' })
        .where('version', '=', '1.2.0')
        .execute()
      await applyAllReports(context())
      expect(await find('1.2.0')).toMatchObject({ state: 'rolling' })
      // Failed reports count again once a workstation that was allowed to install it a day ago has not reported.
      await office.db
        .updateTable('update_workstation')
        .set({ outcome: null, reported_at: null, told_at: office.now() - day })
        .where('version', '=', '1.2.0')
        .where('workstation_id', '=', 'counted-1')
        .execute()
      await applyAllReports(context())
      expect(await find('1.2.0')).toMatchObject({ state: 'halted', halted_by: 'reports' })
    })

    it('are applied by a timer, which continues after an error and runs no more once it is stopped', async () => {
      await addRelease('1.3.0', 2)
      logged.length = 0
      let times = 0
      const now = (): number => {
        times += 1
        if (times === 1) throw new RangeError('no clock')
        return office.now()
      }
      const following = startFollowingReports({
        leadership: alwaysLeading,
        db: office.db,
        kind: office.kind,
        now,
        log,
        everyMs: 5,
      })
      await expect.poll(async () => (await find('1.3.0')).ring).toBe(10)
      await following.stop()
      expect(logged).toEqual(['error update.reports-not-applied', 'info update.release-widened'])
      const asked = times
      await new Promise((done) => setTimeout(done, 30))
      expect(times).toBe(asked)
    })

    it('come from at most 100,000 workstations, and with so many each call takes less than 5 seconds', {
      timeout: 60_000,
    }, async () => {
      await addRelease('1.4.0', 99_999, 100)
      const ask = (workstation: string) =>
        office.call('readUpdatePlan', { query: { version: '1.4.0' } }, { workstation })
      const timed = async (call: () => Promise<{ status: number }>): Promise<number> => {
        const begin = performance.now()
        expect((await call()).status).toBe(200)
        return Math.round(performance.now() - begin)
      }
      const token = await office.signIn('admin')
      const body = { version: '1.4.0', from: '1.0.0', outcome: 'failed', code: '' } as const
      const ms = {
        newWorkstation: await timed(() => ask('desk-00000001')),
        question: await timed(() => ask('counted-7')),
        failure: await timed(() => office.call('reportUpdate', { body }, { workstation: 'counted-7' })),
        list: await timed(() => office.call('listReleases', {}, { token })),
      }
      console.log(`${engine.kind}: with 100,000 workstations, in milliseconds ${JSON.stringify(ms)}`)
      for (const one of Object.values(ms)) expect(one).toBeLessThan(5000)
      for (const refused of [
        await ask('desk-00000002'),
        await office.call('reportUpdate', { body }, { workstation: 'desk-00000002' }),
      ]) {
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([
          429,
          'too-many-requests',
          words.tooManyWorkstations,
        ])
      }
      expect((await ask('counted-7')).status).toBe(200)
    })
  })
}
