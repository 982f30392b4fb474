import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentView, RecordPaymentInput } from '#contract/payments/bridge.ts'
import { type PaymentAttempt, toModalState } from '#domain/payments/payment-attempt.ts'
import { type AttemptID, attemptIDSchema } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
const today = toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date

describe('money at the desk, over the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  let otherDesk: AppUnderTest
  /** Studies without a payment, one for each test. */
  let unpaid: PaymentView['study'][]

  const signIn = async (app: AppUnderTest, who: string) => {
    await app.until('it is online', async () => (await app.get('connectivity', 'read', {})).state === 'online')
    await app.signIn(who)
  }

  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
    desk = await startApp({ backOfficeUrl: backOffice.url })
    otherDesk = await startApp({ backOfficeUrl: backOffice.url })
    await signIn(desk, 'frontdesk@demo.atrium')
    await signIn(otherDesk, 'sales@demo.atrium')
    const days = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((days) =>
        desk.get('booking', 'readDay', { locationID, date: addDays(today, days) }),
      ),
    )
    unpaid = days
      .flatMap(({ entries }) => entries.flatMap(({ study }) => (study === null ? [] : [study])))
      .filter((study) => study.balance >= 1000 && study.paymentAmount === 0 && !study.temporaryHold)
    expect(unpaid.length).toBeGreaterThan(8)
    await desk.get('terminal', 'connect', { locationID, readerID: 'simulated-1' })
    await otherDesk.get('terminal', 'connect', { locationID, readerID: 'simulated-2' })
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await otherDesk?.stop()
    await backOffice?.stop()
  })

  const takeStudy = () => {
    const study = unpaid.pop()
    if (study === undefined) throw new Error('no unpaid study is left')
    return study
  }
  const read = (studyID: PaymentView['study']['studyID'], app = desk) => app.get('payments', 'read', { studyID })
  const tender = (study: PaymentView['study'], overrides: Partial<RecordPaymentInput> = {}): RecordPaymentInput => ({
    studyID: study.studyID,
    paymentType: 'cash',
    amount: 100,
    referenceID: '',
    giftCardNumber: '',
    invoicePayer: null,
    isInvoiceTotal: false,
    idempotencyKey: randomUUID(),
    ...overrides,
  })
  const newAttempt = (): AttemptID => attemptIDSchema.parse(randomUUID())
  const next = (outcome: string) => desk.get('terminal', 'setSimulatedOutcome', { outcome })
  const charge = async (study: PaymentView['study'], amount: number) => {
    const attemptID = newAttempt()
    await desk.get('payments', 'startAttempt', { attemptID, studyID: study.studyID, amount, through: 'terminal' })
    return attemptID
  }
  const heardOf = (attemptID: AttemptID): readonly PaymentAttempt[] =>
    desk.heard('payments.attemptChanged').filter((attempt) => attempt.attemptID === attemptID)
  const ended = (attemptID: AttemptID) =>
    desk.until('the attempt ended', () =>
      heardOf(attemptID).find((attempt) => ['successful', 'unsuccessful'].includes(toModalState(attempt))),
    )

  it('records cash, and another desk receives the event', async () => {
    const study = takeStudy()
    await read(study.studyID, otherDesk)
    expect(await desk.ask('payments', 'record', tender(study))).toMatchObject({ ok: true, value: { kind: 'recorded' } })
    const view = await read(study.studyID)
    expect(view.payments).toMatchObject({ paid: 100, totalBalance: study.balance - 100 })
    expect(view.study.balance).toBe(study.balance - 100)
    await otherDesk.until('the other desk hears of it', () =>
      otherDesk.heard('payments.changed').some(({ studyID }) => studyID === study.studyID),
    )
  })

  it('charges a card on the reader, step by step, as one transaction', async () => {
    const study = takeStudy()
    const attemptID = await charge(study, 250)
    expect(await ended(attemptID)).toMatchObject({ state: 'succeeded', failure: null })
    expect(heardOf(attemptID).map(toModalState)).toEqual(
      expect.arrayContaining(['handOff', 'processingPayment', 'successful']),
    )
    const { payments, attempts } = await read(study.studyID)
    expect(payments.transactions).toMatchObject([{ amount: 250, paymentType: 'physicalTerminal' }])
    expect(payments).toMatchObject({ paid: 250, openAttempts: [] })
    expect(attempts).toEqual([])
    expect(await desk.get('terminal', 'read', {})).toMatchObject({ activity: 'idle', problem: null })
  })

  it('records nothing for a declined card, and the next try once', async () => {
    const study = takeStudy()
    await next('insufficient-funds')
    const declined = await ended(await charge(study, 250))
    expect(declined.state).toBe('declined')
    expect(declined.failure?.message).toMatch(/^Process Payment Result Error: /)
    expect((await read(study.studyID)).payments).toMatchObject({ paid: 0, transactions: [] })
    expect((await ended(await charge(study, 250))).state).toBe('succeeded')
    expect((await read(study.studyID)).payments.transactions).toHaveLength(1)
  })

  it.each([['reply-lost'], ['disconnect-after-charge']])(
    'finds out whether the card was charged when the simulated reader is set to %s',
    async (outcome) => {
      const study = takeStudy()
      await next(outcome)
      expect(await ended(await charge(study, 250))).toMatchObject({ state: 'succeeded' })
      expect((await read(study.studyID)).payments).toMatchObject({ paid: 250 })
      await desk.until(
        'the reader is back',
        async () => (await desk.get('terminal', 'read', {})).current?.link === 'connected',
      )
    },
  )

  it('lets another desk record a payment only after the card payment was cancelled', async () => {
    const study = takeStudy()
    await next('never-present')
    const attemptID = await charge(study, 250)
    await desk.until(
      'the reader waits',
      async () => (await desk.get('terminal', 'read', {})).activity === 'waiting-for-card',
    )
    expect(await otherDesk.ask('payments', 'record', tender(study))).toMatchObject({
      failure: { code: 'payment-in-progress' },
    })
    await desk.get('payments', 'cancelAttempt', { attemptID })
    expect(await ended(attemptID)).toMatchObject({ state: 'cancelled', transactionID: null })
    expect(await otherDesk.ask('payments', 'record', tender(study))).toMatchObject({ ok: true })
  })

  it('refunds an Interac payment only with the card present', async () => {
    const study = takeStudy()
    await next('interac')
    const paid = await ended(await charge(study, 250))
    const transactionID = paid.transactionID
    if (transactionID === null) throw new Error('The payment made no transaction')
    const refund = { studyID: study.studyID, transactionID, amount: 250, memo: 'Asked for' }
    const refused = await desk.ask('payments', 'refund', {
      ...refund,
      externalRefund: false,
      idempotencyKey: randomUUID(),
    })
    expect(refused).toMatchObject({ failure: { code: 'interac-needs-card' } })
    const attemptID = newAttempt()
    await desk.get('payments', 'startRefund', { attemptID, ...refund })
    expect(await ended(attemptID)).toMatchObject({ kind: 'refund', state: 'succeeded' })
    expect((await read(study.studyID)).payments).toMatchObject({ paid: 0, totalBalance: study.balance })
  })

  it('charges a test card in the card fields', async () => {
    const study = takeStudy()
    const attemptID = newAttempt()
    const { studyID } = study
    await desk.get('payments', 'startAttempt', { attemptID, studyID, amount: 250, through: 'card-fields' })
    await desk.until('it is registered', () => heardOf(attemptID).some(({ intentID }) => intentID !== null))
    await desk.get('payments', 'cardFieldsDone', { attemptID, testPaymentMethod: 'pm_card_visa' })
    expect(await ended(attemptID)).toMatchObject({ state: 'succeeded' })
    expect((await read(studyID)).payments.transactions).toMatchObject([{ paymentType: 'card', amount: 250 }])
  })

  it('keeps cash while the back office is unreachable, refuses a card, and records the cash once afterwards', async () => {
    const study = takeStudy()
    await read(study.studyID)
    await backOffice.stop()
    await desk.until('it is offline', async () => (await desk.get('connectivity', 'read', {})).state === 'offline')
    expect(await desk.ask('payments', 'record', tender(study, { amount: 75 }))).toMatchObject({
      ok: true,
      value: { kind: 'provisional' },
    })
    const card = { attemptID: newAttempt(), studyID: study.studyID, amount: 10, through: 'terminal' } as const
    expect(await desk.ask('payments', 'startAttempt', card)).toMatchObject({ failure: { code: 'offline' } })
    await backOffice.start()
    const view = await desk.until('it is recorded', async () => {
      const reply = await desk.ask('payments', 'read', { studyID: study.studyID })
      return reply.ok && reply.value.provisional.length === 0 ? reply.value : null
    })
    expect(view.payments.transactions).toMatchObject([{ paymentType: 'cash', amount: 75 }])
  })
})
