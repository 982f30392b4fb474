import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { applyAllReports } from '#back-office/update/apply-reports.ts'
import { updateServerWords as words } from '#back-office/update/update-server-words.ts'
import { type ReleaseAct, toRingPlace, type UpdateOutcome } from '#domain/update/rings.ts'
import { type Answer, type Engine, type RunningBackOffice, runBackOffice } from '../builders/back-office.ts'

const hour = 3600
const day = 24 * hour

/** A workstation's place for a version, as the contract of the feed defines it. */
const placeOf = (version: string, workstation: string): number =>
  toRingPlace(createHash('sha256').update(`${version}${workstation}`).digest().readUIntBE(0, 6))

/** Returns the first `count` workstations whose places are at least `from` and below `to`. */
const workstationsIn = (version: string, from: number, to: number, count: number): string[] => {
  const found: string[] = []
  for (let n = 0; found.length < count; n += 1) {
    const id = `desk-${n.toString().padStart(6, '0')}`
    const place = placeOf(version, id)
    if (place >= from && place < to) found.push(id)
  }
  return found
}

/** The contract of the calls about releases of the program. Each test uses a separate version. */
export const describeUpdates = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`the rollout of releases on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let minor = 0
    let version: string
    const logged: string[] = []
    beforeAll(async () => {
      office = await runBackOffice(engine, {
        log: (level, code, details) => logged.push(`${level} ${code} ${JSON.stringify(details ?? {})}`),
      })
    })
    beforeEach(() => {
      // Each test begins a day later, because at most ten new versions are accepted in 24 hours.
      office.advance(day)
      logged.length = 0
      minor += 1
      version = `1.${minor}.0`
    })
    afterAll(async () => {
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const ask = (workstation: string | null, of = version): Promise<Answer> =>
      office.call('readUpdatePlan', { query: { version: of } }, { workstation })
    const mayInstall = async (workstation: string): Promise<true | string> => {
      const { status, body } = await ask(workstation)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.mayInstall ? true : body.reason
    }
    const report = async (workstation: string, outcome: UpdateOutcome, code = ''): Promise<void> => {
      const body = { version, from: '1.0.0', outcome, code }
      const answer = await office.call('reportUpdate', { body }, { workstation })
      expect([answer.status, answer.body]).toEqual([200, {}])
    }
    const read = async (of = version) => {
      const { body } = await office.call('listReleases', {}, { token: await office.signIn('admin') })
      return body.find((release: { version: string }) => release.version === of)
    }
    const steer = async (act: ReleaseAct, lockVersion: number, of = version): Promise<Answer> =>
      office.call(
        'steerRelease',
        { params: { version: of }, body: { act, lockVersion } },
        { token: await office.signIn('admin') },
      )
    const apply = () =>
      applyAllReports({
        db: office.db,
        kind: office.kind,
        now: office.now(),
        log: (level, code, details) => logged.push(`${level} ${code} ${JSON.stringify(details ?? {})}`),
      })
    /** Makes workstations with these places ask and, unless `outcome` is null, report it. Returns their ids. */
    const install = async (from: number, to: number, count: number, outcome: UpdateOutcome | null) => {
      const ids = workstationsIn(version, from, to, count)
      for (const id of ids) {
        expect(await mayInstall(id)).toBe(true)
        if (outcome !== null) await report(id, outcome)
      }
      return ids
    }

    it('begins in ring 1 when a workstation first asks, and then includes only workstations whose place is below 1', async () => {
      const inRing = workstationsIn(version, 0, 1, 3)
      const outside = workstationsIn(version, 1, 100, 5)
      for (const id of inRing) {
        expect((await ask(id)).body).toEqual({ mayInstall: true, reason: null })
      }
      for (const id of outside) {
        expect((await ask(id)).body).toEqual({ mayInstall: false, reason: 'ring' })
      }
      expect(await read()).toEqual({
        ...{
          version,
          ring: 1,
          state: 'rolling',
          haltedBy: null,
          since: new Date(office.now() * 1000).toISOString().replace('.000', ''),
        },
        ...{ told: 3, installed: 0, failed: 0, silent: 0, waiting: 3, lockVersion: 1 },
      })
    })

    it('allows a workstation whose place is the smallest so far, and still allows it after a smaller place asks', async () => {
      const [first = '', second = ''] = workstationsIn(version, 50, 100, 9).toSorted(
        (one, other) => placeOf(version, other) - placeOf(version, one),
      )
      expect(await mayInstall(first)).toBe(true)
      expect(await mayInstall(second)).toBe(true)
      expect(await mayInstall(first)).toBe(true)
      const [larger = ''] = workstationsIn(version, placeOf(version, first) + 0.001, 100, 1)
      expect(await mayInstall(larger)).toBe('ring')
    })

    it('counts only the last report of a workstation, and counts a rollback as a failure', async () => {
      const [id = ''] = await install(0, 1, 1, 'installed')
      expect(await read()).toMatchObject({ told: 1, installed: 1, failed: 0, waiting: 0 })
      await report(id, 'installed')
      expect(await read()).toMatchObject({ told: 1, installed: 1, failed: 0 })
      await report(id, 'rolled-back', 'does-not-start')
      expect(await read()).toMatchObject({ told: 1, installed: 0, failed: 1 })
      const row = await office.db
        .selectFrom('update_workstation')
        .select(['code', 'from_version', 'reported_at'])
        .where('version', '=', version)
        .executeTakeFirst()
      expect(row).toEqual({ code: 'does-not-start', from_version: '1.0.0', reported_at: office.now() })
    })

    it('halts for every workstation at the first failure among few workstations', async () => {
      const waiting = await install(0.5, 1, 5, null)
      const [failed = ''] = await install(0, 0.5, 1, 'failed')
      expect(await read()).toMatchObject({ state: 'halted', haltedBy: 'reports', ring: 1, failed: 1, lockVersion: 2 })
      expect(logged).toEqual([`warning update.release-halted {"version":"${version}"}`])
      for (const id of [...waiting, failed]) expect(await mayInstall(id)).toBe('halted')
      // A report still counts, but does not change the state or the lock version.
      await report(waiting[4] ?? '', 'installed')
      expect(await read()).toMatchObject({ state: 'halted', installed: 1, lockVersion: 2 })
      office.advance(99 * day)
      await apply()
      expect(await read()).toMatchObject({ state: 'halted', ring: 1 })
    })

    it('halts at more than 2 percent of many workstations, not at 2 percent', { timeout: 60_000 }, async () => {
      await install(0, 1, 1, 'installed')
      expect((await steer('widen', 1)).body).toMatchObject({ ring: 10, lockVersion: 2 })
      expect((await steer('widen', 2)).body).toMatchObject({ ring: 100, lockVersion: 3 })
      const ids = await install(1, 100, 149, 'installed')
      for (const id of ids.slice(0, 3)) await report(id, 'failed')
      expect(await read()).toMatchObject({ state: 'rolling', told: 150, failed: 3 })
      await report(ids[3] ?? '', 'failed')
      expect(await read()).toMatchObject({ state: 'halted', haltedBy: 'reports', ring: 100, told: 150, failed: 4 })
    })

    it('gets the next ring after 24 hours if every workstation that was allowed to install it has reported', async () => {
      await install(0, 0.5, 2, 'installed')
      const [late = ''] = await install(0.5, 1, 1, null)
      office.advance(day - 1)
      await mayInstall(late)
      await apply()
      expect(await read()).toMatchObject({ ring: 1, waiting: 1 })
      office.advance(hour)
      await apply()
      expect(await read()).toMatchObject({ ring: 1, waiting: 1 })
      await report(late, 'installed')
      await apply()
      expect(await read()).toMatchObject({ ring: 10, waiting: 0, lockVersion: 2, state: 'rolling' })
      expect(logged).toEqual([`info update.release-widened {"version":"${version}"}`])
      const [next = ''] = workstationsIn(version, 1, 10, 1)
      const [last = ''] = workstationsIn(version, 10, 100, 1)
      expect(await mayInstall(next)).toBe(true)
      expect(await mayInstall(last)).toBe('ring')
      await report(next, 'installed')
      office.advance(day)
      await apply()
      expect(await read()).toMatchObject({ ring: 100, lockVersion: 3 })
      expect(await mayInstall(last)).toBe(true)
      // No ring follows the last one.
      await report(last, 'installed')
      office.advance(9 * day)
      await apply()
      expect(await read()).toMatchObject({ ring: 100, lockVersion: 3, told: 5 })
    })

    it('halts when a workstation that was allowed to install it does not report within 24 hours after it last asked', async () => {
      const [id = ''] = await install(0, 1, 1, null)
      office.advance(20 * hour)
      expect(await mayInstall(id)).toBe(true)
      office.advance(day - 1)
      await apply()
      expect(await read()).toMatchObject({ state: 'rolling', silent: 0, waiting: 1 })
      office.advance(1)
      await apply()
      expect(await read()).toMatchObject({ state: 'halted', haltedBy: 'reports', silent: 1, waiting: 0 })
      // A late report replaces the silence, but only an administrator resumes the release.
      await report(id, 'installed')
      await apply()
      expect(await read()).toMatchObject({ state: 'halted', silent: 0, installed: 1 })
    })

    it('is halted by an administrator, who is named, and after a resume ignores earlier failures', async () => {
      const waiting = await install(0, 1, 3, null)
      const halted = await steer('halt', 1)
      expect(halted.body).toMatchObject({
        ...{ state: 'halted', lockVersion: 2, waiting: 3 },
        haltedBy: { userID: 'u-admin', name: 'Robin admin' },
      })
      expect(await mayInstall(waiting[0] ?? '')).toBe('halted')
      await report(waiting[0] ?? '', 'failed')
      await report(waiting[1] ?? '', 'installed')
      office.advance(day)
      expect(await read()).toMatchObject({ told: 3, failed: 1, silent: 1, installed: 1 })
      expect((await steer('resume', 2)).body).toEqual({
        ...{ version, ring: 1, state: 'rolling', haltedBy: null, lockVersion: 3 },
        since: new Date(office.now() * 1000).toISOString().replace('.000', ''),
        ...{ told: 1, failed: 0, silent: 0, installed: 1, waiting: 0 },
      })
      // Workstations that failed or were silent may install the release again, and their next reports count.
      expect(await mayInstall(waiting[0] ?? '')).toBe(true)
      expect(await read()).toMatchObject({ told: 2, waiting: 1 })
      await report(waiting[0] ?? '', 'failed')
      expect(await read()).toMatchObject({ state: 'halted', haltedBy: 'reports', failed: 1 })
      // The 24 hours of the ring begin again with the resume.
      expect((await steer('resume', 4)).status).toBe(200)
      office.advance(day - 1)
      await apply()
      expect(await read()).toMatchObject({ ring: 1 })
      office.advance(1)
      await apply()
      expect(await read()).toMatchObject({ ring: 10 })
    })

    it('refuses an act with a stale lock version, an act on an unknown release, and an act that the state forbids', async () => {
      await install(0, 1, 1, 'installed')
      const stale = await steer('widen', 7)
      expect([stale.status, stale.body.code, stale.body.details.current]).toEqual([409, 'stale', await read()])
      const refused = async (act: ReleaseAct, lockVersion: number) => {
        const { status, body } = await steer(act, lockVersion)
        expect([status, body.code]).toEqual([409, 'act-not-allowed'])
        return body.message
      }
      expect(await refused('resume', 1)).toBe(words.refusals['not-halted'])
      await steer('halt', 1)
      expect(await refused('halt', 2)).toBe(words.refusals.halted)
      expect(await refused('widen', 2)).toBe(words.refusals.halted)
      await steer('resume', 2)
      await steer('widen', 3)
      await steer('widen', 4)
      expect(await refused('widen', 5)).toBe(words.refusals.widest)
      const unknown = await steer('halt', 1, '9.9.9')
      expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found'])
    })

    it('audits refusals, and each act of an administrator with the release before and after', async () => {
      await install(0, 1, 1, 'installed')
      const before = await read()
      const { body: after } = await steer('widen', 1)
      await steer('widen', 1)
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'user_id', 'outcome', 'before', 'after'])
        .where('action', 'like', `update.steered%${version}`)
        .orderBy('sequence')
        .execute()
      expect(
        rows.map((row) => ({
          ...row,
          before: JSON.parse(row.before ?? 'null'),
          after: JSON.parse(row.after ?? 'null'),
        })),
      ).toEqual([
        { action: `update.steered widen ${version}`, user_id: 'u-admin', outcome: 'ok', before, after },
        { action: `update.steered widen ${version}`, user_id: 'u-admin', outcome: 'stale', before: null, after: null },
      ])
    })

    it('lists the newest version first, compared by numbers', async () => {
      for (const patch of [9, 10, 2]) await ask('desk-000001', `1.${minor}.${patch}`)
      const { body } = await office.call('listReleases', {}, { token: await office.signIn('admin') })
      expect(body.slice(0, 3).map((release: { version: string }) => release.version)).toEqual([
        `1.${minor}.10`,
        `1.${minor}.9`,
        `1.${minor}.2`,
      ])
    })

    it('refuses a request or report without the id of a workstation, and a wrong version, outcome or code', async () => {
      await ask('desk-000001')
      const body = { version, from: '1.0.0', outcome: 'failed' as UpdateOutcome, code: '' }
      for (const workstation of [null, '', 'short', 'x'.repeat(65), 'with space 1', 'näme-12345']) {
        const sent = workstation === 'näme-12345' ? encodeURIComponent(workstation) : workstation
        expect((await ask(sent)).body.code, String(workstation)).toBe('invalid-input')
        const answer = await office.call('reportUpdate', { body }, { workstation: sent })
        expect([answer.status, answer.body.code], String(workstation)).toEqual([400, 'invalid-input'])
      }
      for (const wrong of ['', '1.2', '01.2.3', '1.2.3-beta', "1.2.3'"]) {
        expect((await ask('desk-000001', wrong)).status, wrong).toBe(400)
      }
      for (const wrong of [
        { outcome: 'fine' },
        { code: 'Words' },
        { code: 'x'.repeat(41) },
        { from: 'old' },
        { more: 1 },
      ]) {
        const answer = await office.call('reportUpdate', { body: { ...body, ...wrong } as never })
        expect(answer.status, JSON.stringify(wrong)).toBe(400)
      }
      const unknown = await office.call('reportUpdate', { body: { ...body, version: '9.9.9' } })
      expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found'])
      expect(await read()).toMatchObject({ failed: 0, state: 'rolling' })
    })

    it('counts a workstation that reports but never asked, because its release was installed by hand', async () => {
      await install(0, 1, 1, 'installed')
      const [byHand = ''] = workstationsIn(version, 60, 100, 1)
      await report(byHand, 'installed')
      expect(await read()).toMatchObject({ told: 2, installed: 2 })
    })

    it('accepts at most ten new versions in 24 hours, and still answers requests about these versions', async () => {
      const codes: string[] = []
      for (let patch = 1; patch <= 12; patch += 1) {
        const { status, body } = await ask('desk-000001', `1.${minor}.${patch}`)
        codes.push(status === 200 ? 'ok' : body.code)
      }
      expect(codes.filter((code) => code === 'ok')).toHaveLength(10)
      expect(codes.slice(10)).toEqual(['too-many-requests', 'too-many-requests'])
      expect((await ask('desk-000002', `1.${minor}.1`)).status).toBe(200)
      office.advance(day)
      expect((await ask('desk-000001', `1.${minor}.11`)).status).toBe(200)
    })

    it('applies both of two failures that are reported at the same time', async () => {
      await install(0, 1, 1, 'installed')
      await steer('widen', 1)
      await steer('widen', 2)
      const ids = await install(1, 100, 98, 'installed')
      await Promise.all(ids.slice(0, 2).map((id) => report(id, 'failed')))
      expect(await read()).toMatchObject({ state: 'halted', told: 99, failed: 2, lockVersion: 4 })
    })
  })
}
