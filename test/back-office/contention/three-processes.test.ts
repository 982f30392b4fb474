import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { toInstant } from '#domain/values/instant.ts'
import { clinic, findEngines, testPassword } from '#test/builders/back-office.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { whyNoBouncer } from '#test/fixtures/server/bouncer.ts'
import { aBooking } from '../booking/booking-desk.ts'
import { type ServerProcesses, startServerProcesses } from './three-processes.ts'

const [, engine] = await findEngines()
const reason = engine === undefined ? 'this run has no PostgreSQL' : (engine.missing ?? whyNoBouncer())
if (reason !== undefined) console.warn(`Skipped three processes: ${reason}.`)

/**
 * The minutes during which a process is killed every ten seconds. Without the setting: 10 in a deep run, otherwise 1.
 */
const killMinutes = Number(process.env.ATRIUM_KILL_MINUTES ?? (isDeep ? 10 : 1))
const hourMs = 3_600_000
/** The first hour that the tests book, in epoch milliseconds. */
const firstHourMs = Math.ceil(Date.now() / hourMs) * hourMs + 48 * hourMs

const bookingAt = (hour: number) =>
  aBooking({ slotSelectionType: 'manual', utcStart: toInstant(firstHourMs + hour * hourMs) })

const cash = (amount: number) => ({ payment: { paymentType: 'cash', amount, memo: '' } })

describe.skipIf(reason !== undefined)('three server processes over pgbouncer in transaction mode', () => {
  let fleet: ServerProcesses
  let token: string
  const everywhere = <Result>(work: (url: string) => Promise<Result>): Promise<Result[]> =>
    Promise.all(fleet.urls().map(work))

  beforeAll(async () => {
    if (engine === undefined) throw new Error('no PostgreSQL')
    fleet = await startServerProcesses(engine, 3)
    token = await fleet.signIn('admin')
  }, 120_000)
  afterAll(async () => {
    await fleet?.stop()
  })

  const book = async (hour: number): Promise<string> =>
    (await fleet.ask('/booking/create', { method: 'POST', key: randomUUID(), token, body: bookingAt(hour) })).body
      .studyID

  it('are ready, and one of them leads', async () => {
    expect(await everywhere(async (url) => (await fleet.call(url, '/health/ready')).status)).toEqual([200, 200, 200])
    const leases = await fleet.db.selectFrom('work_lease').selectAll().execute()
    const runs = await fleet.db.selectFrom('server_run').select('run_id').execute()
    expect(leases).toMatchObject([{ work: 'sweeps', term: 1 }])
    expect(runs.map(({ run_id }) => run_id)).toContain(leases[0]?.run_id)
    expect(runs).toHaveLength(3)
  })

  it('book each slot once, and answer each key once', async () => {
    for (const hour of [1, 2, 3]) {
      const results = await everywhere((url) =>
        fleet.call(url, '/booking/create', { method: 'POST', key: randomUUID(), token, body: bookingAt(hour) }),
      )
      expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    }
    const key = randomUUID()
    const same = await everywhere((url) =>
      fleet.call(url, '/booking/create', { method: 'POST', key, token, body: bookingAt(4) }),
    )
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(same.map(({ body }) => body.studyID)).size).toBe(1)
  })

  it('record a payment, charge a card and send an invoice once when one key arrives at every process', async () => {
    const studyID = await book(6)
    const paid = `/payment/study/${studyID}`
    const key = randomUUID()
    const payments = await everywhere((url) => fleet.call(url, paid, { method: 'POST', key, token, body: cash(100) }))
    expect(payments.map(({ status }) => status)).toEqual([200, 200, 200])
    const attemptID = randomUUID()
    const begin = { amount: 50, studyID, attemptID, route: 'stripe', kind: 'payment', refundOf: null, memo: '' }
    const begun = await everywhere((url) =>
      fleet.call(url, `/payment/terminal/${clinic.home}`, { method: 'POST', key: attemptID, token, body: begin }),
    )
    expect(new Set(begun.map(({ body }) => body.id)).size).toBe(1)
    expect(fleet.stripe.intents.size).toBe(1)
    fleet.stripe.present(begun[0]?.body.id, { brand: 'visa', last4: '4242' })
    const settle = `/api/v1/studies/${studyID}/payment-attempts/${attemptID}/settle`
    const settled = await everywhere((url) =>
      fleet.call(url, settle, { method: 'POST', token, body: { isAbandoned: false, terminal: null } }),
    )
    expect(settled.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await fleet.db.selectFrom('transaction').selectAll().where('study_id', '=', studyID).execute()
    expect(rows.map(({ amount }) => amount).sort()).toEqual([10_000, 5_000])

    const mailKey = randomUUID()
    const mailed = await everywhere((url) =>
      fleet.call(url, `/study/${studyID}/invoice/email`, { key: mailKey, token }),
    )
    expect(mailed.map(({ status }) => status)).toEqual([200, 200, 200])
    // The confirmations of the bookings are sent, too.
    const invoices = () =>
      fleet.mail.received.filter(({ mail }) => mail.attachments.length > 0 && /invoice/i.test(mail.subject ?? ''))
    await expect.poll(() => invoices().length, { timeout: 20_000 }).toBe(1)
    await sleep(2_000)
    expect(invoices()).toHaveLength(1)
  })

  it('check at most five wrong passwords, whichever processes receive them', async () => {
    const guess = (url: string, password: string) =>
      fleet.call(url, '/login', { method: 'POST', body: { email: 'qa@test.atrium', password } })
    const guesses = await Promise.all(
      Array.from({ length: 6 }, (_, number) => everywhere((url) => guess(url, `wrong ${number}`))),
    )
    const codes = guesses.flat().map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'bad-credentials')).toHaveLength(5)
    expect(codes.filter((code) => code === 'account-locked')).toHaveLength(13)
    const right = await everywhere((url) => guess(url, testPassword))
    expect(right.map(({ body }) => body.code)).toEqual(['account-locked', 'account-locked', 'account-locked'])
  })

  it('share one count of the sign-ups from an address', async () => {
    const signUp = (url: string) => fleet.call(url, '/setup', { method: 'POST', body: {} })
    // A minute may end between two of these calls.
    const statuses = (await Promise.all(Array.from({ length: 9 }, () => everywhere(signUp))))
      .flat()
      .map((got) => got.status)
    const refused = statuses.filter((status) => status === 429).length
    expect(refused).toBeGreaterThanOrEqual(7)
    expect(refused).toBeLessThanOrEqual(17)
  })

  it('keep the chain of the audit log intact', async () => {
    expect(await checkAuditChain(fleet.db)).toMatchObject({ ok: true })
    expect(fleet.errors()).toBe('')
  })

  it('have a new leader after all of them are killed and another process starts', { timeout: 90_000 }, async () => {
    const lease = () => fleet.db.selectFrom('work_lease').selectAll().executeTakeFirstOrThrow()
    const before = await lease()
    for (const url of fleet.urls()) await fleet.kill(url)
    await fleet.start()
    await expect.poll(async () => (await lease()).run_id, { timeout: 40_000, interval: 500 }).not.toBe(before.run_id)
    expect(Number((await lease()).term)).toBe(Number(before.term) + 1)
    expect(fleet.errors()).toBe('')
  })
})

