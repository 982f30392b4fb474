import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentAttempt, toModalState } from '#domain/payments/payment-attempt.ts'
import { attemptIDSchema } from '#domain/payments/transaction.ts'
import type { Study } from '#domain/study/study.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { locationID, monday } from '../../contract/desk/desk-work.ts'

describe('a card payment whose answer is lost, with the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  /** Studies without a payment, one for each test. */
  let unpaid: Study[]

  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
    desk = await startApp({ backOfficeUrl: backOffice.url })
    await desk.until('it is online', async () => (await desk.get('connectivity', 'read', {})).state === 'online')
    await desk.signIn('frontdesk@demo.atrium')
    const days = await Promise.all(
      [0, 1, 2, 3, 4].map((day) => desk.get('booking', 'readDay', { locationID, date: addDays(monday, day) })),
    )
    unpaid = days
      .flatMap(({ entries }) => entries.flatMap(({ study }) => (study === null ? [] : [study])))
      .filter((study) => study.balance >= 1000 && study.paymentAmount === 0 && !study.temporaryHold)
    await desk.get('terminal', 'connect', { locationID, readerID: 'simulated-1' })
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await backOffice?.stop()
  })

  const charge = async ({ studyID }: Study): Promise<PaymentAttempt> => {
    const attemptID = attemptIDSchema.parse(randomUUID())
    await desk.get('payments', 'startAttempt', { attemptID, studyID, amount: 250, through: 'terminal' })
    return await desk.until('the attempt ended', () =>
      desk
        .eventsOf('payments.attemptChanged')
        .find((one) => one.attemptID === attemptID && ['successful', 'unsuccessful'].includes(toModalState(one))),
    )
  }

  it.each([['reply-lost'], ['disconnect-after-charge']])(
    'finds out whether the card was charged when the simulated reader is set to %s',
    async (outcome) => {
      const study = unpaid.pop() ?? expect.fail('The demo has too few unpaid studies next week')
      await desk.get('terminal', 'setSimulatedOutcome', { outcome })
      expect(await charge(study)).toMatchObject({ state: 'succeeded' })
      const { payments } = await desk.get('payments', 'read', { studyID: study.studyID })
      expect(payments).toMatchObject({ paid: 250, transactions: [{ paymentType: 'physicalTerminal' }] })
      await desk.until(
        'the reader is back',
        async () => (await desk.get('terminal', 'read', {})).current?.link === 'connected',
      )
    },
  )
})
