import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, inTransaction } from '#back-office/database/database.ts'
import { handlers } from '#back-office/handlers.ts'
import { toAllowedHosts } from '#back-office/kernel/http/allowed-hosts.ts'
import { createLargeBodies, defaultLargeBodyLimits } from '#back-office/kernel/http/large-bodies.ts'
import { defaultCallerLimits, defaultRateLimits, firstWeights } from '#back-office/kernel/http/rest-options.ts'
import { createRestServer } from '#back-office/kernel/http/rest-server.ts'
import { createWorkBudget } from '#back-office/kernel/http/work-budget.ts'
import { createWorkWeights } from '#back-office/kernel/http/work-weights.ts'
import { hashToken } from '#back-office/kernel/session-token.ts'
import { findAuditedState } from '#back-office/repositories/audited-state-repository.ts'
import { findTicket } from '#back-office/repositories/deliveries-repository.ts'
import { findKeptMembers } from '#back-office/repositories/member-merges-repository.ts'
import { findStudyScope } from '#back-office/repositories/scope-repository.ts'
import { findSessionUser } from '#back-office/repositories/sessions-repository.ts'
import { type Answer, clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { signDeskIn } from '../contention/back-offices.ts'
import type { BookingDesk } from './booking-desk.ts'
import { describeOnEachDatabase } from './each-database.ts'

/** Milliseconds. The polls of all desks use the processor without a pause. */
const timeout = 120_000

/** A database that counts its statements. */
const countStatements = (db: Database): { readonly db: Database; readonly count: () => number } => {
  let statements = 0
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    }),
    count: () => statements,
  }
}

const createServer = (desk: BookingDesk, db: Database): Promise<FastifyInstance> =>
  createRestServer(
    handlers,
    {
      ...desk.context(null),
      db,
      now: () => desk.now,
      records: { findSessionUser, findTicket, findStudyScope, findKeptMembers, findAuditedState },
    },
    {
      allowedHosts: toAllowedHosts('127.0.0.1', []),
      rateLimits: defaultRateLimits,
      callerLimits: defaultCallerLimits,
      budget: createWorkBudget(() => performance.now()),
      weights: createWorkWeights(firstWeights),
      largeBodies: createLargeBodies(defaultLargeBodyLimits),
    },
  )

describeOnEachDatabase('polls of many desks', ({ newDesk }) => {
  it('cause a few statements together if nothing has changed, and each has its own session and location', {
    timeout,
  }, async () => {
    const desk = await newDesk()
    const tokens = Array.from({ length: 200 }, (_, number) => `token-of-desk-${String(number).padStart(8, '0')}`)
    await inTransaction(desk.database.db, async (within) => {
      for (const [number, token] of tokens.entries()) await signDeskIn(within, number, token, desk.now)
    })
    const { db, count } = countStatements(desk.database.db)
    const server = await createServer(desk, db)
    const poll = (token: string, locationID: string, cursor?: string) =>
      server.inject({
        method: 'GET',
        url: `/api/v1/changes?${new URLSearchParams({ locationID, ...(cursor && { cursor }) })}`,
        headers: { host: '127.0.0.1', authorization: `Bearer ${token}` },
      })
    const cursors = new Map<string, string>()
    for (const locationID of ['ca-bc-1', 'ca-on-1']) {
      for (let more = true; more; ) {
        const { cursor, ...page } = (await poll(tokens[0] ?? '', locationID, cursors.get(locationID))).json()
        cursors.set(locationID, cursor)
        more = page.more
      }
    }
    const before = count()
    const answers = await Promise.all(
      [...tokens, 'token-of-a-stranger'].map((token, number) => {
        const locationID = number % 2 === 0 ? 'ca-bc-1' : 'ca-on-1'
        return poll(token, locationID, cursors.get(locationID))
      }),
    )
    expect(count() - before).toBeLessThanOrEqual(6)
    expect(answers.slice(0, -1).map((answer) => [answer.statusCode, answer.json().changes])).toEqual(
      tokens.map(() => [200, []]),
    )
    expect(answers.at(-1)?.statusCode).toBe(401)
    await server.close()
  })
})