/**
 * The answers that the desks received in the kill run. Each must be found once: in the database, at the processor or in
 * the mail.
 */
type ReceivedAnswers = {
  readonly bookings: Map<string, string>
  readonly payments: Map<string, { readonly studyID: string; readonly cents: number }>
  readonly cards: Map<string, { readonly studyID: string; readonly intentID: string }>
  readonly mails: string[]
  taken: number
}

/** Works as a desk does: books a free or taken slot, takes cash, charges a card, sends the invoice, and starts over. */
const workAtDesk = async (
  fleet: ServerProcesses,
  token: string,
  told: ReceivedAnswers,
  isOver: () => boolean,
): Promise<void> => {
  const post = (path: string, body: unknown, key = randomUUID()) =>
    fleet.ask(path, { method: 'POST', key, token, body })
  while (!isOver()) {
    const key = randomUUID()
    const booked = await post('/booking/create', bookingAt(randomInt(8_000)), key)
    if (booked.status === 409) {
      told.taken += 1
      continue
    }
    expect(booked.status, JSON.stringify(booked.body)).toBe(200)
    const { studyID } = booked.body as { readonly studyID: string }
    told.bookings.set(key, studyID)
    const payKey = randomUUID()
    const cents = randomInt(1, 900) * 100
    const paid = await post(`/payment/study/${studyID}`, cash(cents / 100), payKey)
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    told.payments.set(payKey, { studyID, cents })
    const attemptID = randomUUID()
    const begin = { amount: 50, studyID, attemptID, route: 'stripe', kind: 'payment', refundOf: null, memo: '' }
    const begun = await post(`/payment/terminal/${clinic.home}`, begin, attemptID)
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    fleet.stripe.present(begun.body.id, { brand: 'visa', last4: '4242' })
    const settle = `/api/v1/studies/${studyID}/payment-attempts/${attemptID}/settle`
    const settled = await post(settle, { isAbandoned: false, terminal: null })
    expect(settled.status, JSON.stringify(settled.body)).toBe(200)
    told.cards.set(attemptID, { studyID, intentID: begun.body.id })
    const mailed = await fleet.ask(`/study/${studyID}/invoice/email`, { key: randomUUID(), token })
    expect(mailed.status, JSON.stringify(mailed.body)).toBe(200)
    told.mails.push(studyID)
  }
}

