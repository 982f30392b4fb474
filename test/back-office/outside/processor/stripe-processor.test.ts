import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardProcessor, noProcessor } from '#back-office/outside/processor/card-processor.ts'
import { chooseProcessor } from '#back-office/outside/processor/choose-processor.ts'
import { createStripeProcessor } from '#back-office/outside/processor/stripe-processor.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { type FakeStripe, fakeStripeKey, type StripeFault, startFakeStripe } from '../../../fakes/fake-stripe-api.ts'

const attemptID = 'attempt-0001' as AttemptID
const create = 'POST /v1/payment_intents'
const visa = { brand: 'visa', last4: '4242' }

describe('stripe processor', () => {
  let stripe: FakeStripe
  let processor: CardProcessor
  beforeEach(async () => {
    stripe = await startFakeStripe()
    processor = createStripeProcessor({
      secretKey: fakeStripeKey,
      publishableKey: 'pk_test_1',
      address: stripe.address,
      timeoutMs: 2_000,
    })
  })
  afterEach(() => stripe.stop())

  const createIntent = (amount = 10_000, more: Partial<Parameters<CardProcessor['createIntent']>[0]> = {}) =>
    processor.createIntent({
      attemptID,
      amount: toMoney(amount),
      currency: 'CAD',
      kind: 'card_present',
      metadata: { studyID: 's-1' },
      ...more,
    })
  const createdID = async (): Promise<string> => {
    const created = await createIntent()
    if (!created.ok) throw new Error(created.message)
    return created.value.id
  }

  it('makes one intent for repeated calls, with the attempt’s id as idempotency key and in the metadata', async () => {
    const first = await createIntent()
    expect(await createIntent()).toEqual(first)
    expect(stripe.intents.size).toBe(1)
    expect(first).toMatchObject({
      ok: true,
      value: { status: 'requires_payment_method', amount: 10_000, currency: 'CAD', attemptID, card: null },
    })
    expect(stripe.requests.map(({ key }) => key)).toEqual([attemptID, attemptID])
    expect(stripe.requests[0]?.body).toMatchObject({
      metadata: { attemptID, studyID: 's-1' },
      capture_method: 'automatic',
      currency: 'cad',
    })
  })

  it('refuses another amount under the same idempotency key', async () => {
    await createIntent()
    expect(await createIntent(20_000)).toMatchObject({ ok: false, kind: 'refused' })
    expect(stripe.intents.size).toBe(1)
  })

  it.each([
    ['CAD', 'card_present', ['card_present', 'interac_present']],
    ['USD', 'card_present', ['card_present']],
    ['CAD', 'card', ['card']],
  ] as const)('accepts, for payments in %s of the kind %s, the methods %j', async (currency, kind, types) => {
    await createIntent(10_000, { currency, kind })
    expect([...stripe.intents.values()][0]?.allowed_payment_method_types).toEqual(types)
  })

  it('reads an approved intent with only the allowed facts of the card', async () => {
    const id = await createdID()
    stripe.present(id, { brand: 'interac', last4: '0007', isInterac: true })
    const read = await processor.readIntent(id)
    expect(read).toMatchObject({
      ok: true,
      value: { status: 'succeeded', amount: 10_000, card: { brand: 'interac', last4: '0007', isInterac: true } },
    })
    expect(read).toHaveProperty('value.chargeID', expect.stringMatching(/^ch_/))
  })

  it('reads a declined intent as still in need of a payment method, with the reason for the decline', async () => {
    const id = await createdID()
    stripe.present(id, visa, 'declined')
    expect(await processor.readIntent(id)).toMatchObject({
      value: {
        status: 'requires_payment_method',
        card: null,
        lastError: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
      },
    })
  })

  it('reports a missing intent, and that a paid one cannot be cancelled', async () => {
    expect(await processor.readIntent('pi_none')).toMatchObject({ kind: 'refused', code: 'resource_missing' })
    const id = await createdID()
    stripe.present(id, visa)
    expect(await processor.cancelIntent(id)).toMatchObject({
      kind: 'refused',
      code: 'payment_intent_unexpected_state',
    })
    expect(stripe.intents.get(id)?.status).toBe('succeeded')
  })

  it('cancels an intent that is not paid yet', async () => {
    const id = await createdID()
    expect(await processor.cancelIntent(id)).toMatchObject({ ok: true, value: { status: 'canceled' } })
    expect(stripe.intents.get(id)?.cancellation_reason).toBe('abandoned')
  })

  it.each<[StripeFault, string, number, boolean]>([
    ['lost-request', 'unreachable', 0, true],
    ['lost-reply', 'unreachable', 1, true],
    ['hang', 'unreachable', 1, true],
    ['409', 'unknown', 0, true],
    ['429', 'unknown', 0, true],
    // The same key gives the same error again, and no intent was made.
    ['500', 'unknown', 0, false],
  ])('returns the fault %s as %s, and a second call makes no second intent', async (fault, kind, made, works) => {
    // The library retries once over a new connection, so a lost call must be lost twice.
    for (let n = 0; n < (fault.startsWith('lost') ? 2 : 1); n += 1) stripe.fail(create, fault)
    expect(await createIntent()).toMatchObject({ ok: false, kind })
    expect(stripe.intents.size).toBe(made)
    expect((await createIntent()).ok).toBe(works)
    expect(stripe.intents.size).toBe(works ? 1 : 0)
  })

  it('refunds once under one key, up to the charged amount, and never an Interac card', async () => {
    const id = await createdID()
    stripe.present(id, visa)
    const give = (amount: number, key: string) =>
      processor.refund({ intentID: id, amount: toMoney(amount), attemptID: key as AttemptID })
    // The reply is lost twice, because the library retries once over a new connection.
    for (let n = 0; n < 2; n += 1) stripe.fail('POST /v1/refunds', 'lost-reply')
    expect(await give(4_000, 'refund-0001')).toMatchObject({ kind: 'unreachable' })
    const again = await give(4_000, 'refund-0001')
    expect(again).toMatchObject({ ok: true, value: { status: 'succeeded', amount: 4_000, attemptID: 'refund-0001' } })
    expect(stripe.refunds.size).toBe(1)
    expect(await give(6_001, 'refund-0002')).toMatchObject({ kind: 'refused', code: 'charge_already_refunded' })
    expect(await processor.findRefunds(id)).toMatchObject({ ok: true, value: [{ amount: 4_000 }] })

    const other = await createIntent(5_000, { attemptID: 'attempt-0002' as AttemptID })
    if (!other.ok) throw new Error(other.message)
    stripe.present(other.value.id, { brand: 'interac', last4: '0007', isInterac: true })
    const refused = await processor.refund({
      intentID: other.value.id,
      amount: toMoney(5_000),
      attemptID: 'refund-0003' as AttemptID,
    })
    expect(refused).toMatchObject({ kind: 'refused', code: 'charge_not_refundable' })
  })

  it('lists the amounts that attempts took since a given time, without declined and foreign payments', async () => {
    const metadata = { studyID: 's-1', locationID: 'ca-bc-1' }
    const made = await createIntent(10_000, { metadata })
    if (!made.ok) throw new Error(made.message)
    const { id } = made.value
    stripe.present(id, visa)
    await createIntent(2_000, { attemptID: 'attempt-unpaid' as AttemptID })
    await processor.refund({ intentID: id, amount: toMoney(4_000), attemptID: 'refund-0001' as AttemptID })
    const taken = await processor.findTaken(1_795_000_000)
    expect(taken).toMatchObject({
      ok: true,
      value: {
        payments: [{ intent: { id, amount: 10_000 }, createdAt: 1_795_000_000, ...metadata }],
        refunds: [{ intentID: id, amount: 4_000, attemptID: 'refund-0001' }],
      },
    })
    expect(taken.ok && taken.value.payments.length).toBe(1)
    expect(await processor.findTaken(1_795_000_001)).toEqual({ ok: true, value: { payments: [], refunds: [] } })
  })

  it('returns a fresh token for a clinic’s Stripe location, and refuses a clinic that has none', async () => {
    const tokens = [await processor.connectionToken('ca-bc-1'), await processor.connectionToken('ca-bc-1')]
    expect(tokens[0]).toMatchObject({ ok: true, value: { location: 'tml_fake1' } })
    expect(tokens[0]).not.toEqual(tokens[1])
    expect(await processor.connectionToken('us-wa-2')).toMatchObject({ kind: 'refused', code: 'location_missing' })
  })

  it('reports a wrong key without quoting it', async () => {
    const wrong = createStripeProcessor({ secretKey: 'sk_test_wrong', publishableKey: null, address: stripe.address })
    const answer = await wrong.readIntent('pi_1')
    expect(answer).toMatchObject({ ok: false, kind: 'refused', code: 'not_authorized' })
    expect(JSON.stringify(answer)).not.toContain('sk_test_wrong')
  })
})

describe('chooseProcessor', () => {
  const standIn = () => ({ ...noProcessor, kind: 'simulated' as const })
  it('uses Stripe if a secret key is set, else the stand-in, else no processor', async () => {
    const none = { secretKey: ' ', publishableKey: undefined }
    expect((await chooseProcessor(none, null)).kind).toBe('none')
    expect((await chooseProcessor(none, standIn)).kind).toBe('simulated')
    const keys = { secretKey: fakeStripeKey, publishableKey: 'pk_test_1' }
    const processor = await chooseProcessor(keys, standIn)
    expect([processor.kind, processor.publishableKey('CAD')]).toEqual(['stripe', 'pk_test_1'])
  })

  it('refuses a publishable key in place of the secret key', async () => {
    const keys = { secretKey: 'pk_test_1', publishableKey: undefined }
    await expect(chooseProcessor(keys, standIn)).rejects.toThrow('not a secret key')
  })
})
