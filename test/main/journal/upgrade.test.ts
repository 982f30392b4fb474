import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { standIns } from '#back-office/demo/stand-ins.ts'
import { startBackOffice } from '#back-office/server.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { isOpenAttempt } from '#domain/payments/payment-attempt.ts'
import { attemptIDSchema } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'
import { createScriptedWorkshop } from '#test/back-office/release/release-desk.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { createFakePlatform, createMemoryVault, type LogLine } from '#test/fakes/fake-platform.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { loadUpgrade, type SentRequest, type Upgrade } from '#test/fixtures/upgrade/load-upgrade.ts'

const keyHex = '3c'.repeat(32)

type OpenDesk = {
  readonly url: string
  readonly dataFolder: string
  readonly desk: AppUnderTest
  readonly opened: OpenDatabase
  /** Codes that the back office logged as errors. */
  readonly errors: readonly string[]
  readonly lines: readonly LogLine[]
  /** Returns the journal's rows as they are on disk after the desk has stopped. */
  readJournal(sql: string): readonly unknown[]
  stop(): Promise<void>
}

/**
 * Opens the data of an earlier version with today's code, with the clocks of back office and desk an hour later. Signs
 * in the user of that data.
 */
const openDesk = async (upgrade: Upgrade, change?: (db: Database) => void): Promise<OpenDesk> => {
  const [dataFolder, folder] = [upgrade.writeBackOffice(), upgrade.writeJournal(keyHex, change)]
  const nowMs = (upgrade.now + 3600) * 1000
  const errors: string[] = []
  const backOffice = await startBackOffice({
    port: 0,
    dataFolder,
    database: { kind: 'sqlite' },
    environment: 'TEST',
    standIns,
    version: '0.0.0-test',
    pdf: createScriptedWorkshop(),
    now: () => nowMs,
    log: (level, code) => {
      if (level === 'error') errors.push(code)
    },
  })
  const opened = await openDatabase({ kind: 'sqlite', path: join(dataFolder, 'back-office.sqlite') })
  const vault = createMemoryVault(new Map([['workstation-database-key', keyHex]]))
  const platform = createFakePlatform({ folder, vault, from: toInstant(nowMs) })
  const desk = await startApp({ backOfficeUrl: backOffice.url, platform })
  await desk.until('it is online', async () => (await desk.get('connectivity', 'read', {})).state === 'online')
  await desk.get('session', 'signIn', { email: upgrade.email, password: upgrade.password })
  return {
    url: backOffice.url,
    dataFolder,
    desk,
    opened,
    errors,
    lines: platform.lines,
    readJournal: (sql) => {
      const path = join(folder, 'workstation', 'journal.db')
      const db = openDatabaseFile({ path, keyHex, synchronous: 'NORMAL', migrations: journalMigrations })
      const rows = db.prepare(sql).all()
      db.close()
      return rows
    },
    stop: async () => {
      await desk.stop()
      await opened.close()
      await backOffice.stop()
      for (const each of [dataFolder, folder]) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** Start times of the unfinished bookings and moves. After the upgrade each time must be booked exactly once. */
const slots = { lost: '2026-11-25T18:00:00Z', unsent: '2026-11-25T19:00:00Z', temporary: '2026-11-25T20:00:00Z' }
const moves = { lost: '2026-11-25T21:00:00Z', unsent: '2026-11-25T22:00:00Z' }

const commits = someOf(['c004581', 'ffef367'] as const, 2)

describe.each(commits)('Atrium over the data of version %s', { timeout: 120_000 }, (commit) => {
  const upgrade = loadUpgrade(commit)
  let at: OpenDesk
  let opened: OpenDatabase
  let desk: AppUnderTest

  beforeAll(async () => {
    at = await openDesk(upgrade)
    desk = at.desk
    opened = at.opened
  }, 120_000)
  afterAll(async () => {
    await at?.stop()
    expect(at?.errors).toEqual([])
  })

  const studyOf = (key: string): string => {
    const row = [...upgrade.rows('journal', 'tender'), ...upgrade.rows('journal', 'study_act')].find(
      ({ idempotency_key }) => idempotency_key === key,
    )
    return String(row?.study_id)
  }
  /** Returns the study, type, tender and amount (in minor units) of each transaction. */
  const entriesOf = (rows: readonly object[]): readonly string[] =>
    rows
      .map((row) => row as Record<string, unknown>)
      .map((row) => [row.study_id, row.transaction_type, row.payment_type, row.amount].join(' '))
      .sort()
  const linesOf = (rows: readonly object[]): readonly string[] =>
    rows
      .map((row) => row as Record<string, unknown>)
      .map((row) => [row.study_id, row.category, row.content].join(': '))
      .sort()
  const startsOf = async () =>
    (await opened.db.selectFrom('study').select('starts_at').where('cancelled', '=', 0).execute()).map(
      ({ starts_at }) => starts_at,
    )
  const countAt = async (utcStart: string) =>
    (await startsOf()).filter((at) => at === Date.parse(utcStart) / 1000).length
  const all = async () => ({
    transactions: entriesOf(await opened.db.selectFrom('transaction').selectAll().execute()),
    log: linesOf(await opened.db.selectFrom('study_log').selectAll().execute()),
    studies: (await opened.db.selectFrom('study').select('study_id').execute()).length,
    deliveries: (await opened.db.selectFrom('delivery').select('delivery_id').execute()).length,
  })
  /** Returns one entry for each time that the carrier accepted a fax: the fax's key without the attempt number. */
  const faxesTaken = (): readonly string[] =>
    readFileSync(join(at.dataFolder, 'simulated-faxes.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { kind: string; key: string }]))
      .flatMap(({ kind, key }) => (kind === 'taken' ? [key.replace(/-\d+$/, '')] : []))

  it('sends each waiting row once, and receives the results of the other rows', async () => {
    await desk.until('no booking is pending', async () =>
      (await desk.get('booking', 'settled', {})).every(({ outcome }) => outcome.kind !== 'pending'),
    )
    await desk.until('no act waits', async () => (await desk.get('study', 'waiting', {})).length === 0)
    await desk.until('no money waits', async () => (await desk.get('payments', 'waiting', {})).length === 0)
    await desk.until('no card is open', async () =>
      (await desk.get('payments', 'openAttempts', {})).every((attempt) => !isOpenAttempt(attempt)),
    )

    const charged = String(
      upgrade.rows('journal', 'payment_attempt').find((row) => String(row.attempt_id).endsWith('6'))?.study_id,
    )
    const now = await all()
    expect(now.transactions).toEqual(
      [
        ...entriesOf(upgrade.rows('back-office', 'transaction')),
        `${studyOf('old-cash-unsent-0001')} payment cash 6100`,
        `${studyOf('old-cheque-unsent-0001')} payment cheque 6300`,
        `${studyOf('old-cash-offline-0001')} payment cash 6400`,
        `${charged} payment physicalTerminal 16000`,
      ].sort(),
    )
    expect(now.studies).toBe(upgrade.rows('back-office', 'study').length + 1)
    for (const utcStart of [...Object.values(slots), ...Object.values(moves)]) expect(await countAt(utcStart)).toBe(1)
    expect(now.deliveries).toBe(upgrade.rows('back-office', 'delivery').length)
    // One line for each of: a booking, a move, a cancellation, two check-ins, two notes and four payments.
    const before = linesOf(upgrade.rows('back-office', 'study_log'))
    expect(now.log).toEqual(expect.arrayContaining([...before]))
    expect(now.log).toHaveLength(before.length + 11)
  })

  it('reports the outcome of each booking and move that no window has shown', async () => {
    const settled = await desk.get('booking', 'settled', {})
    expect(Object.fromEntries(settled.map(({ idempotencyKey, outcome }) => [idempotencyKey, outcome.kind]))).toEqual({
      'old-book-lost-0001': 'booked',
      'old-book-unsent-0001': 'booked',
      'old-temporary-lost-0001': 'booked',
      'old-book-taken-0001': 'refused',
      'old-move-done-0001': 'booked',
      'old-move-lost-0001': 'booked',
      'old-move-unsent-0001': 'booked',
    })
  })

  it('reports how each card payment ended', async () => {
    const attempts = await desk.get('payments', 'openAttempts', {})
    const states = Object.fromEntries(attempts.map(({ attemptID, state }) => [attemptID.slice(-1), state]))
    expect(states).toEqual({
      2: 'declined',
      3: 'cancelled',
      4: 'cancelled',
      5: 'cancelled',
      6: 'succeeded',
      7: 'cancelled',
      8: 'cancelled',
    })
  })

  it('keeps settings and drafts unchanged, except the drafts of finished bookings, which it deletes', async () => {
    const drafts = upgrade
      .rows('journal', 'draft')
      .filter(({ draft_id }) => !String(draft_id).startsWith('booking-safety:'))
    for (const { draft_id, content } of drafts) {
      const kept = await desk.get('drafts', 'read', { draftID: String(draft_id) })
      const isUsed =
        /:(book-lost|book-unsent|temporary-lost)$/.test(String(draft_id)) || String(draft_id).startsWith('move:')
      expect([draft_id, kept?.content ?? null]).toEqual([draft_id, isUsed ? null : JSON.parse(String(content))])
    }
    expect((await desk.get('terminal', 'read', {})).current).toMatchObject({ readerID: 'simulated-1' })
  })

  it('answers a repeated request like the first time, and records nothing', async () => {
    const token = await signIn()
    const before = await all()
    const kept = new Map(upgrade.rows('back-office', 'idempotency_key').map((row) => [row.idempotency_key, row]))
    let replayed = 0
    let notMailed = 0
    for (const request of upgrade.requests) {
      const row = kept.get(request.key)
      if (row === undefined) continue
      const answer = await send(request, request.ticket ?? token)
      expect([request.key, answer.body.code]).not.toEqual([request.key, 'idempotency-key-reused'])
      replayed += 1
      if (answer.body.code === 'mail-failed') notMailed += 1
      // The key was claimed, but its request was never answered. So the request runs now.
      if (row.status === null) continue
      const stored = JSON.parse(String(row.answer), withoutSecrets)
      // A registration is answered with the current delivery, and a new ticket.
      const expected = row.route === 'registerDelivery' && row.status === 200 ? sameDelivery(stored) : stored
      expect([request.key, answer.status, answer.body]).toEqual([
        request.key,
        row.status,
        expect.objectContaining(expected),
      ])
      if (answer.status === 200) {
        const read = backOfficeRoutes[row.route as RouteName].answer.safeParse(answer.body)
        expect([request.key, read.error?.issues]).toEqual([request.key, undefined])
      }
    }
    expect(replayed).toBe(kept.size)
    // Without a mail server an email is retried and fails again, which adds a line to the log.
    const after = await all()
    const isFailure = (line: string): boolean => line.includes(': Messages: ') && line.includes(' failed: ')
    expect({ ...after, log: after.log.filter((line) => !isFailure(line)) }).toEqual(before)
    expect(after.log.filter(isFailure)).toHaveLength(notMailed)
  })

  it('answers the repeat of a request that first arrived after the upgrade, and records nothing more', async () => {
    const token = await signIn()
    const before = await all()
    // Check-ins and notes are omitted: the desk sends each with its time, so the text of the request can differ. Acts
    // that were stored offline were never sent, so there is no request to repeat.
    const unsent = upgrade.requests.filter(
      ({ key, fate }) => fate === 'drop' && /book|move|cancel|cash|cheque/.test(key),
    )
    expect(unsent).toHaveLength(5)
    for (const request of unsent) {
      const answer = await send(request, token)
      expect([request.key, answer.status]).toEqual([request.key, 200])
    }
    expect(await all()).toEqual(before)
  })

  it('continues the jobs: each fax is sent once', async () => {
    const { jobs, paused } = await desk.get('jobs', 'list', {})
    const before = upgrade.rows('journal', 'job')
    expect(jobs.map(({ jobID, state }) => [jobID, state]).sort()).toEqual(
      before.map(({ job_id, state }) => [job_id, state]).sort(),
    )
    expect(jobs.every(({ title, by }) => title !== '' && by === 'Robin Desk')).toBe(true)
    expect(paused).toContain('fax')
    expect(jobs.find(({ kind }) => kind === 'print')?.recipient).toContain('Desk printer')
    await desk.get('jobs', 'pause', { kind: 'fax', isPaused: false })
    for (const key of ['old-fax-queued-0001', 'old-fax-send-lost-0001']) await desk.ask('jobs', 'retry', { jobID: key })
    await desk.until('both faxes have been sent', async () => {
      const rows = await opened.db.selectFrom('delivery').select(['state', 'channel']).execute()
      return (
        rows.filter(({ state, channel }) => channel === 'fax' && ['handed-over', 'delivered'].includes(state))
          .length === 3
      )
    })
    expect(faxesTaken()).toHaveLength(3)
    expect(new Set(faxesTaken()).size).toBe(3)
  })

  const signIn = async (): Promise<string> => {
    const response = await fetch(`${at.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: upgrade.email, password: upgrade.password }),
    })
    return ((await response.json()) as { token: string }).token
  }
  const send = async (request: SentRequest, token: string) => {
    const response = await fetch(`${at.url}${request.path}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': request.key,
      },
      ...(request.method !== 'GET' && { body: request.body }),
    })
    return { status: response.status, body: (await response.json()) as { readonly code?: string } }
  }
})

/** Removes the client secret, which is new in each replay. Used as a JSON reviver. */
const withoutSecrets = (name: string, value: unknown): unknown => (name === 'client_secret' ? undefined : value)

const sameDelivery = ({ delivery }: { readonly delivery: { readonly deliveryID: string } }) => ({
  delivery: expect.objectContaining({ deliveryID: delivery.deliveryID }),
})

describe('rows of an earlier version that cannot be read', { timeout: 120_000 }, () => {
  const upgrade = loadUpgrade('ffef367')
  const damaged = {
    booking_attempt: "select request from booking_attempt where idempotency_key = 'old-book-unsent-0001'",
    study_act: "select request from study_act where idempotency_key = 'old-note-unsent-0001'",
    tender: "select request from tender where idempotency_key = 'old-cash-unsent-0001'",
    payment_attempt: "select attempt from payment_attempt where attempt_id like '%6'",
    job: "select face from job where job_id = 'old-fax-queued-0001'",
    draft: "select content from draft where draft_id = 'booking:old-form'",
  }
  let at: OpenDesk
  beforeAll(async () => {
    at = await openDesk(upgrade, (db) => {
      for (const [table, query] of Object.entries(damaged)) {
        const [, column, where] = /^select (\w+) from \w+ (where .*)$/.exec(query) ?? []
        // The draft becomes invalid JSON. The other rows get a version that this Atrium does not know.
        db.exec(`update ${table} set ${column} = '${table === 'draft' ? '{half' : '{"v":9}'}' ${where}`)
      }
    })
  }, 120_000)

  it('are reported as failed, delay no other rows, and stay unchanged', async () => {
    const { desk } = at
    const pending = async () =>
      (await desk.get('booking', 'settled', {})).filter(({ outcome }) => outcome.kind === 'pending')
    await desk.until('no other booking is pending', async () => (await pending()).length === 0)
    await desk.until('no other act waits', async () => (await desk.get('study', 'waiting', {})).length === 1)
    await desk.until('no other money waits', async () => (await desk.get('payments', 'waiting', {})).length === 1)
    await desk.until('no other card is open', async () =>
      (await desk.get('payments', 'openAttempts', {})).every((attempt) => !isOpenAttempt(attempt)),
    )
    const booking = (await desk.get('booking', 'settled', {})).find(
      ({ idempotencyKey }) => idempotencyKey === 'old-book-unsent-0001',
    )
    expect(booking?.outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('can no longer read') })
    const told = { failure: { code: 'unexpected', message: expect.stringContaining('can no longer read') } }
    expect(await desk.get('study', 'waiting', {})).toMatchObject([{ ...told, note: null }])
    expect(await desk.get('payments', 'waiting', {})).toMatchObject([{ ...told, amount: 61 }])
    expect(await desk.ask('drafts', 'read', { draftID: 'booking:old-form' })).toMatchObject(told)
    const { jobs } = await desk.get('jobs', 'list', {})
    expect(jobs.find(({ jobID }) => jobID === 'old-fax-queued-0001')?.title).toBe('Unreadable job')
    const charged = upgrade
      .rows('journal', 'payment_attempt')
      .find(({ attempt_id }) => String(attempt_id).endsWith('6'))
    const card = { attemptID: attemptIDSchema.parse('00000000-0000-4000-8000-000000000099'), amount: 5 } as const
    expect(
      await desk.ask('payments', 'startAttempt', {
        ...card,
        studyID: studyIDSchema.parse(charged?.study_id),
        through: 'card-fields',
      }),
      'no other charge begins on a study whose last charge has an unknown result',
    ).toMatchObject({ failure: { code: 'payment-in-progress' } })
    expect(new Set(at.lines.filter(({ level }) => level === 'error').map(({ code }) => code))).toEqual(
      new Set([
        'booking.request-unreadable',
        'study.act-unreadable',
        'payments.request-unreadable',
        'payments.attempts-unreadable',
      ]),
    )
    await desk.stop()
    for (const [table, query] of Object.entries(damaged)) {
      const [row] = at.readJournal(query)
      expect(Object.values(row ?? {})).toEqual([table === 'draft' ? '{half' : '{"v":9}'])
    }
    await at.stop()
  })
})
