import { describe, expect, it } from 'vitest'
import type { PaymentView, RecordPaymentInput } from '#contract/payments/bridge.ts'
import { type FailureCode, fail, type Reply } from '#contract/reply.ts'
import type { AttemptID, TransactionID } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { NoticeToast } from '#renderer/kit/notices.ts'
import { paymentPanelWords } from '#renderer/payments/inside/payment-panel-words.ts'
import { createPaymentDesk } from '#renderer/payments/payment-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const cash: Omit<RecordPaymentInput, 'studyID' | 'idempotencyKey'> = {
  paymentType: 'cash',
  amount: 100,
  referenceID: '',
  giftCardNumber: '',
  invoicePayer: null,
  isInvoiceTotal: false,
}

const started = async () => {
  const { bridge, controls } = createFakeBridge({
    signedInAs: 'frontdesk',
    now: () => Date.parse('2026-11-23T16:00:00Z'),
  })
  const study = controls.clinic.studies.find(
    ({ locationID, booking }) => locationID === ('ca-bc-1' as LocationID) && (booking?.utcStart ?? '') > '2026-11-24',
  )
  if (study === undefined) throw new Error('The fictional clinic has no study.')
  const { studyID } = study
  const shownTitles: string[] = []
  const descriptions: (string | undefined)[] = []
  const say = (notice: NoticeToast | string): string => {
    shownTitles.push(typeof notice === 'string' ? notice : notice.title)
    if (typeof notice !== 'string') descriptions.push(notice.description)
    return ''
  }
  const drafts = createDrafts(bridge)
  let keys = 0
  const open = async () => {
    const desk = createPaymentDesk({
      bridge,
      drafts,
      notices: { success: say, warning: say, error: say, close: () => undefined },
      studyID,
      newKey: () => {
        keys += 1
        return `test-key-${keys}`
      },
    })
    await desk.store.getState().load()
    return desk
  }
  const desk = await open()
  const keysSent = (): string[] =>
    controls.calls
      .filter(({ command }) => command === 'payments.record')
      .map(({ input }) => (input as RecordPaymentInput).idempotencyKey)
  const view = (): PaymentView => {
    const read = desk.store.getState().view
    if (read.kind !== 'ready') throw new Error(`The view is ${read.kind}.`)
    return read.value
  }
  return { bridge, controls, desk, studyID, shownTitles, descriptions, open, keysSent, view }
}

const failing = (code: FailureCode): Reply<never> => fail(code, 'No.')

const firstOf = ({ payments }: PaymentView): TransactionID => {
  const [newest] = payments.transactions
  if (newest === undefined) throw new Error('The ledger is empty.')
  return newest.transactionID
}

