import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, inTransaction, type OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { createSharedCounts, exactly } from '#back-office/kernel/http/shared-counts.ts'
import { claimIdempotencyKey, isKeyLeasedBy, leaseKey } from '#back-office/kernel/idempotency-repository.ts'
import { runOutsidePerKey } from '#back-office/kernel/idempotent-call.ts'
import { startLeadership } from '#back-office/kernel/leadership.ts'
import {
  checkLease,
  isRunAlive,
  noteRun,
  releaseLease,
  removeRun,
  takeLease,
} from '#back-office/kernel/server-runs-repository.ts'
import { type EmptyDatabase, findEngines } from '#test/builders/back-office.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'

const [, engine] = await findEngines()

// The three processes of these tests are three connections to one database.
describe.skipIf(engine === undefined || engine.missing !== undefined)('several processes over PostgreSQL', () => {
  const kind = 'postgresql'
  const log = createStrictLog(() => {})
  let database: EmptyDatabase
  let processes: OpenDatabase[]
  let db: Database
  beforeAll(async () => {
    if (engine === undefined) throw new Error('no PostgreSQL')
    database = await engine.createShaped()
    processes = await Promise.all([1, 2, 3].map(() => openDatabase(database.source)))
    const [first] = processes
    if (first === undefined) throw new Error('no process')
    db = first.db
  })
  afterAll(async () => {
    for (const process of processes ?? []) await process.close()
    await database?.remove()
  })
  beforeEach(async () => {
    for (const table of ['server_run', 'work_lease', 'call_count', 'idempotency_key'] as const) {
      await db.deleteFrom(table).execute()
    }
  })

  describe('the lease of the leader', () => {
    const lease = { work: 'sweeps', seconds: 20 }
    beforeEach(async () => {
      for (let place = 0; place < 12; place += 1) await noteRun(db, kind, `run-${place}`)
    })

    it('goes to one of twelve concurrent requests, and has a higher term for each new holder', async () => {
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, place) =>
          takeLease(processes[place % 3]?.db ?? db, kind, { ...lease, runID: `run-${place}` }),
        ),
      )
      const [held, ...others] = taken.filter((got) => got !== null)
      expect([held?.term, others]).toEqual([1, []])
      if (held === undefined) throw new Error('no holder')
      expect(await takeLease(db, kind, { ...lease, runID: held.runID })).toEqual(held)
      await releaseLease(db, held)
      const next = await takeLease(db, kind, { ...lease, runID: 'run-next' })
      expect(next).toEqual({ work: 'sweeps', runID: 'run-next', term: 2 })
      await expect(inTransaction(db, (within) => checkLease(within, held))).rejects.toThrow(
        expect.objectContaining({ name: 'LeaseLost' }),
      )
    })

    it('cannot be taken while a transaction of its holder is in progress', async () => {
      const held = await takeLease(db, kind, { ...lease, seconds: 0, runID: 'run-1' })
      if (held === null) throw new Error('no holder')
      const order: string[] = []
      let taking: Promise<unknown> = Promise.resolve()
      await inTransaction(db, async (within) => {
        await checkLease(within, held)
        taking = takeLease(processes[1]?.db ?? db, kind, { ...lease, runID: 'run-2' }).then(() => order.push('taken'))
        await sleep(200)
        order.push('written')
      })
      await taking
      expect(order).toEqual(['written', 'taken'])
    })

    it('passes to another process when its holder stops, and a stopped process counts as ended', async () => {
      const [first, second] = await Promise.all(
        ['run-1', 'run-2'].map((runID, place) =>
          startLeadership({ db: processes[place]?.db ?? db, kind, runID, dataFolder: database.dataFolder, log }),
        ),
      )
      if (first === undefined || second === undefined) throw new Error('no leaderships')
      expect([first.leads(), second.leads()].filter(Boolean)).toHaveLength(1)
      const [leader, other] = first.leads() ? [first, second] : [second, first]
      const leaderID = first.leads() ? 'run-1' : 'run-2'
      expect(await isRunAlive(db, kind, leaderID)).toBe(true)
      await inTransaction(db, (within) => leader.check(within))
      await expect(other.check(db)).rejects.toThrow(expect.objectContaining({ name: 'LeaseLost' }))
      await leader.stop()
      expect([leader.leads(), await isRunAlive(db, kind, leaderID)]).toEqual([false, false])
      await expect.poll(() => other.leads(), { timeout: 12_000 }).toBe(true)
      await other.stop()
    })

    it('is lost by a process that was not seen for 15 seconds, and that process counts as ended', async () => {
      const at = Math.floor(Date.now() / 1000)
      await db
        .insertInto('server_run')
        .values([
          { run_id: 'gone', seen_at: at - 20 },
          { run_id: 'slow', seen_at: at - 8 },
        ])
        .execute()
      expect(await Promise.all(['gone', 'slow', 'never'].map((run) => isRunAlive(db, kind, run)))).toEqual([
        false,
        true,
        false,
      ])
    })
  })

  describe('the idempotency key of a call that acts outside the database', () => {
    const claim = {
      idempotency_key: 'key',
      user_id: 'u-1',
      route: 'refundTransaction',
      body_hash: 'v2:x',
      created_at: 1,
    }
    const call = { key: 'key', userID: 'u-1', route: 'refundTransaction', wire: {}, parsed: {}, now: 1 }
    const run = (place: number, work: () => Promise<unknown>, keep = async () => {}) =>
      runOutsidePerKey(
        { db: processes[place]?.db ?? db, kind, run: { id: `run-${place}`, startedAt: 0 } },
        call,
        work,
        keep,
        () => ({ status: 409, body: null }),
      )

    beforeEach(async () => {
      for (const place of [0, 1, 2]) await noteRun(db, kind, `run-${place}`)
    })

    it('lets only one of twelve concurrent calls at three processes act, and gives all of them the same answer', async () => {
      let acts = 0
      const act = async () => {
        acts += 1
        await sleep(300)
        return { acts }
      }
      const answers = await Promise.all(Array.from({ length: 12 }, (_, place) => run(place % 3, act)))
      expect(acts).toBe(1)
      expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 12 }, () => ({ acts: 1 })))
    })

    it('is taken over immediately from a failed attempt', async () => {
      await expect(run(0, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
      expect(await run(1, async () => 'second')).toMatchObject({ status: 200, body: 'second' })
    })

    it('is taken over from a killed process when its lease ends, and the late answer is not stored', async () => {
      await claimIdempotencyKey(db, claim)
      expect(await leaseKey(db, kind, claim, { by: 'run-1 killed', seconds: 60 })).toBe(true)
      expect(await leaseKey(db, kind, claim, { by: 'run-2 second', seconds: 60 })).toBe(false)
      await db.updateTable('idempotency_key').set({ leased_until: 0 }).execute()
      expect(await leaseKey(db, kind, claim, { by: 'run-2 second', seconds: 60 })).toBe(true)
      expect(await inTransaction(db, (within) => isKeyLeasedBy(within, claim, 'run-1 killed'))).toBe(false)
      expect(await inTransaction(db, (within) => isKeyLeasedBy(within, claim, 'run-2 second'))).toBe(true)
    })

    it('is taken over immediately from a process that stopped or was not seen for 15 seconds', async () => {
      await claimIdempotencyKey(db, claim)
      expect(await leaseKey(db, kind, claim, { by: 'run-1 a', seconds: 60 })).toBe(true)
      await removeRun(db, kind, 'run-1')
      expect(await leaseKey(db, kind, claim, { by: 'run-2 b', seconds: 60 })).toBe(true)
      await db
        .updateTable('server_run')
        .set({ seen_at: Math.floor(Date.now() / 1000) - 40 })
        .execute()
      await noteRun(db, kind, 'run-0')
      expect(await leaseKey(db, kind, claim, { by: 'run-0 c', seconds: 60 })).toBe(true)
    })

    it('stores the answer and rows of the attempt that took over, not those of the late one', async () => {
      const kept: string[] = []
      const paused = async () => {
        await db.updateTable('idempotency_key').set({ leased_by: 'run-1 another', leased_until: 0 }).execute()
        expect(
          await run(
            1,
            async () => 'taken over',
            async () => void kept.push('second'),
          ),
        ).toMatchObject({
          body: 'taken over',
        })
        return 'late'
      }
      const late = run(0, paused, async () => void kept.push('first'))
      await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
      expect(kept).toEqual(['second'])
      expect(await run(2, async () => 'third')).toMatchObject({ body: 'taken over', isReplay: true })
    })
  })

  describe('the counts of rate limits', () => {
    const open = (place: number, nowMs = () => 600_000_000) => createSharedCounts(processes[place]?.db ?? db, nowMs)
    const count = (counts: ReturnType<typeof open>, key: string): Promise<number> =>
      new Promise((done, failed) => {
        new counts.Store({}).incr(
          key,
          (error, found) => (found === undefined ? failed(error) : done(found.current)),
          60_000,
          10,
        )
      })

    it('are exact for guessed credentials: thirty calls at three processes get the numbers 1 to 30', async () => {
      const all = [open(0), open(1), open(2)]
      const numbers = await Promise.all(
        Array.from({ length: 30 }, (_, call) => count(all[call % 3] ?? open(0), `${exactly}address 10.0.0.1`)),
      )
      expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, call) => call + 1))
      for (const counts of all) await counts.stop()
    })

    it('are exchanged about once a second for all other calls, and restart every minute', async () => {
      let nowMs = 600_000_000
      const [first, second] = [open(0, () => nowMs), open(1, () => nowMs)]
      for (let call = 1; call <= 5; call += 1) expect(await count(first, 'session a')).toBe(call)
      expect(await count(second, 'session a')).toBe(1)
      await expect.poll(() => count(second, 'session a'), { timeout: 10_000, interval: 700 }).toBeGreaterThan(6)
      const texts = JSON.stringify(await db.selectFrom('call_count').selectAll().execute())
      expect(texts).not.toContain('session')
      nowMs += 60_000
      expect(await count(first, 'session a')).toBe(1)
      await first.stop()
      await second.stop()
    })

    it('continue in each process while the database does not answer', async () => {
      const closed = await openDatabase(database.source)
      const counts = createSharedCounts(closed.db, () => 600_000_000)
      await closed.close()
      expect([
        await count(counts, `${exactly}address 10.0.0.2`),
        await count(counts, `${exactly}address 10.0.0.2`),
      ]).toEqual([1, 2])
      await counts.stop()
    })
  })
})
