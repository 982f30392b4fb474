import { expect, it } from 'vitest'
import { answerCall, type Call } from '#back-office/kernel/answer-call.ts'
import { findAuditedState } from '#back-office/repositories/audited-state-repository.ts'
import { findTicket } from '#back-office/repositories/deliveries-repository.ts'
import { findKeptMembers } from '#back-office/repositories/member-merges-repository.ts'
import { findStudyScope } from '#back-office/repositories/scope-repository.ts'
import { findSessionUser } from '#back-office/repositories/sessions-repository.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { Route } from '#contract/route.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const records = { findSessionUser, findTicket, findStudyScope, findKeptMembers, findAuditedState }

type Wire = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** Returns the request of a refund. The schema of refunds trims the memo and drops unknown query fields. */
const refundOf = (body: Readonly<Record<string, unknown>>, query: unknown = {}): Wire => ({
  params: { studyId: 's-1', id: 't-1' },
  query,
  body,
})

const invoiceOf = (body: unknown): Wire => ({ params: { studyId: 's-1' }, query: {}, body })

/**
 * The hash of version 1, which earlier servers stored for `{amount: 10, memo: 'moved away'}`: SHA-256 of
 * {"body":{"amount":10,"memo":"moved away"},"params":{"id":"t-1","studyId":"s-1"},"query":{}}
 */
const hashOfVersion1 = '162f0fbffd514ad58f270a085e22eb30355d310202afdac1213280fa46f7bcf8'

describeOnEachDatabase('the check for a repeated call', ({ newDesk }) => {
  const aDesk = async () => {
    const desk = await newDesk()
    await desk.database.db
      .insertInto('study')
      .values({ ...aStudyRow(desk.now), study_id: 's-1', patient_id: 'm-000001', location_id: 'ca-bc-1' })
      .execute()
    let runs = 0
    const ask = (raw: Wire, name: 'refundTransaction' | 'emailInvoice' = 'refundTransaction') =>
      askOnce(desk, name, raw, async () => {
        runs += 1
        return { runs }
      })
    return { desk, ask, runs: () => runs }
  }

  it('compares the request as received: a repetition gets the same answer, another spelling of the same input is refused', async () => {
    const { desk, ask, runs } = await aDesk()
    const first = await ask(refundOf({ amount: 10, memo: ' moved away ' }))
    expect(await ask(refundOf({ memo: ' moved away ', amount: 10 }))).toEqual(first)
    for (const other of [
      refundOf({ amount: 10, memo: 'moved away' }),
      refundOf({ amount: 11, memo: ' moved away ' }),
      refundOf({ amount: 10, memo: ' moved away ' }, { of: 'another' }),
    ]) {
      await expect(ask(other)).rejects.toMatchObject({ code: 'idempotency-key-reused' })
    }
    expect(runs()).toBe(1)
    expect(await hashes(desk)).toEqual([expect.stringMatching(/^v2:[0-9a-f]{64}$/)])
  })

  it('is not affected when a schema changes what it returns: a renamed field, amounts in minor units', async () => {
    const { desk, ask, runs } = await aDesk()
    const raw = refundOf({ amount: 10, memo: 'moved away' })
    const first = await ask(raw)
    const { refundTransaction: route } = backOfficeRoutes
    const next = {
      ...route,
      body: route.body.transform(({ amount, memo, ...rest }) => ({ ...rest, amountMinor: amount * 100, reason: memo })),
    }
    const handler = async () => ({ runs: 'again' })
    expect(await askOnce(desk, 'refundTransaction', raw, handler, next)).toEqual(first)
    expect(runs()).toBe(1)
  })

  it('treats a missing part of the request as an empty one', async () => {
    const { ask, runs } = await aDesk()
    const first = await ask({ ...invoiceOf(undefined), query: undefined }, 'emailInvoice')
    expect(await ask(invoiceOf({}), 'emailInvoice')).toEqual(first)
    expect(runs()).toBe(1)
  })

  it('compares the parsed input for a row of version 1', async () => {
    const { desk, ask, runs } = await aDesk()
    await desk.database.db
      .insertInto('idempotency_key')
      .values({
        idempotency_key: 'k',
        user_id: frontdesk.userID,
        route: 'refundTransaction',
        body_hash: hashOfVersion1,
        status: 200,
        answer: '{"runs":"before"}',
        created_at: desk.now - 3600,
      })
      .execute()
    const kept = { status: 200, body: { runs: 'before' } }
    expect(await ask(refundOf({ amount: 10, memo: 'moved away' }))).toEqual(kept)
    expect(await ask(refundOf({ amount: 10, memo: '  moved away ' }, { of: 'another' }))).toEqual(kept)
    await expect(ask(refundOf({ amount: 11, memo: 'moved away' }))).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    })
    await expect(ask(invoiceOf({}), 'emailInvoice')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
    expect(runs()).toBe(0)
    expect(await hashes(desk)).toEqual([hashOfVersion1])
  })

  it('throws when the stored answer is unreadable, keeps it, and does not run the call again', async () => {
    const { desk, ask, runs } = await aDesk()
    const body = { amount: 10, memo: 'moved away' }
    await ask(refundOf(body))
    await desk.database.db.updateTable('idempotency_key').set({ answer: '{half' }).execute()
    await expect(ask(refundOf(body))).rejects.toMatchObject({ name: 'KeptAnswerError' })
    expect(runs()).toBe(1)
    const row = await desk.database.db.selectFrom('idempotency_key').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 200, answer: '{half' })
  })

  it('runs a call again if its row of version 1 has no answer, and stores the answer in that row', async () => {
    const { desk, ask, runs } = await aDesk()
    await desk.database.db
      .insertInto('idempotency_key')
      .values({
        idempotency_key: 'k',
        user_id: frontdesk.userID,
        route: 'refundTransaction',
        body_hash: hashOfVersion1,
        status: null,
        answer: null,
        created_at: desk.now - 3600,
      })
      .execute()
    const body = { amount: 10, memo: 'moved away' }
    expect(await ask(refundOf(body))).toEqual({ status: 200, body: { runs: 1 } })
    expect(await ask(refundOf(body))).toEqual({ status: 200, body: { runs: 1 } })
    expect(runs()).toBe(1)
    expect(await hashes(desk)).toEqual([hashOfVersion1])
  })
})

const hashes = async (desk: BookingDesk): Promise<readonly string[]> =>
  (await desk.database.db.selectFrom('idempotency_key').select('body_hash').execute()).map((row) => row.body_hash)

const askOnce = (
  desk: BookingDesk,
  name: 'refundTransaction' | 'emailInvoice',
  raw: Wire,
  handler: () => Promise<unknown>,
  route: Route = backOfficeRoutes[name],
) => {
  const { db: _db, caller: _caller, setAuditSubject: _set, addAuditSubject: _add, now, ...context } = desk.context(null)
  const call: Call = {
    name,
    route,
    handler,
    caller: frontdesk,
    namesSession: true,
    raw,
    idempotencyKey: 'k',
  }
  return answerCall(call, { ...context, db: desk.database.db, now: () => now, records })
}