for (const engine of await findEngines('sql')) {
  describe.runIf(engine.missing === undefined)(`a poll among other polls on ${engine.kind}`, { timeout }, () => {
    let office: RunningBackOffice
    let isEnded = false
    let others: Promise<unknown>
    const poll = (token: string, cursor?: string, locationID: string = clinic.home): Promise<Answer> =>
      office.call('readChanges', { query: { locationID, ...(cursor && { cursor }) } } as never, { token })
    /** Copies a location, and returns the cursor at the end of its feed. */
    const follow = async (token: string, locationID?: string): Promise<string> => {
      let cursor: string | undefined
      for (let more = true; more; ) {
        const { status, body } = await poll(token, cursor, locationID)
        expect(status).toBe(200)
        cursor = body.cursor
        more = body.more
      }
      return cursor ?? ''
    }
    beforeAll(async () => {
      office = await runBackOffice(engine)
      const token = await office.signIn('sales')
      const cursor = await follow(token, clinic.elsewhere)
      // Reads are under way all the time, so that a poll could get an older one.
      others = Promise.all(
        Array.from({ length: 3 }, async () => {
          while (!isEnded) await poll(token, cursor, clinic.elsewhere)
        }),
      )
    })
    afterAll(async () => {
      isEnded = true
      await others
      await office.stop()
      expect(office.errors).toEqual([])
    })

    it.each(['this process', 'another process'])('has what %s committed before it', async (who) => {
      const token = await office.signIn('frontdesk')
      let cursor = await follow(token)
      for (let round = 0; round < 6; round += 1) {
        const referrer = `${who} ${round}`
        if (who === 'this process') {
          const input = { params: { studyId: clinic.homeStudy }, body: { referrer } }
          expect((await office.call('updateStudy', input as never, { token })).status).toBe(200)
        } else {
          // The connections of the test belong to no server, as those of another process.
          await office.db.updateTable('study').set({ referrer }).where('study_id', '=', clinic.homeStudy).execute()
        }
        const { body } = await poll(token, cursor)
        const study = body.changes.find(({ kind }: { kind: string }) => kind === 'study')
        expect(study).toMatchObject({ id: clinic.homeStudy, value: { referrer } })
        cursor = body.cursor
      }
    })

    it('is refused at once when its session has ended, here or in another process', async () => {
      for (let round = 0; round < 6; round += 1) {
        const token = await office.signInAgain('hi')
        expect((await poll(token)).status).toBe(200)
        if (round % 2 === 0) expect((await office.call('signOut', {}, { token })).status).toBe(200)
        else await office.db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute()
        expect((await poll(token)).status).toBe(401)
      }
    })

    it('is refused at once when its account loses its roles or is closed', async () => {
      const token = await office.signIn('np')
      const change = (columns: { readonly roles?: string; readonly active?: 0 | 1 }) =>
        office.db.updateTable('user').set(columns).where('user_id', '=', 'u-np').execute()
      expect((await poll(token)).status).toBe(200)
      await change({ roles: '["user"]' })
      expect((await poll(token)).status).toBe(403)
      await change({ roles: '["np"]' })
      expect((await poll(token)).status).toBe(200)
      await change({ active: 0 })
      expect((await poll(token)).status).toBe(401)
    })

    it('counts once for the rate limit', async () => {
      const token = await office.signIn('qa')
      const cursor = await follow(token)
      const answers = await Promise.all(Array.from({ length: 12 }, () => poll(token, cursor)))
      const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => b - a)
      expect(left).toEqual(left.map((_, place) => (left[0] ?? 0) - place))
    })

    it('leaves no audit row if nothing has changed', async () => {
      const token = await office.signIn('frontdesk')
      const cursor = await follow(token)
      const countRows = async () => (await office.db.selectFrom('audit').select('sequence').execute()).length
      const before = await countRows()
      for (let round = 0; round < 10; round += 1) {
        expect((await poll(token, cursor)).body).toMatchObject({ changes: [], more: false, reset: false })
      }
      expect(await countRows()).toBe(before)
    })
  })
}