/** Keeps a workstation's copy of the location up to date from the change feed, whichever process answers. */
const followFeed = async (fleet: ServerProcesses, token: string, isOver: () => boolean): Promise<Set<string>> => {
  const studies = new Set<string>()
  let cursor: string | undefined
  for (let wasOver = false; ; ) {
    const query = new URLSearchParams({ locationID: clinic.home, ...(cursor !== undefined && { cursor }) })
    const { body } = await fleet.ask(`/api/v1/changes?${query}`, { token })
    if (body.reset) studies.clear()
    for (const { kind, id } of body.changes) if (kind === 'study') studies.add(id)
    cursor = body.cursor
    if (body.more) continue
    if (wasOver) return studies
    wasOver = isOver()
    await sleep(500)
  }
}

describe.skipIf(reason !== undefined)('three server processes, of which one is killed every ten seconds', () => {
  it('lose no acknowledged work, and do nothing twice', {
    timeout: (killMinutes + 10) * 60_000,
  }, async () => {
    if (engine === undefined) throw new Error('no PostgreSQL')
    const fleet = await startServerProcesses(engine, 3)
    try {
      const token = await fleet.signIn('admin')
      const told: ReceivedAnswers = { bookings: new Map(), payments: new Map(), cards: new Map(), mails: [], taken: 0 }
      const endsMs = performance.now() + killMinutes * 60_000
      const isOver = () => performance.now() >= endsMs
      let areDesksDone = false
      const desks = Promise.all(Array.from({ length: 4 }, () => workAtDesk(fleet, token, told, isOver)))
      const feeds = Promise.all(Array.from({ length: 2 }, () => followFeed(fleet, token, () => areDesksDone)))
      let kills = 0
      const killing = (async () => {
        const starting: Promise<void>[] = []
        while (!isOver()) {
          await sleep(10_000)
          await fleet.kill()
          kills += 1
          starting.push(fleet.start())
        }
        await Promise.all(starting)
      })()
      await Promise.all([desks, killing])
      areDesksDone = true
      const copies = await feeds
      const { db } = fleet
      // Work that a killed process had claimed waits until its lease ends, minutes later.
      const waiting = async (): Promise<number> => {
        const due = db.selectFrom('message').select('message_id').where('state', '=', 'planned')
        return (await due.where('due_at', '<=', Math.floor(Date.now() / 1000)).execute()).length
      }
      await expect.poll(waiting, { timeout: 300_000, interval: 1000 }).toBe(0)

      const studies = await db.selectFrom('study').selectAll().where('starts_at', 'is not', null).execute()
      expect([...told.bookings.values()].sort()).toEqual(studies.map(({ study_id }) => study_id).sort())
      const times = await db.selectFrom('machine_time').selectAll().orderBy('starts_at').execute()
      expect(times).toHaveLength(studies.length)
      expect(times.filter((time, index) => index > 0 && time.starts_at < (times[index - 1]?.ends_at ?? 0))).toEqual([])

      const entries = await db.selectFrom('transaction').selectAll().execute()
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
      expect(entries).toHaveLength(told.payments.size + told.cards.size)
      expect(sum(entries.map(({ amount }) => Number(amount)))).toBe(
        sum([...told.payments.values()].map(({ cents }) => cents)) + told.cards.size * 5_000,
      )
      expect(fleet.stripe.intents.size).toBe(told.cards.size)
      expect([...fleet.stripe.intents.values()].filter(({ status }) => status !== 'succeeded')).toEqual([])

      const messages = await db.selectFrom('message').selectAll().where('channel', '=', 'email').execute()
      const keys = fleet.mail.received.map(({ mail }) => mail.messageId ?? '')
      const timesTaken = (id: string) => keys.filter((key) => key.startsWith(`<message-${id}@`)).length
      const sent = messages.filter(({ state }) => state === 'sent')
      expect(sent.filter(({ message_id }) => timesTaken(message_id) !== 1)).toEqual([])
      expect(messages.filter(({ message_id }) => timesTaken(message_id) > 1)).toEqual([])
      const invoices = messages.filter(({ kind }) => kind === 'invoice')
      expect(invoices.map(({ study_id }) => study_id).sort()).toEqual([...told.mails].sort())

      for (const copy of copies) expect(studies.filter(({ study_id }) => !copy.has(study_id))).toEqual([])
      expect(await checkAuditChain(db)).toMatchObject({ ok: true })
      expect(fleet.errors()).toBe('')
      console.log('three processes:', {
        ...{ kills, bookings: studies.length, refused: told.taken, payments: told.payments.size },
        ...{ cards: told.cards.size, messages: messages.length, sent: sent.length },
      })
    } finally {
      await fleet.stop()
    }
  })
})
