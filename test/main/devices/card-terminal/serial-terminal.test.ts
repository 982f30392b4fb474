import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest'
import { attemptIDSchema } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import type { CollectRequest, TerminalStatus } from '#main/devices/card-terminal/card-terminal.ts'
import { toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'
import { createSerialTerminal } from '#main/devices/card-terminal/serial-terminal.ts'
import { locationID, makers, missing, quickPace, quickPad, type SerialDesk, setUpSerialDesk } from './serial-desk.ts'

const quiet = (): void => undefined

const aPayment = (name: string, more: Partial<CollectRequest> = {}): CollectRequest => ({
  attemptID: attemptIDSchema.parse(`attempt-${name}`),
  kind: 'payment',
  amount: toMoney(125_000),
  currency: 'CAD',
  clientSecret: '',
  refund: null,
  ...more,
})

const becomes = (desk: SerialDesk, is: (status: TerminalStatus) => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (is(desk.terminal.status())) return resolve()
    const stop = desk.terminal.onChange((status) => {
      if (!is(status)) return
      stop()
      resolve()
    })
  })
const isLost = (status: TerminalStatus): boolean => status.reader !== null && status.reader.link !== 'connected'

describe('createSerialTerminal', () => {
  let desk: SerialDesk
  const charges = (request: CollectRequest): number => desk.pad.charges(toEcrReference(request.attemptID))

  beforeEach(async (context: TestContext) => {
    if (missing !== undefined) context.skip(missing)
    desk = await setUpSerialDesk({ padPace: { ...quickPad, presentMs: 20, workMs: 60 } })
  })
  afterEach(async () => {
    if (missing === undefined) await desk.stop()
  })

  it('finds no reader without a pad, and the pad once it is plugged in', async () => {
    await desk.pad.unplug()
    expect(await desk.terminal.discover(locationID)).toEqual({ ok: true, value: [] })
    await desk.pad.plugIn()
    expect(await desk.terminal.discover(locationID)).toMatchObject({
      ok: true,
      value: [{ driver: 'serial', isSimulated: false, link: 'not-connected', battery: null }],
    })
  })

  it('returns the card, and whether it was Interac, on an approval', async () => {
    await desk.connect()
    expect(await desk.terminal.collect(aPayment('visa'), quiet)).toEqual({
      outcome: 'approved',
      referenceID: 'A0000001',
      card: { cardType: 'visa', cardLastFour: '4242', isInterac: false },
    })
    desk.pad.nextCards('interac')
    expect(await desk.terminal.collect(aPayment('interac'), quiet)).toMatchObject({
      outcome: 'approved',
      card: { cardType: 'interac', isInterac: true },
    })
  })

  it('distinguishes an unread card, a refused one, and the cancel key', async () => {
    await desk.connect()
    desk.pad.nextCards('unreadable', 'decline', 'cancel-key')
    expect(await desk.terminal.collect(aPayment('unread'), quiet)).toEqual({
      outcome: 'declined',
      step: 'payment-method',
      code: '101',
      reason: 'CARD NOT READ',
    })
    expect(await desk.terminal.collect(aPayment('refused'), quiet)).toEqual({
      outcome: 'declined',
      step: 'process',
      code: '51',
      reason: 'INSUFFICIENT FUNDS',
    })
    expect(await desk.terminal.collect(aPayment('cancel-key'), quiet)).toEqual({ outcome: 'cancelled' })
  })

  it('refunds to the presented card on a refund request', async () => {
    await desk.connect()
    const refund = aPayment('refund', { kind: 'refund', amount: toMoney(2_500) })
    expect(await desk.terminal.collect(refund, quiet)).toMatchObject({ outcome: 'approved' })
    expect(desk.pad.totals()).toEqual({ count: 1, paid: 0, refunded: 2_500 })
  })

  it('starts nothing when the amount is 0 or too large for the pad', async () => {
    await desk.connect()
    for (const amount of [0, 100_000_000])
      expect(await desk.terminal.collect(aPayment('too-much', { amount: toMoney(amount) }), quiet)).toMatchObject({
        outcome: 'not-started',
        failure: { code: 'unavailable' },
      })
    expect(desk.pad.records()).toEqual([])
  })

  it('charges no other amount under the reference of an earlier attempt, and answers unknown', async () => {
    await desk.connect()
    const first = aPayment('same-reference')
    expect(await desk.terminal.collect(first, quiet)).toMatchObject({ outcome: 'approved' })
    expect(await desk.terminal.collect({ ...first, amount: toMoney(99) }, quiet)).toMatchObject({ outcome: 'unknown' })
    expect(charges(first)).toBe(1)
    expect(desk.pad.totals()).toEqual({ count: 1, paid: 125_000, refunded: 0 })
  })

  it('starts nothing under a reference that the pad stored with another amount for an earlier driver', async () => {
    await desk.connect()
    const first = aPayment('from-before')
    await desk.terminal.collect(first, quiet)
    await desk.terminal.close()
    const other = createSerialTerminal({ ...desk.parts, pace: quickPace })
    expect(await other.connect(locationID, desk.readerID)).toMatchObject({ ok: true })
    expect(await other.collect({ ...first, amount: toMoney(99) }, quiet)).toMatchObject({
      outcome: 'not-started',
      failure: { code: 'unavailable' },
    })
    // A repeat of the same attempt with the same amount receives the stored answer, even after a restart.
    expect(await other.collect(first, quiet)).toMatchObject({ outcome: 'approved', referenceID: 'A0000001' })
    expect(charges(first)).toBe(1)
    await other.close()
  })

  it('makes one payment for two simultaneous requests of the same attempt', async () => {
    await desk.connect()
    const request = aPayment('double-click')
    const [first, second] = await Promise.all([
      desk.terminal.collect(request, quiet),
      desk.terminal.collect(request, quiet),
    ])
    expect(first).toMatchObject({ outcome: 'approved' })
    expect(second).toEqual(first)
    expect(charges(request)).toBe(1)
  })

  it('does not stop a payment that the pad is processing', async () => {
    await desk.connect()
    const request = aPayment('too-late')
    const running = desk.terminal.collect(request, quiet)
    await becomes(desk, (status) => status.activity === 'processing')
    expect(await desk.terminal.cancel(request.attemptID)).toBe(false)
    expect(await running).toMatchObject({ outcome: 'approved' })
    expect(charges(request)).toBe(1)
  })

  it('finds out by inquiry what happened while the cable was unplugged', async () => {
    await desk.connect()
    const request = aPayment('unplugged')
    desk.pad.whenWorking(() => void desk.pad.unplug())
    expect(await desk.terminal.collect(request, quiet)).toMatchObject({ outcome: 'unknown' })
    expect(desk.terminal.status()).toMatchObject({ activity: 'idle' })
    expect(isLost(desk.terminal.status())).toBe(true)
    expect(await desk.terminal.inquire(request.attemptID)).toMatchObject({ outcome: 'cannot-say' })
    // The money might have moved, and a refusal now does not prove that no money moved.
    expect(await desk.terminal.collect(request, quiet)).toMatchObject({ outcome: 'unknown' })
    await desk.pad.plugIn()
    await desk.connected()
    const settled = async () => {
      let inquiry = await desk.terminal.inquire(request.attemptID)
      while (inquiry.outcome === 'in-progress') inquiry = await desk.terminal.inquire(request.attemptID)
      return inquiry
    }
    expect(await settled()).toMatchObject({ outcome: 'approved', referenceID: 'A0000001' })
    expect(charges(request)).toBe(1)
  })

  it('notices a silent pad that is plugged in, and reconnects to it', async () => {
    await desk.connect()
    desk.pad.setDeaf(true)
    await becomes(desk, isLost)
    expect(await desk.terminal.test()).toMatchObject({ ok: false, failure: { code: 'not-connected' } })
    desk.pad.setDeaf(false)
    await desk.connected()
    expect(await desk.terminal.test()).toMatchObject({ ok: true, value: { link: 'connected' } })
  })

  it('does not know the result when the pad falls silent during a payment', async () => {
    await desk.connect()
    const request = aPayment('silent')
    desk.pad.whenWorking(() => desk.pad.setDeaf(true))
    expect(await desk.terminal.collect(request, quiet)).toMatchObject({ outcome: 'unknown' })
  })

  it('does not answer not-started when the pad accepted the payment and its ACK was lost', async () => {
    const slow = await setUpSerialDesk({ padPace: { ...quickPad, workMs: 1_500 } })
    await slow.connect()
    slow.pad.setFrameAcksLost(true)
    const request = aPayment('ack-lost')
    expect(await slow.terminal.collect(request, quiet)).toMatchObject({ outcome: 'unknown' })
    slow.pad.setFrameAcksLost(false)
    await slow.connected()
    expect(await slow.terminal.inquire(request.attemptID)).toEqual({ outcome: 'in-progress' })
    // A repeated request begins no new payment: it receives the answer of the first request when the payment ends.
    expect(await slow.terminal.collect(request, quiet)).toMatchObject({ outcome: 'approved' })
    expect(slow.pad.totals()).toEqual({ count: 1, paid: 125_000, refunded: 0 })
    await slow.stop()
  })

  it('reports a lost connection when its process dies, and starts another process', async () => {
    await desk.connect()
    desk.pad.nextCards('never-present')
    const request = aPayment('crash')
    const running = desk.terminal.collect(request, quiet)
    await becomes(desk, (status) => status.activity === 'waiting-for-card')
    desk.process().kill()
    expect(await running).toMatchObject({ outcome: 'unknown' })
    expect(isLost(desk.terminal.status())).toBe(true)
    await desk.connected()
    expect(desk.started()).toBe(2)
    // If the pad still runs the payment that this desk began before the crash, the payment can still be stopped.
    const inquiry = await desk.terminal.inquire(request.attemptID)
    if (inquiry.outcome === 'in-progress') expect(await desk.terminal.cancel(request.attemptID)).toBe(true)
    else expect(inquiry.outcome).toBe('not-found')
    expect(charges(request)).toBe(0)
  })

  it('does not report a payment as not found when the pad at the port may be another one', async () => {
    expect(await desk.connect()).toBeUndefined()
    const request = aPayment('never-asked')
    expect(await desk.terminal.inquire(request.attemptID)).toEqual({ outcome: 'not-found' })
    const unnamed = await setUpSerialDesk({ isUnnamed: true })
    await unnamed.connect()
    expect(await unnamed.terminal.inquire(request.attemptID)).toMatchObject({ outcome: 'cannot-say' })
    expect(await unnamed.terminal.collect(request, quiet)).toMatchObject({ outcome: 'approved' })
    expect(await unnamed.terminal.inquire(request.attemptID), 'reports a payment of the pad').toMatchObject({
      outcome: 'approved',
    })
    await unnamed.stop()
  })

  it('keeps its pad when another pad is requested and cannot be found', async () => {
    await desk.connect()
    expect(await desk.terminal.connect(locationID, 'serial:/dev/none')).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    })
    expect(desk.terminal.status()).toMatchObject({ reader: { readerID: desk.readerID, link: 'connected' } })
  })

  it('waits for a card only until its deadline, and then stops the pad', async () => {
    const impatient = createSerialTerminal({ ...desk.parts, pace: { ...quickPace, collectMs: 150 } })
    expect(await impatient.connect(locationID, desk.readerID)).toMatchObject({ ok: true })
    desk.pad.nextCards('never-present')
    const request = aPayment('no-card')
    expect(await impatient.collect(request, quiet)).toMatchObject({ outcome: 'unknown' })
    const settled = async () => {
      let inquiry = await impatient.inquire(request.attemptID)
      while (inquiry.outcome === 'in-progress') inquiry = await impatient.inquire(request.attemptID)
      return inquiry
    }
    expect(await settled()).toEqual({ outcome: 'cancelled' })
    await impatient.close()
  })

  it('is busy when another program has the port', async () => {
    const other = createSerialTerminal({ ...desk.parts, pace: quickPace })
    await desk.connect()
    expect(await other.connect(locationID, desk.readerID)).toMatchObject({ ok: false, failure: { code: 'busy' } })
    await other.close()
  })

  it('is unavailable, with the reason, when its process cannot be started', async () => {
    const broken = createSerialTerminal({
      ...desk.parts,
      startProcess: () => {
        throw new Error('This build of Atrium lacks serial-port.worker.')
      },
    })
    expect(await broken.discover(locationID)).toEqual({
      ok: false,
      failure: { code: 'unavailable', reason: 'This build of Atrium lacks serial-port.worker.' },
    })
    await broken.close()
  })

  it('kills a process that does not answer', async () => {
    let kills = 0
    const hung = createSerialTerminal({
      ...desk.parts,
      pace: { ...quickPace, processMs: 20 },
      startProcess: () => ({
        send: quiet,
        onMessage: quiet,
        onExit: quiet,
        kill: () => {
          kills += 1
        },
      }),
    })
    expect(await hung.discover(locationID)).toMatchObject({ ok: false, failure: { code: 'unavailable' } })
    expect(kills).toBe(1)
    await hung.close()
  })
})

describe('a pseudo-terminal', () => {
  it('takes a payment, whichever program made the pseudo-terminal', async (context) => {
    if (missing !== undefined) context.skip(missing)
    for (const makerIndex of makers.keys()) {
      const desk = await setUpSerialDesk({ makerIndex })
      await desk.connect()
      expect(await desk.terminal.collect(aPayment('any-maker'), quiet)).toMatchObject({ outcome: 'approved' })
      await desk.stop()
    }
  })
})
