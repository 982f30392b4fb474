import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulatedProcessor } from '#back-office/demo/card-processor/simulated-processor.ts'
import { intentIDOf } from '#back-office/demo/card-processor/simulated-state.ts'
import type { CardProcessor } from '#back-office/outside/processor/card-processor.ts'
import { testCards } from '#domain/payments/test-cards.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'

const attempt = 'attempt-0001' as AttemptID

describe('simulated processor', () => {
  let folder: string
  let processor: CardProcessor
  const open = () => createSimulatedProcessor({ dataFolder: folder, now: () => 1_795_000_000, newId: randomUUID })
  const book = () => join(folder, 'simulated-processor.jsonl')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-simulated-'))
    processor = open()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const create = async (
    amount = 10_000,
    more: Partial<Parameters<CardProcessor['createIntent']>[0]> = {},
    by = processor,
  ) => {
    const made = await by.createIntent({
      attemptID: attempt,
      amount: toMoney(amount),
      currency: 'CAD',
      kind: 'card_present',
      metadata: {},
      ...more,
    })
    if (!made.ok) throw new Error(made.message)
    return made.value
  }
  const confirm = async (secret: string, paymentMethod: string, by = processor) => {
    const answer = await by.confirmSimulated?.(secret, paymentMethod)
    if (answer?.ok !== true) throw new Error(answer?.message ?? 'not simulated')
    return answer.value
  }

  it.each([
    ['pm_card_visa', 10_000, 'card_present', null],
    ['pm_card_visa', 10_001, 'card_present', 'call_issuer'],
    ['pm_card_visa', 10_005, 'card_present', 'generic_decline'],
    ['pm_card_visa', 10_055, 'card_present', 'incorrect_pin'],
    ['pm_card_visa', 10_075, 'card_present', 'pin_try_exceeded'],
    ['pm_card_visa', 10_005, 'card', null],
    ['pm_card_interac', 10_000, 'card_present', null],
    ['pm_card_visa_chargeDeclined', 10_000, 'card', 'generic_decline'],
    ['pm_card_chargeDeclined', 10_000, 'card_present', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 10_000, 'card_present', 'insufficient_funds'],
    ['pm_card_chargeDeclinedIncorrectPin', 10_000, 'card_present', 'incorrect_pin'],
  ] as const)('handles %s for %i cents as %s: decline code %s', async (paymentMethod, amount, kind, declineCode) => {
    const intent = await create(amount, { kind })
    const answer = await confirm(intent.clientSecret, paymentMethod)
    expect(answer.error?.declineCode ?? null).toBe(declineCode)
    expect(answer.status).toBe(declineCode === null ? 'succeeded' : 'requires_payment_method')
  })

  it('refuses a card that is not a test card, and an Interac card in card fields or in another currency', async () => {
    const refused: [string, 'card' | 'card_present', 'CAD' | 'USD'][] = [
      ['pm_card_of_nobody', 'card_present', 'CAD'],
      ['pm_card_interac', 'card', 'CAD'],
      ['pm_card_interac', 'card_present', 'USD'],
    ]
    for (const [place, [paymentMethod, kind, currency]] of refused.entries()) {
      const intent = await create(10_000, { kind, currency, attemptID: `attempt-100${place}` as AttemptID })
      const answer = await confirm(intent.clientSecret, paymentMethod)
      expect([answer.status, answer.error === null]).toEqual(['requires_payment_method', false])
    }
  })

  it('accepts a second card after a decline, and none after an approval', async () => {
    const intent = await create()
    await confirm(intent.clientSecret, 'pm_card_chargeDeclined')
    expect((await confirm(intent.clientSecret, 'pm_card_visa')).status).toBe('succeeded')
    const again = await confirm(intent.clientSecret, 'pm_card_mastercard')
    expect(again).toMatchObject({ status: 'succeeded', error: { code: 'payment_intent_unexpected_state' } })
    expect(await processor.readIntent(intent.id)).toMatchObject({ value: { card: { brand: 'visa' }, lastError: null } })
  })

  it('makes one intent and one refund per key, and refuses a different request with the same key', async () => {
    const intent = await create()
    expect(await create()).toEqual(intent)
    await expect(create(20_000)).rejects.toThrow('This key was used for another payment.')
    await confirm(intent.clientSecret, 'pm_card_visa')
    const give = (amount: number, key = 'refund-0001') =>
      processor.refund({ intentID: intent.id, amount: toMoney(amount), attemptID: key as AttemptID })
    expect(await give(4_000)).toEqual(await give(4_000))
    expect(await give(5_000)).toMatchObject({ kind: 'refused', code: 'idempotency_error' })
    expect(await give(6_001, 'refund-0002')).toMatchObject({ kind: 'refused', code: 'charge_already_refunded' })
    expect(await processor.findRefunds(intent.id)).toMatchObject({ value: [{ amount: 4_000 }] })
  })

  it('lists the amounts that attempts took since a given time, even after a restart', async () => {
    const metadata = { studyID: 's-1', locationID: 'ca-bc-1' }
    const intent = await create(10_000, { metadata })
    await create(2_000, { attemptID: 'attempt-unpaid' as AttemptID })
    await confirm(intent.clientSecret, 'pm_card_visa')
    await processor.refund({ intentID: intent.id, amount: toMoney(4_000), attemptID: 'refund-0001' as AttemptID })
    for (const by of [processor, open()]) {
      expect(await by.findTaken(1_795_000_000)).toMatchObject({
        value: {
          payments: [{ intent: { id: intent.id }, createdAt: 1_795_000_000, ...metadata }],
          refunds: [{ intentID: intent.id, currency: 'CAD', amount: 4_000 }],
        },
      })
      expect(await by.findTaken(1_795_000_001)).toEqual({ ok: true, value: { payments: [], refunds: [] } })
    }
  })

  it('requires the whole secret', async () => {
    const intent = await create()
    for (const secret of [intent.id, `${intent.id}_secret_`, `${intent.clientSecret}x`, '']) {
      expect(await processor.confirmSimulated?.(secret, 'pm_card_visa')).toMatchObject({ code: 'resource_missing' })
    }
  })

  it('has the same state for every process that opens its file, at the same time or later', async () => {
    const other = open()
    const intent = await create()
    // Both processors confirm at the same time, but only one of them charges.
    const answers = await Promise.all([
      confirm(intent.clientSecret, 'pm_card_visa'),
      confirm(intent.clientSecret, 'pm_card_mastercard', other),
    ])
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    const seen = await Promise.all([processor, other, open()].map((one) => one.readIntent(intent.id)))
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    expect(await other.cancelIntent(intent.id)).toMatchObject({ kind: 'refused' })
  })

  it('skips a line that a kill cut short, and loses no later line', async () => {
    const intent = await create()
    appendFileSync(book(), '\n{"op":"confirm","requestID":"x","id":"')
    await confirm(intent.clientSecret, 'pm_card_visa', open())
    appendFileSync(book(), '\n{"op":"nonsense"}\nnot even JSON\n')
    expect(await open().readIntent(intent.id)).toMatchObject({ value: { status: 'succeeded' } })
    expect(await processor.readIntent(intent.id)).toMatchObject({ value: { status: 'succeeded' } })
  })

  it('has a file that only this user can read, without any card number', async () => {
    const intent = await create()
    await confirm(intent.clientSecret, 'pm_card_visa')
    expect(statSync(book()).mode & 0o077).toBe(0)
    const text = readFileSync(book(), 'utf8')
    expect(text).toContain('pm_card_visa')
    for (const { number } of testCards) expect(text.includes(number)).toBe(false)
  })

  it('keeps every charge that it confirmed before it was killed', async () => {
    const script = fileURLToPath(new URL('../../outside/processor/charging-process.ts', import.meta.url))
    const told: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const child = spawn(process.execPath, [script, folder, `round-${round}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let text = ''
      await new Promise<void>((resolve) => {
        child.stdout.setEncoding('utf8').on('data', (more: string) => {
          text += more
          // Kills the process at a random point of its next steps.
          if (text.split('\n').length > 20 + round) child.kill('SIGKILL')
        })
        child.on('close', () => resolve())
      })
      told.push(...text.split('\n').slice(0, -1))
    }
    expect(told.length).toBeGreaterThan(100)
    const reopened = open()
    for (const attemptID of told) {
      const found = await reopened.readIntent(intentIDOf(attemptID))
      expect(found, attemptID).toMatchObject({ ok: true, value: { status: 'succeeded' } })
    }
  })
})
