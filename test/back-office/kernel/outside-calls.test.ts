import { expect, it } from 'vitest'
import { answerCall, type Call } from '#back-office/kernel/answer-call.ts'
import type { HandlerContext } from '#back-office/kernel/handler.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { findAuditedState } from '#back-office/repositories/audited-state-repository.ts'
import { findTicket } from '#back-office/repositories/deliveries-repository.ts'
import { findKeptMembers } from '#back-office/repositories/member-merges-repository.ts'
import { findStudyScope } from '#back-office/repositories/scope-repository.ts'
import { findSessionUser } from '#back-office/repositories/sessions-repository.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import type { BookingDesk } from '../booking/booking-desk.ts'
import { frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const records = { findSessionUser, findTicket, findStudyScope, findKeptMembers, findAuditedState }

/** Calls a route that acts outside the database, with the test's handler in place of its operation. */
const ask = (
  desk: BookingDesk,
  handler: (context: HandlerContext) => Promise<unknown>,
  options: {
    readonly key?: string
    readonly memo?: string
    readonly route?: 'refundTransaction' | 'emailInvoice'
  } = {},
) => {
  const { db: _db, caller: _caller, setAuditSubject: _set, addAuditSubject: _add, now, ...context } = desk.context(null)
  const name = options.route ?? 'refundTransaction'
  const studyId = 's-1'
  const call: Call = {
    name,
    route: backOfficeRoutes[name],
    handler: (_input, given) => handler(given),
    caller: frontdesk,
    namesSession: true,
    raw: {
      params: name === 'emailInvoice' ? { studyId } : { studyId, id: 't-1' },
      query: {},
      body: name === 'emailInvoice' ? {} : { amount: 10, memo: options.memo ?? 'moved away' },
    },
    idempotencyKey: options.key,
  }
  return answerCall(call, { ...context, db: desk.database.db, now: () => now, records })
}

const auditRows = (desk: BookingDesk) =>
  desk.database.db.selectFrom('audit').select(['action', 'outcome']).orderBy('sequence').execute()

describeOnEachDatabase('the handler of a call that acts outside the database', ({ newDesk }) => {
  const aDesk = async (): Promise<BookingDesk> => {
    const desk = await newDesk()
    await desk.database.db
      .insertInto('study')
      .values({ ...aStudyRow(desk.now), study_id: 's-1', patient_id: 'm-000001', location_id: 'ca-bc-1' })
      .execute()
    return desk
  }

  it('gets the key, and the database without a transaction; a repeated call gets the stored answer', async () => {
    const desk = await aDesk()
    let runs = 0
    const handler = async ({ db, idempotencyKey }: HandlerContext) => {
      runs += 1
      expect([db.isTransaction, idempotencyKey]).toEqual([false, 'one'])
      return { runs }
    }
    expect(await ask(desk, handler, { key: 'one' })).toEqual({ status: 200, body: { runs: 1 } })
    expect(await ask(desk, handler, { key: 'one' })).toEqual({ status: 200, body: { runs: 1 } })
    expect(runs).toBe(1)
    expect(await auditRows(desk)).toEqual([{ action: 'payments.refunded', outcome: 'ok' }])
  })

  it('runs a second time under the same key if the process ended before an answer was stored, but never a third time', async () => {
    const desk = await aDesk()
    const keys: (string | null)[] = []
    const dies = async ({ idempotencyKey }: HandlerContext) => {
      keys.push(idempotencyKey)
      throw new Error('the power went')
    }
    await expect(ask(desk, dies, { key: 'crash' })).rejects.toThrow('the power went')
    const lives = async ({ idempotencyKey }: HandlerContext) => {
      keys.push(idempotencyKey)
      return { done: true }
    }
    expect((await ask(desk, lives, { key: 'crash' })).body).toEqual({ done: true })
    expect((await ask(desk, dies, { key: 'crash' })).body).toEqual({ done: true })
    expect(keys).toEqual(['crash', 'crash'])
  })

  it('runs again after a temporary failure, but not after a final refusal, which is stored and repeated', async () => {
    const desk = await aDesk()
    let runs = 0
    const refuse = (failure: Refusal) => async () => {
      runs += 1
      throw failure
    }
    const passing = new Refusal('processor-unavailable', 'Later.')
    await expect(ask(desk, refuse(passing), { key: 'k' })).rejects.toBe(passing)
    const unknown = new Refusal('payment-unknown', 'Nobody knows yet.')
    await expect(ask(desk, refuse(unknown), { key: 'k' })).rejects.toBe(unknown)
    const standing = new Refusal('already-refunded', 'All is gone.')
    const first = await ask(desk, refuse(standing), { key: 'k' })
    expect([first.status, runs]).toEqual([409, 3])
    expect(await ask(desk, refuse(standing), { key: 'k' })).toEqual(first)
    expect(runs).toBe(3)
    expect((await auditRows(desk)).map(({ outcome }) => outcome)).toEqual([
      'processor-unavailable',
      'payment-unknown',
      'already-refunded',
    ])
  })

  it('does not run when its key was used with another body, even if the first run stored no answer', async () => {
    const desk = await aDesk()
    const dies = async () => Promise.reject(new Error('the power went'))
    await expect(ask(desk, dies, { key: 'k' })).rejects.toThrow('the power went')
    await expect(ask(desk, dies, { key: 'k', memo: 'another' })).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    })
  })

  it('runs once for ten concurrent calls under one key', async () => {
    const desk = await aDesk()
    let runs = 0
    let running = 0
    const handler = async () => {
      running += 1
      expect(running).toBe(1)
      await desk.database.db.selectFrom('study').selectAll().execute()
      runs += 1
      running -= 1
      return { runs }
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(desk, handler, { key: 'ten' })))
    expect(runs).toBe(1)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{"runs":1}']))
  })

  it('does not run for staff without a key, except on a route where the key is optional, and there runs for every call', async () => {
    const desk = await aDesk()
    let runs = 0
    const handler = async ({ idempotencyKey }: HandlerContext) => {
      runs += 1
      expect(idempotencyKey).toBeNull()
      return { runs }
    }
    await expect(ask(desk, handler)).rejects.toMatchObject({ code: 'idempotency-key-missing' })
    await ask(desk, handler, { route: 'emailInvoice' })
    expect((await ask(desk, handler, { route: 'emailInvoice' })).body).toEqual({ runs: 2 })
    expect((await auditRows(desk)).map(({ action }) => action)).toEqual(['invoice.emailed', 'invoice.emailed'])
  })
})