describe('createPaymentDesk', () => {
  it('shows that an adjustment failed', async () => {
    const { desk, controls } = await started()
    controls.failNext('payments.reconcile', fail('insufficient-permissions', 'You may not do this.'))
    expect(await desk.store.getState().reconcile({ amount: -5, classification: 'other', reason: 'Rounding' })).toBe(
      false,
    )
    expect(desk.store.getState().problem).toMatchObject({ title: 'Adjustment failed' })
  })

  it('shows that the possible invoice payers could not be read, and retries', async () => {
    const { desk, controls, shownTitles } = await started()
    controls.failNext('payments.readPractitioners', failing('offline'))
    await desk.store.getState().readPractitioners()
    expect(shownTitles).toEqual(["Error loading the invoice payer's name."])
    await desk.store.getState().readPractitioners()
    expect(desk.store.getState().practitioners.kind).toBe('ready')
  })

  it('repeats the same key after a lost answer, and freezes the form until the retry succeeds', async () => {
    const { desk, controls, keysSent, view } = await started()
    const { store } = desk
    store.getState().update('payment', { amount: '100.00' })
    controls.failNext('payments.record', failing('disconnected'))
    expect(await store.getState().pay(cash, 'Cash')).toBe(false)
    expect(store.getState().commits.payment).toBe('unknown')
    store.getState().update('payment', { amount: '999.00' })
    expect(store.getState().forms.payment.amount).toBe('100.00')
    await new Promise((done) => setTimeout(done, 750))
    expect(await store.getState().pay(cash, 'Cash')).toBe(true)
    expect(keysSent()).toEqual(['test-key-1', 'test-key-1'])
    expect(view().payments.paid).toBe(100)
  })

  it('remembers an unanswered request when the page is opened again', async () => {
    const { desk, controls, open, keysSent } = await started()
    desk.store.getState().update('payment', { amount: '100.00', paymentType: 'cash' })
    controls.failNext('payments.record', failing('disconnected'))
    await desk.store.getState().pay(cash, 'Cash')
    const again = await open()
    expect(again.store.getState().commits.payment).toBe('unknown')
    expect(again.store.getState().forms.payment.amount).toBe('100.00')
    await again.store.getState().pay(cash, 'Cash')
    expect(keysSent()).toEqual(['test-key-1', 'test-key-1'])
  })

  it.each(['processor-unavailable', 'payment-unknown', 'timed-out'] as const)(
    'retries a refund under its first key with a frozen form until the result is known, after %s',
    async (code) => {
      const { desk, controls, studyID, shownTitles, view } = await started()
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 100 })
      const { store } = desk
      await store.getState().load()
      const transactionID = firstOf(view())
      store.getState().update('refund', { transactionID, amount: '40.00', memo: 'Asked for' })
      const refund = { transactionID, amount: 40, memo: 'Asked for', externalRefund: true }
      controls.failNext('payments.refund', failing(code))
      expect(await store.getState().refund(refund, '40 refunded')).toBe(false)
      expect(store.getState().commits.refund).toBe('unknown')
      store.getState().update('refund', { amount: '99.00' })
      expect(store.getState().forms.refund.amount).toBe('40.00')
      await new Promise((done) => setTimeout(done, 750))
      expect(await store.getState().refund(refund, '40 refunded')).toBe(true)
      const keys = controls.calls
        .filter(({ command }) => command === 'payments.refund')
        .map(({ input }) => (input as { readonly idempotencyKey: string }).idempotencyKey)
      expect(keys).toEqual(['test-key-1', 'test-key-1'])
      expect(shownTitles).toContain('40 refunded')
    },
  )

  it('shows the server’s text about the change that made the refund stale', async () => {
    const { desk, controls, studyID, view } = await started()
    controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 100 })
    await desk.store.getState().load()
    const transactionID = firstOf(view())
    controls.failNext('payments.refund', fail('stale', 'A refund of $40.00 was just recorded.'))
    await desk.store.getState().refund({ transactionID, amount: 40, memo: 'Why', externalRefund: true }, 'Done')
    expect(desk.store.getState().problem?.text).toBe('A refund of $40.00 was just recorded.')
  })

  it('uses a new key after a refusal, and the same key if nothing was sent', async () => {
    const { desk, controls, keysSent } = await started()
    for (const code of ['offline', 'amount-above-balance'] as const) {
      controls.failNext('payments.record', failing(code))
      await desk.store.getState().pay(cash, 'Cash')
      expect(desk.store.getState().problem?.title).toBe('Payment Error')
      expect(desk.store.getState().commits.payment).toBe('idle')
      await new Promise((done) => setTimeout(done, 750))
    }
    await desk.store.getState().pay(cash, 'Cash')
    expect(keysSent()).toEqual(['test-key-1', 'test-key-1', 'test-key-2'])
  })

  it('keeps a payment with an unknown result frozen under its key while later tries are not sent', async () => {
    const { desk, controls, keysSent } = await started()
    const { store } = desk
    store.getState().update('payment', { amount: '100.00' })
    for (const code of ['answer-withheld', 'offline', 'not-sent', 'signed-out'] as const) {
      controls.failNext('payments.record', failing(code))
      expect(await store.getState().pay(cash, 'Cash')).toBe(false)
      expect(store.getState()).toMatchObject({ commits: { payment: 'unknown' }, problem: null })
      await new Promise((done) => setTimeout(done, 750))
    }
    expect(await store.getState().pay(cash, 'Cash')).toBe(true)
    expect(keysSent()).toEqual(['test-key-1', 'test-key-1', 'test-key-1', 'test-key-1', 'test-key-1'])
  })

  it('ignores the second press of a double click, also just after the payment is recorded', async () => {
    const { desk, keysSent } = await started()
    const { pay } = desk.store.getState()
    await Promise.all([pay(cash, 'Cash'), pay(cash, 'Cash')])
    await pay(cash, 'Cash')
    expect(keysSent()).toHaveLength(1)
    expect(desk.store.getState().recorded).toBe('CA$100.00 cash')
  })

  it('shows the later of two reads of the ledger, even if the reply to the earlier one arrives last', async () => {
    const { bridge, desk, controls, studyID, view } = await started()
    const slow = bridge.payments.read
    let release = (): void => undefined
    const held = new Promise<void>((done) => {
      release = done
    })
    Object.assign(bridge.payments, {
      read: async (input: Parameters<typeof slow>[0]) => {
        const reply = await slow(input)
        await held
        return reply
      },
    })
    const first = desk.store.getState().load()
    controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 40 })
    Object.assign(bridge.payments, { read: slow })
    await desk.store.getState().load()
    release()
    await first
    expect(view().payments.paid).toBe(40)
  })

  it('stores no text with a card number in the draft', async () => {
    const { bridge, desk, studyID } = await started()
    desk.store.getState().update('payment', { referenceID: '4242 4242 4242 4242', amount: '5' })
    await new Promise((done) => setTimeout(done, 350))
    const draft = await bridge.drafts.read({ draftID: `payment:${studyID}` })
    expect(JSON.stringify(draft)).toContain('"amount":"5"')
    expect(JSON.stringify(draft)).not.toContain('4242')
  })

  it('reports that a payment turned a temporary hold into a booking', async () => {
    const { desk, controls, studyID, shownTitles } = await started()
    const study = controls.clinic.studies.find((each) => each.studyID === studyID)
    Object.assign(study ?? {}, { temporaryHold: true })
    await desk.store.getState().load()
    await desk.store.getState().pay({ ...cash, amount: 2499 }, 'Cash')
    expect(shownTitles).toContain('Temporary Hold has been updated')
  })

  it('reports once that a temporary hold became a booking when a card or another desk paid it', async () => {
    const { desk, controls, studyID, shownTitles } = await started()
    const study = controls.clinic.studies.find((each) => each.studyID === studyID)
    Object.assign(study ?? {}, { temporaryHold: true })
    await desk.store.getState().load()
    controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'physicalTerminal', amount: 2499 })
    await desk.store.getState().load()
    await desk.store.getState().load()
    expect(shownTitles.filter((words) => words === 'Temporary Hold has been updated')).toHaveLength(1)
  })

  it('asks the back office about another desk’s card payment, and reports that it has not ended', async () => {
    const { bridge, desk, controls, studyID, shownTitles } = await started()
    const attemptID = 'attempt-elsewhere' as AttemptID
    Object.assign(bridge.payments, { checkAttempt: async () => fail('not-found', 'Not known here.') })
    controls.payments.ledger.attemptsOfOthers.set(studyID, [
      { attemptID, kind: 'payment', amount: 10, since: toInstant(0), by: 'Bo', driver: 'simulated' },
    ])
    await desk.store.getState().checkAttempt(attemptID)
    expect(controls.calls).toContainEqual({ command: 'payments.checkOpenAttempt', input: { studyID, attemptID } })
    expect(shownTitles).toContain(paymentPanelWords.done.notEnded)
    controls.payments.ledger.attemptsOfOthers.delete(studyID)
    controls.failNext('payments.checkOpenAttempt', failing('processor-unavailable'))
    await desk.store.getState().checkAttempt(attemptID)
    expect(desk.store.getState().problem?.text).toBe('No.')
  })

  it('resends an invoice under the same key if the first email may have gone out, and shows the back office’s text', async () => {
    const { desk, controls, descriptions } = await started()
    controls.failNext('payments.emailInvoice', fail('mail-failed', 'It may have gone.'))
    expect(await desk.store.getState().emailInvoice()).toBe(false)
    expect(descriptions).toContain('It may have gone.')
    await new Promise((done) => setTimeout(done, 750))
    expect(await desk.store.getState().emailInvoice()).toBe(true)
    await new Promise((done) => setTimeout(done, 750))
    await desk.store.getState().emailInvoice()
    const keys = controls.calls
      .filter(({ command }) => command === 'payments.emailInvoice')
      .map(({ input }) => (input as { readonly idempotencyKey: string }).idempotencyKey)
    expect(keys).toEqual(['test-key-1', 'test-key-1', 'test-key-2'])
  })

  it('names the recorded amount if it differs from the one shown', async () => {
    const { bridge, desk, shownTitles } = await started()
    const { record } = bridge.payments
    Object.assign(bridge.payments, {
      record: (input: RecordPaymentInput) => record({ ...input, amount: 60 }),
    })
    expect(await desk.store.getState().pay(cash, 'CA$100.00 cash')).toBe(true)
    expect(shownTitles).toContain('CA$60.00 cash recorded')
    expect(desk.store.getState().recorded).toBe('CA$60.00 cash')
  })

  it("takes cash offline with this workstation's copy of the study, without the ledger", async () => {
    const { desk, controls, open, view } = await started()
    controls.setConnectivity({ state: 'offline' })
    const opened = await open()
    expect(opened.store.getState().isWithoutLedger).toBe(true)
    expect(await opened.store.getState().pay(cash, 'Cash')).toBe(true)
    const read = opened.store.getState().view
    expect(read.kind === 'ready' && read.value.provisional.map(({ amount }) => amount)).toEqual([100])
    const again = await open()
    const reopened = again.store.getState().view
    expect(reopened.kind === 'ready' && reopened.value.provisional.map(({ amount }) => amount)).toEqual([100])
    controls.setConnectivity({ state: 'online' })
    await desk.store.getState().load()
    expect(view().provisional).toHaveLength(1)
  })
})
