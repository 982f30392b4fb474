import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import {
  type AccountName,
  accounts,
  anAttemptRow,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { createPaymentActs, fillMoney, moneyClinic, refusalOf } from './money-clinic.ts'

const cashiers: readonly AccountName[] = ['frontdesk', 'sales', 'admin', 'oneLocation']

/** The contract of every back office for payments without a card, over HTTP and on each database. */
export const describePayments = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`money at the back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createPaymentActs>
    beforeAll(async () => {
      office = await runBackOffice(engine, { reconciliation: true })
      await fillMoney(office)
      desk = createPaymentActs(office)
    })
    afterAll(async () => {
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const balanceOf = async (studyID: string) => (await desk.agreed(studyID)).totalBalance

    describe('a read of the ledger', () => {
      it('returns an empty ledger that matches the contract’s schema', async () => {
        const id = await desk.newStudy()
        expect(await desk.agreed(id)).toMatchObject({
          currency: 'CAD',
          skuName: 'Whole body',
          price: 2495,
          totalBalance: 2495,
          overpaid: 0,
          availableCredits: 0,
          ownReferralCode: expect.stringMatching(/^[A-Z0-9]{8}$/),
          referralDiscount: 100,
          referralNotice: null,
          transactions: [],
          openAttempts: [],
          mayReconcile: false,
          mayUseOpenPromos: true,
        })
      })

      it('returns a transaction by its id, and by its type in lower case', async () => {
        const id = await desk.newStudy()
        const missing = await desk.ask('readTransactionOfType', { params: { studyId: id, transactionType: 'payment' } })
        expect(refusalOf(missing)).toEqual([404, 'not-found'])
        const paid = (await desk.cash(id, 10)).body.transaction
        await desk.promoOn(id, 'FIXED')
        const { body } = await desk.ask('readTransaction', { params: { transactionID: paid.transactionID } })
        expect(backOfficeRoutes.readTransaction.answer.parse(body)).toEqual(paid)
        const found = await desk.ask('readTransactionOfType', { params: { studyId: id, transactionType: 'discount' } })
        expect(found.body).toMatchObject({ transactionType: 'Discount', amount: 100 })
        const unknown = await desk.ask('readTransaction', { params: { transactionID: 't-nothing' } })
        expect(refusalOf(unknown)).toEqual([404, 'not-found'])
      })

      it('shows a member their own ledger without the clinic’s notes, and no other ledger', async () => {
        const params = { studyId: clinic.homeStudy }
        const own = await desk.ask('readOnlineBookingPayments', { params }, 'member')
        expect(backOfficeRoutes.readOnlineBookingPayments.answer.parse(own.body)).toEqual(own.body)
        expect(own.body).toMatchObject({ mayReconcile: false, mayUseOpenPromos: false })
        const other = { params: { studyId: clinic.elsewhereStudy } }
        expect(refusalOf(await desk.ask('readOnlineBookingPayments', other, 'member'))).toEqual([404, 'not-found'])
        expect(refusalOf(await desk.ask('readPayments', { params }, 'member'))[0]).toBe(403)
      })

      it('makes the invoice of the current ledger', async () => {
        const id = await desk.newStudy()
        await desk.promoOn(id, 'FIXED')
        const paid = await desk.pay(id, {
          paymentType: 'invoice',
          amount: 2395,
          referenceID: 'INV-7',
          invoicePayer: clinic.practitioner,
        })
        expect(paid.status).toBe(200)
        const { body } = await desk.ask('readInvoice', { params: { studyId: id } })
        expect(backOfficeRoutes.readInvoice.answer.parse(body)).toEqual(body)
        expect(body).toMatchObject({
          invoiceNumber: `BC1-${id}`,
          invoicePayer: 'Dr. Élodie Marchand',
          discounts: [{ description: 'Promo code: FIXED', amount: 100 }],
          totals: { totalPrice: 2495, discounts: 100, paid: 2395, totalBalance: 0 },
          isAvailable: true,
        })
      })
    })

    describe('recording', () => {
      it('accepts partial payments until nothing is owed, and then sets the paid time', async () => {
        const id = await desk.newStudy()
        const part = await desk.cash(id, 1000.1)
        expect(backOfficeRoutes.recordPayment.answer.parse(part.body)).toEqual(part.body)
        expect(part.body).toMatchObject({
          code: 200,
          paidStatus: false,
          paidTime: null,
          temporaryHoldConverted: false,
          redirect: null,
          automaticallyIssued: false,
          transaction: {
            processedBy: 'u-frontdesk',
            processedByPII: 'Robin frontdesk',
            status: 'Complete',
            sku: 300,
            timezone: 'America/Vancouver',
          },
          study: { balance: 1494.9, paymentAmount: 1000.1 },
        })
        const rest = await desk.pay(id, { paymentType: 'cheque', amount: 1494.9, referenceID: ' 1001 ' })
        expect(rest.body).toMatchObject({ paidStatus: true, paidTime: office.now(), study: { status: { paid: true } } })
        expect(rest.body.transaction.details.referenceID).toBe('1001')
        expect(refusalOf(await desk.cash(id, 0.01))).toEqual([409, 'amount-above-balance', 'amount'])
        expect(await desk.agreed(id)).toMatchObject({ paid: 2495, totalBalance: 0, overpaid: 0 })
      })

      it.each<[string, object, readonly unknown[]]>([
        ['above the amount owed', { paymentType: 'cash', amount: 2495.01 }, [409, 'amount-above-balance', 'amount']],
        ['of 0', { paymentType: 'cash', amount: 0 }, [400, 'invalid-input', 'payment.amount']],
        ['below 0', { paymentType: 'cash', amount: -1 }, [400, 'invalid-input', 'payment.amount']],
        ['with three decimals', { paymentType: 'cash', amount: 1.001 }, [400, 'invalid-input', 'payment.amount']],
        ['of 1e21', { paymentType: 'cash', amount: 1e21 }, [400, 'invalid-input', 'payment.amount']],
        ['of NaN', { paymentType: 'cash', amount: Number.NaN }, [400, 'invalid-input', 'payment.amount']],
        ['without its Cheque #', { paymentType: 'cheque', amount: 1 }, [400, 'invalid-input', 'referenceID']],
        [
          'with a card number as reference',
          { paymentType: 'clinic', amount: 1, referenceID: '4242 4242 4242 4242' },
          [400, 'invalid-input', 'referenceID'],
        ],
        [
          'with a card number in its memo',
          { paymentType: 'cash', amount: 1, memo: 'card 4242424242424242' },
          [400, 'invalid-input', 'memo'],
        ],
        ['of the type finance', { paymentType: 'finance', amount: 1 }, [400, 'invalid-input', 'paymentType']],
        ['of the type promocode', { paymentType: 'promocode', amount: 1 }, [400, 'invalid-input', 'paymentType']],
        [
          'by a lender that is not offered here',
          { paymentType: 'externalLender', amount: 1, referenceID: 'x' },
          [400, 'invalid-input', 'paymentType'],
        ],
        [
          'for an unknown payer',
          { paymentType: 'invoice', amount: 2495, referenceID: 'x', invoicePayer: 'p-nobody' },
          [400, 'invalid-input', 'invoicePayer'],
        ],
        [
          'with credits that the member does not have',
          { paymentType: 'referralCredit', amount: 1 },
          [409, 'not-enough-credits', 'amount'],
        ],
        [
          'with an unknown gift card number',
          { paymentType: 'giftCertificateIntegrated', amount: 1, giftCardNumber: 'NONE' },
          [409, 'gift-card-not-valid', 'giftCardNumber'],
        ],
        [
          'with a gift card of another currency',
          { paymentType: 'giftCertificateIntegrated', amount: 1, giftCardNumber: moneyClinic.foreignGiftCard },
          [409, 'gift-card-not-valid', 'giftCardNumber'],
        ],
        [
          'with an empty gift card',
          { paymentType: 'giftCertificateIntegrated', amount: 1, giftCardNumber: moneyClinic.emptyGiftCard },
          [409, 'gift-card-not-valid', 'giftCardNumber'],
        ],
        [
          'above the balance of a gift card',
          { paymentType: 'giftCertificateIntegrated', amount: 500.01, giftCardNumber: moneyClinic.giftCard },
          [409, 'gift-card-not-valid', 'giftCardNumber'],
        ],
      ])('refuses a payment %s, and writes nothing', async (_what, payment, refused) => {
        const id = await desk.newStudy()
        expect(refusalOf(await desk.pay(id, payment))).toEqual(refused)
        expect(await desk.agreed(id)).toMatchObject({ transactions: [], ledgerVersion: 0 })
      })

      it('refuses a payment without an appointment, for a cancelled study, or while a card is charged', async () => {
        const free = {
          starts_at: null,
          ends_at: null,
          wall_time: null,
          timezone: null,
          machine_id: null,
          event_id: null,
        }
        const without = await desk.cash(await desk.newStudy(free), 1)
        expect(refusalOf(without)).toEqual([409, 'location-and-time-missing'])
        expect(without.body.message).toBe(paymentMessages.missingLocationAndTime)
        const cancelled = await desk.newStudy({ ...free, cancelled: 1 })
        expect(refusalOf(await desk.cash(cancelled, 1))).toEqual([409, 'already-cancelled'])
        const charging = await desk.newStudy()
        await openAttemptOn(charging)
        for (const answer of [
          await desk.cash(charging, 1),
          await desk.promoOn(charging, 'FIXED'),
          await desk.referral(charging, moneyClinic.friendsCode),
        ]) {
          expect(refusalOf(answer)).toEqual([409, 'payment-in-progress'])
        }
        expect((await desk.agreed(charging)).openAttempts).toMatchObject([{ amount: 10, by: 'Robin Frost' }])
      })

      it('bills the whole balance, and refuses a caller who saw another amount', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 95)
        const seenBefore = await desk.pay(id, { paymentType: 'invoice', amount: 2495, referenceID: 'INV-1' })
        expect([...refusalOf(seenBefore), seenBefore.body.message]).toEqual([
          409,
          'amount-above-balance',
          'amount',
          'The balance changed to CA$2,400.00. Check the amount and try again.',
        ])
        await desk.refund(id, (await desk.agreed(id)).transactions[0]?.transactionID ?? '', { amount: 95 })
        expect(refusalOf(await desk.pay(id, { paymentType: 'invoice', amount: 2400, referenceID: 'INV-1' }))).toEqual([
          409,
          'amount-above-balance',
          'amount',
        ])
        const bill = await desk.pay(id, { paymentType: 'invoice', amount: 2495, referenceID: 'INV-1' })
        expect(bill.body).toMatchObject({ transaction: { amount: 2495 }, paidStatus: true, automaticallyIssued: false })
        expect(bill.body.transaction.steps.issued.isDone).toBe(false)
      })

      it('issues an invoice for the whole balance at whitelabel locations only', async () => {
        const id = await desk.newStudy({ location_id: moneyClinic.whitelabel })
        const billed = await desk.ask('recordWhitelabelPayment', { params: { studyId: id }, body: {} })
        expect(backOfficeRoutes.recordWhitelabelPayment.answer.parse(billed.body)).toEqual(billed.body)
        expect(billed.body).toMatchObject({
          automaticallyIssued: true,
          paidStatus: true,
          transaction: { amount: 2495, paymentType: 'invoice', details: { referenceID: `WL-${id}` } },
        })
        expect(billed.body.transaction.steps.issued.isDone).toBe(true)
        const elsewhere = { params: { studyId: await desk.newStudy() }, body: {} }
        expect(refusalOf(await desk.ask('recordWhitelabelPayment', elsewhere))).toEqual([409, 'step-not-allowed'])
      })

      it('accepts the external lender where the location has it and the member lives in the United States', async () => {
        const id = await desk.newStudy({ location_id: moneyClinic.lender })
        const payment = { paymentType: 'externalLender', amount: 5, referenceID: 'C-1' }
        expect(refusalOf(await desk.pay(id, payment))).toEqual([400, 'invalid-input', 'paymentType'])
        const { patient_id } = await desk.rowOf(id)
        await office.db.updateTable('member').set({ country: 'US' }).where('patient_id', '=', patient_id).execute()
        expect((await desk.pay(id, payment)).body.transaction).toMatchObject({ currency: 'USD', amount: 5 })
      })

      it('stores the time at which cash was taken, limited to a week ago, and ignores that time for other types', async () => {
        const id = await desk.newStudy()
        const at = async (payment: object, seconds: number) => {
          const takenAt = new Date((office.now() + seconds) * 1000).toISOString()
          const { body } = await desk.pay(id, { amount: 1, takenAt, ...payment })
          return body.transaction.transactionTime - office.now()
        }
        expect(await at({ paymentType: 'cash' }, -5 * 3600)).toBe(-5 * 3600)
        expect(await at({ paymentType: 'cash' }, 3600)).toBe(0)
        expect(await at({ paymentType: 'cash' }, -30 * 86_400)).toBe(-7 * 86_400)
        expect(await at({ paymentType: 'clinic', referenceID: 'C-9' }, -3600)).toBe(0)
      })

      it('stores a payment once per key, and refuses the key for another amount', async () => {
        const id = await desk.newStudy()
        const answers = await Promise.all([1, 2, 3, 4].map(() => desk.cash(id, 100, `once-${id}`)))
        expect(new Set(answers.map(({ body }) => body.transaction.transactionID)).size).toBe(1)
        expect(refusalOf(await desk.cash(id, 101, `once-${id}`))).toEqual([422, 'idempotency-key-reused'])
        expect(await desk.agreed(id)).toMatchObject({ paid: 100 })
      })

      it('returns the recorded entry to a repeated call whose first answer was not stored', async () => {
        const id = await desk.newStudy()
        const key = `lost-${id}`
        const first = await desk.cash(id, 100, key)
        await office.db
          .updateTable('idempotency_key')
          .set({ status: null, answer: null })
          .where('idempotency_key', '=', key)
          .execute()
        const again = await desk.cash(id, 100, key)
        expect(again.body.transaction).toEqual(first.body.transaction)
        expect(await desk.agreed(id)).toMatchObject({ paid: 100 })
      })

      it('turns a temporary hold into a booking in the write that settles the balance', async () => {
        const id = await desk.newStudy({
          temporary_hold: 1,
          temporary_hold_until: office.now() + 3600,
          machine_id: 'ca-bc-1-m2',
        })
        const row = await desk.rowOf(id)
        await office.db
          .insertInto('machine_time')
          .values({
            event_id: row.event_id ?? '',
            machine_id: 'ca-bc-1-m2',
            location_id: clinic.home,
            starts_at: row.starts_at ?? 0,
            ends_at: row.ends_at ?? 0,
            kind: 'temporary-hold',
            study_id: id,
            owner_user_id: null,
            owner_name: null,
            expires_at: office.now() + 3600,
            overridden: 0,
            renewable_until: null,
          })
          .execute()
        expect((await desk.cash(id, 2000)).body).toMatchObject({ temporaryHoldConverted: false })
        const settled = await desk.promoOn(id, 'HUGE')
        expect(settled.body).toMatchObject({
          temporaryHoldConverted: true,
          transaction: { amount: 495 },
          study: { temporaryHold: false, temporaryHoldUntil: null, status: { booked: true, paid: true } },
        })
        const time = await office.db
          .selectFrom('machine_time')
          .select(['kind', 'expires_at'])
          .where('study_id', '=', id)
          .executeTakeFirstOrThrow()
        expect(time).toEqual({ kind: 'study', expires_at: null })
        const log = await desk.ask('readLog', { params: { studyId: id } })
        expect(log.body.map((line: { content: string }) => line.content)).toEqual([
          'Payment of CA$2,000.00, Cash',
          'Discount of CA$495.00, Promo code. Reason: kind',
          'Temporary hold converted to a booking',
        ])
      })

      it('logs a refund with its typed reason', async () => {
        const id = await desk.newStudy()
        const paid = (await desk.cash(id, 100)).body.transaction
        await desk.refund(id, paid.transactionID, { amount: 40, memo: 'charged twice' })
        const log = await desk.ask('readLog', { params: { studyId: id } })
        expect(log.body.map((line: { content: string }) => line.content)).toEqual([
          'Payment of CA$100.00, Cash',
          'Refund of CA$40.00, Cash. Reason: charged twice',
        ])
      })
    })

    const openAttemptOn = async (studyID: string) => {
      await office.db
        .insertInto('payment_attempt')
        // Only the pad knows the result, so the back office cannot end the attempt.
        .values({ ...anAttemptRow(studyID, office.now()), route: 'serial' })
        .execute()
    }

    describe('the handling of discounts', () => {
      it.each<[string, object, number]>([
        ['FIXED', {}, 100],
        [' fixed ', {}, 100],
        ['TENTH', {}, 249.5],
        ['OPEN', { promoAmount: 33.33 }, 33.33],
        ['ANY', {}, 100],
        ['HUGE', {}, 2495],
      ])('applies the promo %j', async (code, body, amount) => {
        const id = await desk.newStudy()
        const answer = await desk.promoOn(id, encodeURIComponent(code).replaceAll('%20', ' '), body)
        expect(backOfficeRoutes.applyPromo.answer.parse(answer.body)).toEqual(answer.body)
        expect(answer.body).toMatchObject({
          transaction: { transactionType: 'Discount', paymentType: 'promocode', amount, memo: 'kind' },
          errorMessage: null,
        })
        expect(answer.body.balance).toBeCloseTo(2495 - amount, 6)
        expect(await desk.agreed(id)).toMatchObject({ discountPromo: amount, paid: 0 })
      })

      it.each<[string, string, object, readonly unknown[]]>([
        ['that does not exist', 'NOTHING', {}, [409, 'promo-not-valid']],
        ['for another scan', 'OTHERSKU', {}, [409, 'promo-not-valid']],
        ['that has expired', 'OVER', {}, [409, 'promo-not-valid']],
        ['that is not valid yet', 'SOON', {}, [409, 'promo-not-valid']],
        ['outside its booking window', 'LATER', {}, [409, 'promo-not-valid']],
        ['of another category', 'FIXED', { promoCategory: 'physician' }, [409, 'promo-not-valid']],
        ['without a reason', 'FIXED', { promoReason: ' ' }, [400, 'invalid-input', 'promoReason']],
        ['of an open amount without an amount', 'OPEN', {}, [400, 'invalid-input', 'promoAmount']],
        ['of an open amount of 0', 'OPEN', { promoAmount: 0 }, [400, 'invalid-input', 'promoAmount']],
        ['of an open amount above the balance', 'OPEN', { promoAmount: 3000 }, [400, 'invalid-input', 'promoAmount']],
      ])('refuses a promo %s', async (_what, code, body, refused) => {
        const id = await desk.newStudy()
        expect(refusalOf(await desk.promoOn(id, code, body))).toEqual(refused)
        expect((await desk.agreed(id)).transactions).toEqual([])
      })

      it('applies a promo once per study, even for two workstations, and again after its removal', async () => {
        const id = await desk.newStudy()
        const both = await Promise.all([desk.promoOn(id, 'FIXED'), desk.promoOn(id, 'FIXED', {}, 'sales')])
        expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
        const won = both.find(({ status }) => status === 200)
        const removed = await desk.refund(id, won?.body.transaction.transactionID, { amount: 100 })
        expect(removed.body).toMatchObject({ transaction: { transactionType: 'Remove Discount' } })
        expect(await balanceOf(id)).toBe(2495)
        expect((await desk.promoOn(id, 'FIXED')).status).toBe(200)
        const without = await desk.newStudy({
          starts_at: null,
          ends_at: null,
          wall_time: null,
          timezone: null,
          machine_id: null,
          event_id: null,
        })
        const refused = await desk.promoOn(without, 'FIXED')
        expect(refusalOf(refused)).toEqual([409, 'location-and-time-missing'])
        expect(refused.body.message).toBe(paymentMessages.discountCodeError)
      })

      it('gives both members of a referral the same amount, and takes both amounts back', async () => {
        const id = await desk.newStudy()
        const added = await desk.referral(id, ` ${moneyClinic.friendsCode.toLowerCase()} `)
        expect(backOfficeRoutes.applyReferral.answer.parse(added.body)).toEqual(added.body)
        expect(added.body).toMatchObject({ referralStatus: true, errorMessage: null, transaction: { amount: 100 } })
        const friends = await desk.newStudy({ patient_id: moneyClinic.friend })
        expect(await desk.agreed(friends)).toMatchObject({ availableCredits: 100 })
        const twice = await desk.referral(id, moneyClinic.friendsCode)
        expect(refusalOf(twice)).toEqual([409, 'referral-not-valid'])
        expect((await desk.agreed(id)).referralDiscount).toBe(0)
        const removed = await desk.refund(id, added.body.transaction.transactionID, { amount: 100 })
        expect(removed.status).toBe(200)
        expect(await desk.agreed(friends)).toMatchObject({ availableCredits: 0 })
        expect(await balanceOf(id)).toBe(2495)
      })

      it('refuses an unknown referral code, the member’s own code, and a member after their first scan', async () => {
        const id = await desk.newStudy()
        const { patient_id } = await desk.rowOf(id)
        const unknown = await desk.referral(id, 'NOBODYS1')
        expect([...refusalOf(unknown), unknown.body.message]).toEqual([
          409,
          'referral-not-valid',
          paymentMessages.referralInvalid,
        ])
        const own = await office.db
          .selectFrom('member')
          .select('referral_code')
          .where('patient_id', '=', patient_id)
          .executeTakeFirstOrThrow()
        expect(refusalOf(await desk.referral(id, own.referral_code ?? ''))).toEqual([409, 'referral-not-valid'])
        const earlier = await desk.newStudy({ patient_id, starts_at: office.now() - 86_400, ends_at: office.now() })
        await desk.promoOn(earlier, 'HUGE')
        const second = await desk.referral(id, moneyClinic.friendsCode)
        expect([...refusalOf(second), second.body.message]).toEqual([
          409,
          'referral-not-valid',
          paymentMessages.referralNotFirstScan,
        ])
      })

      it('records a referral discount of 0 on a scan that is not whole-body, and reports it', async () => {
        const id = await desk.newStudy({ sku_id: moneyClinic.partialScan })
        expect(await desk.agreed(id)).toMatchObject({ referralDiscount: 100, referralNotice: null })
        const added = await desk.referral(id, moneyClinic.friendsCode)
        expect(added.body).toMatchObject({
          errorMessage: paymentMessages.referralZero,
          transaction: { amount: 0, memo: paymentMessages.referralZero },
        })
        expect(await balanceOf(id)).toBe(2495)
      })
    })

    describe('the handling of credits and gift cards', () => {
      const earn = async (patientID: string, amount: number) => {
        await office.db
          .insertInto('member_credit')
          .values({
            credit_id: `credit-${patientID}`,
            patient_id: patientID,
            amount,
            currency: 'CAD',
            study_id: clinic.homeStudy,
            transaction_id: null,
            reason: 'granted',
            at: office.now(),
            processed_by: null,
          })
          .execute()
      }

      it('spends credits once, even on two studies at the same time, and returns refunded credits', async () => {
        const first = await desk.newStudy()
        const { patient_id } = await desk.rowOf(first)
        const second = await desk.newStudy({ patient_id })
        await earn(patient_id, 10_000)
        const spend = (id: string) => desk.pay(id, { paymentType: 'referralCredit', amount: 100 })
        const both = await Promise.all([spend(first), spend(second)])
        expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
        const won = both.find(({ status }) => status === 200)?.body
        expect(won.transaction).toMatchObject({ transactionType: 'credit', amount: 100 })
        expect(won.payments).toMatchObject({ availableCredits: 0, discountReferralCredit: 100, paid: 0 })
        expect((await desk.rowOf(won.study.studyID)).payment_amount).toBe(10_000)
        const back = await desk.refund(won.study.studyID, won.transaction.transactionID, { amount: 40.5 })
        expect(back.body.payments).toMatchObject({ availableCredits: 40.5, discountReferralCredit: 59.5 })
      })

      it('never spends more than a gift card’s balance, even on two studies at the same time, and refunds a gift card payment only in full', async () => {
        const ids = [await desk.newStudy(), await desk.newStudy()]
        const look = (number: string) =>
          desk.ask('readGiftCard', { params: { studyId: ids[0] ?? '', number } }, 'sales')
        const before = await look(' gift-0001 ')
        expect(backOfficeRoutes.readGiftCard.answer.parse(before.body)).toEqual({
          giftCardNumber: moneyClinic.giftCard,
          balance: 500,
        })
        const spend = (id: string) =>
          desk.pay(id, { paymentType: 'giftCertificateIntegrated', amount: 300, giftCardNumber: 'gift-0001' })
        const both = await Promise.all(ids.map(spend))
        expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
        expect((await look(moneyClinic.giftCard)).body.balance).toBe(200)
        const won = both.find(({ status }) => status === 200)?.body
        const { transactionID } = won.transaction
        expect(won.transaction.details.giftCardNumber).toBe(moneyClinic.giftCard)
        expect(refusalOf(await desk.refund(won.study.studyID, transactionID, { amount: 100 }))).toEqual([
          400,
          'invalid-input',
          'amount',
        ])
        expect((await desk.refund(won.study.studyID, transactionID, { amount: 300 })).status).toBe(200)
        expect((await look(moneyClinic.giftCard)).body.balance).toBe(500)
        for (const number of ['NONE', moneyClinic.foreignGiftCard, moneyClinic.emptyGiftCard]) {
          expect(refusalOf(await look(number))).toEqual([409, 'gift-card-not-valid'])
        }
      })
    })

    describe('steps', () => {
      it('follow the rules, and a deposit also marks the bill as issued', async () => {
        const id = await desk.newStudy()
        const bill = (await desk.pay(id, { paymentType: 'invoice', amount: 2495, referenceID: 'INV-2' })).body
          .transaction
        const set = (status: string, more: object = {}, other: object = {}) =>
          desk.step(id, bill.transactionID, { status, ...more }, other)
        expect(refusalOf(await set('paid', { paymentMethod: 'cash' }))).toEqual([409, 'step-not-allowed'])
        office.advance(60)
        const depositedAt = office.now()
        const deposited = await set('deposited')
        expect(backOfficeRoutes.updateTransaction.answer.parse(deposited.body)).toEqual(deposited.body)
        expect(deposited.body).toMatchObject({
          code: 200,
          automaticallyIssued: true,
          transaction: {
            steps: {
              issued: { isDone: true, transactionTime: depositedAt },
              deposit: { isDone: true, transactionTime: depositedAt },
              paid: { isDone: false, transactionTime: null },
            },
          },
        })
        expect(refusalOf(await set('paid'))).toEqual([400, 'invalid-input', 'paymentMethod'])
        expect(refusalOf(await set('paid', { paymentMethod: 'cheque' }))).toEqual([400, 'invalid-input', 'referenceID'])
        expect(refusalOf(await set('paid', { paymentMethod: 'cash' }, { amount: 9999 }))).toEqual([
          400,
          'invalid-input',
          'amount',
        ])
        office.advance(60)
        const paid = await set('paid', { paymentMethod: 'cheque', referenceID: '77' })
        expect(paid.body.transaction.steps.deposit.transactionTime).toBe(depositedAt)
        expect(paid.body.transaction.steps.paid).toMatchObject({
          isDone: true,
          amount: 2495,
          transactionTime: depositedAt + 60,
          paymentMethod: 'cheque',
          referenceID: '77',
          processedByPII: 'Robin frontdesk',
        })
        const again = await set('paid', { paymentMethod: 'cash' })
        expect(again.body.transaction).toEqual(paid.body.transaction)
        expect(refusalOf(await set('notDeposited'))).toEqual([409, 'step-not-allowed'])
        expect((await set('notPaid')).body.transaction.steps.paid.isDone).toBe(false)
        expect((await set('notIssued')).body.transaction.steps.issued.isDone).toBe(false)
        expect(await desk.agreed(id)).toMatchObject({ paid: 2495 })
      })

      it('are refused for types without steps, if the type does not match, and after a refund', async () => {
        const id = await desk.newStudy()
        const transfer = (await desk.pay(id, { paymentType: 'eTransfer', amount: 5, referenceID: 'x' })).body
          .transaction
        expect(refusalOf(await desk.step(id, transfer.transactionID, { status: 'issued' }))).toEqual([
          409,
          'step-not-allowed',
        ])
        const cash = (await desk.cash(id, 5)).body.transaction
        expect(
          refusalOf(await desk.step(id, cash.transactionID, { status: 'issued' }, { paymentType: 'cheque' })),
        ).toEqual([400, 'invalid-input', 'paymentType'])
        await desk.refund(id, cash.transactionID, { amount: 5 })
        expect(refusalOf(await desk.step(id, cash.transactionID, { status: 'deposited' }))).toEqual([
          409,
          'step-not-allowed',
        ])
        expect(refusalOf(await desk.step(id, 't-nothing', { status: 'issued' }))).toEqual([404, 'not-found'])
      })
    })

    describe('refunds', () => {
      it('never exceed the amount taken, even for two workstations at the same time', async () => {
        const id = await desk.newStudy()
        const { transactionID } = (await desk.cash(id, 100)).body.transaction
        const both = await Promise.all([60, 60].map((amount) => desk.refund(id, transactionID, { amount })))
        expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
        expect(both.find(({ status }) => status === 409)?.body.code).toBe('amount-above-refundable')
        const payments = await desk.agreed(id)
        expect(payments).toMatchObject({ paid: 40, totalBalance: 2455 })
        expect(payments.transactions.map(({ refundable }) => refundable)).toEqual([0, 40])
        expect((await desk.refund(id, transactionID, { amount: 40 })).status).toBe(200)
        const late = await desk.refund(id, transactionID, { amount: 1 })
        expect([...refusalOf(late), late.body.message]).toEqual([
          409,
          'already-refunded',
          paymentMessages.allFundsRefunded,
        ])
      })

      it('report missing fields, and entries that cannot be refunded', async () => {
        const id = await desk.newStudy()
        const cash = (await desk.cash(id, 100)).body.transaction
        const lacking = await desk.refund(id, cash.transactionID, { amount: 10, memo: ' ' })
        expect([...refusalOf(lacking), lacking.body.message]).toEqual([
          400,
          'invalid-input',
          'memo',
          'Please enter reason for refund',
        ])
        const refund = (await desk.refund(id, cash.transactionID, { amount: 10 })).body.transaction
        expect(refund).toMatchObject({
          transactionType: 'Refund',
          paymentType: 'cash',
          amount: 10,
          memo: 'moved away',
          details: { linkedTransaction: cash.transactionID },
        })
        expect(refusalOf(await desk.refund(id, refund.transactionID, { amount: 1 }))).toEqual([
          409,
          'nothing-to-refund',
        ])
        expect(refusalOf(await desk.refund(id, 't-nothing', { amount: 1 }))).toEqual([404, 'not-found'])
        const other = await desk.newStudy()
        expect(refusalOf(await desk.refund(other, cash.transactionID, { amount: 1 }))).toEqual([404, 'not-found'])
        const promo = (await desk.promoOn(id, 'FIXED')).body.transaction
        await desk.refund(id, promo.transactionID, { amount: 100 })
        const removed = await desk.refund(id, promo.transactionID, { amount: 1 })
        expect(removed.body.message).toBe(paymentMessages.allFundsRemoved)
      })

      it('cancel an invoice once', async () => {
        const id = await desk.newStudy()
        const bill = (await desk.pay(id, { paymentType: 'invoice', amount: 2495, referenceID: 'x' })).body.transaction
        expect((await desk.refund(id, bill.transactionID, { amount: 2495 })).body.paidStatus).toBe(false)
        const again = await desk.refund(id, bill.transactionID, { amount: 1 })
        expect([...refusalOf(again), again.body.message]).toEqual([
          409,
          'already-refunded',
          paymentMessages.invoiceAlreadyCancelled,
        ])
      })

      it('are possible on a cancelled study, once per key', async () => {
        const id = await desk.newStudy()
        const cash = (await desk.cash(id, 100)).body.transaction
        await office.db
          .updateTable('study')
          .set({
            cancelled: 1,
            starts_at: null,
            ends_at: null,
            wall_time: null,
            timezone: null,
            machine_id: null,
            event_id: null,
          })
          .where('study_id', '=', id)
          .execute()
        const answers = await Promise.all(
          [1, 2, 3].map(() => desk.refund(id, cash.transactionID, { amount: 30 }, `refund-${id}`)),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
        expect(await desk.agreed(id)).toMatchObject({ paid: 70 })
      })
    })

    describe('finance', () => {
      const reconcile = (studyId: string, body: object, who: AccountName = 'admin') =>
        desk.ask(
          'reconcile',
          { params: { studyId }, body: { amount: 10, classification: 'other', reason: 'told so', ...body } },
          who,
        )

      it('increases the balance by a positive reconciliation and reduces it by a negative one', async () => {
        const id = await desk.newStudy()
        const more = await reconcile(id, { amount: 99.99, classification: 'upgrade' })
        expect(backOfficeRoutes.reconcile.answer.parse(more.body)).toEqual(more.body)
        expect(more.body).toMatchObject({
          transaction: { transactionType: 'reconciliation', amount: 99.99, details: { classification: 'upgrade' } },
          payments: { totalBalance: 2594.99, reconciliationAdjust: 99.99, mayReconcile: true },
        })
        await reconcile(id, { amount: -2600 })
        expect(await desk.agreed(id)).toMatchObject({ totalBalance: 0, overpaid: 5.01 })
        expect((await desk.rowOf(id)).balance).toBe(-501)
      })

      it.each<[object, readonly unknown[], string]>([
        [{ amount: 99_999.01 }, [400, 'invalid-input', 'amount'], paymentMessages.amountRange],
        [{ amount: -100_000 }, [400, 'invalid-input', 'amount'], paymentMessages.amountRange],
        [{ amount: 0 }, [400, 'invalid-input', 'amount'], paymentMessages.amountRange],
        [{ reason: '' }, [400, 'invalid-input', 'reason'], paymentMessages.reasonInvalid],
      ])('refuses %j', async (body, refused, message) => {
        const answer = await reconcile(await desk.newStudy(), body)
        expect([refusalOf(answer), answer.body.message]).toEqual([refused, message])
      })

      it('refuses an unknown classification', async () => {
        const answer = await reconcile(await desk.newStudy(), { classification: 'whatever' })
        expect(refusalOf(answer)).toEqual([400, 'invalid-input', 'classification'])
      })

      it('changes the price only to the location’s price of the booked scan', async () => {
        const id = await desk.newStudy({ price: 200_000, balance: 200_000 })
        await desk.cash(id, 2000)
        const change = (body: object) => desk.ask('changePrice', { params: { studyId: id }, body })
        for (const [body, field] of [
          [{ skuID: 300, price: 0 }, 'price'],
          [{ skuID: 300, price: 2000 }, 'price'],
          [{ skuID: 300, price: -1 }, 'price'],
          [{ skuID: 400, price: 3495 }, 'skuID'],
          [{ skuID: 999, price: 2495 }, 'skuID'],
        ] as const) {
          expect(refusalOf(await change(body)).slice(0, 2)).toEqual([400, 'invalid-input'])
          expect(refusalOf(await change(body))[2]).toMatch(new RegExp(`${field}$`))
        }
        const changed = await change({ skuID: 300, price: 2495 })
        expect(backOfficeRoutes.changePrice.answer.parse(changed.body)).toEqual(changed.body)
        expect(changed.body).toMatchObject({ price: 2495, totalBalance: 495, study: { skuID: 300 } })
        expect(changed.body.study.status).toMatchObject({ paid: false, paidTime: null })
        expect(await balanceOf(id)).toBe(495)
        expect((await change({ skuID: 300, price: 2495 })).body.study.version).toBe(changed.body.study.version)
      })

      it('refuses a reconciliation while a card is being charged', async () => {
        const id = await desk.newStudy()
        await openAttemptOn(id)
        expect(refusalOf(await reconcile(id, { amount: -10 }))).toEqual([409, 'payment-in-progress'])
        expect(await desk.agreed(id)).toMatchObject({ reconciliationAdjust: 0 })
      })
    })

    describe('permissions', () => {
      const writes: readonly [RouteName, object, readonly AccountName[]][] = [
        ['recordPayment', { body: { payment: { paymentType: 'cash', amount: 1 } } }, cashiers],
        ['applyPromo', { promoID: 'FIXED', body: { promoReason: 'x', promoCategory: 'all' } }, cashiers],
        ['applyReferral', { code: 'NOBODYS1' }, cashiers],
        ['refundTransaction', { id: 't-1', body: { amount: 1, memo: 'x' } }, cashiers],
        ['updateTransaction', { transactionID: 't-1', body: { details: { status: 'issued' } } }, cashiers],
        ['changePrice', { body: { skuID: 300, price: 2495 } }, cashiers],
        ['recordWhitelabelPayment', { body: {} }, cashiers],
        ['readGiftCard', { number: 'NONE' }, cashiers],
        ['reconcile', { body: { amount: 1, classification: 'other', reason: 'x' } }, ['admin']],
      ]

      it.each(writes)('%s', async (name, input, allowed) => {
        const id = await desk.newStudy()
        const { body, ...path } = input as { body?: object }
        const request = { params: { studyId: id, ...path }, ...(body === undefined ? {} : { body }) }
        for (const who of Object.keys(accounts) as AccountName[]) {
          const answer = await desk.ask(name, request, who)
          expect([who, answer.body?.code === 'insufficient-permissions']).toEqual([who, !allowed.includes(who)])
        }
        const elsewhere = { ...request, params: { ...request.params, studyId: clinic.elsewhereStudy } }
        if (allowed.includes('oneLocation')) {
          expect(refusalOf(await desk.ask(name, elsewhere, 'oneLocation'))).toEqual([403, 'location-forbidden'])
        }
      })
    })

    it('prevents changes and removals of ledger entries even in SQL', async () => {
      const id = await desk.newStudy()
      const { transactionID } = (await desk.cash(id, 10)).body.transaction
      await desk.step(id, transactionID, { status: 'issued' })
      const { db } = office
      const attempts: readonly (() => Promise<unknown>)[] = [
        () => db.updateTable('transaction').set({ amount: 1 }).where('transaction_id', '=', transactionID).execute(),
        () => db.deleteFrom('transaction').where('transaction_id', '=', transactionID).execute(),
        () => db.updateTable('transaction_step').set({ is_done: 0 }).execute(),
        () => db.deleteFrom('transaction_step').execute(),
        () => db.updateTable('gift_card').set({ currency: 'USD' }).execute(),
        () => db.deleteFrom('gift_card').execute(),
        () => db.updateTable('gift_card_entry').set({ amount: 1_000_000 }).execute(),
        () => db.deleteFrom('gift_card_entry').execute(),
        () => db.updateTable('member_credit').set({ amount: 1_000_000 }).execute(),
        () => db.deleteFrom('member_credit').execute(),
      ]
      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/append-only/)
      expect(await desk.agreed(id)).toMatchObject({ paid: 10 })
    })

    it('sends the balance to other workstations through the change feed', async () => {
      const query = { locationID: clinic.home }
      const token = await office.signIn('frontdesk')
      let cursor: string | undefined
      const follow = async () => {
        const changes: { kind: string; id: string; value: { balance?: number } | null }[] = []
        for (;;) {
          const input = { query: cursor === undefined ? query : { ...query, cursor } }
          const { body } = await office.call('readChanges', input, { token })
          cursor = body.cursor
          changes.push(...body.changes)
          if (!body.more) return changes
        }
      }
      await follow()
      const id = await desk.newStudy()
      await desk.cash(id, 95)
      const mine = (await follow()).filter((change) => change.kind === 'study' && change.id === id)
      expect(mine.at(-1)?.value?.balance).toBe(2400)
    })

    it('stores no card number', async () => {
      const numbers = ['4242424242424242', '4242 4242 4242 4242', '5555-5555-5555-4444']
      const id = await desk.newStudy()
      for (const number of numbers) {
        await desk.pay(id, { paymentType: 'clinic', amount: 1, referenceID: number })
        await desk.pay(id, { paymentType: 'cash', amount: 1, memo: number })
        await desk.pay(id, { paymentType: 'cash', amount: 1, giftCardNumber: number })
        await desk.pay(id, { paymentType: 'cash', amount: 1, referenceID: number })
        await desk.pay(id, { paymentType: 'giftCertificateIntegrated', amount: 1, giftCardNumber: number })
        await desk.promoOn(id, 'FIXED', { promoReason: number })
      }
      const rows = await office.db.selectFrom('transaction').selectAll().where('study_id', '=', id).execute()
      const keys = await office.db.selectFrom('idempotency_key').selectAll().execute()
      const log = await office.db.selectFrom('study_log').selectAll().where('study_id', '=', id).execute()
      const all = JSON.stringify([rows, keys, log])
      for (const number of numbers) expect(all).not.toContain(number)
      expect(rows).toEqual([])
    })
  })

  describe.skipIf(engine.missing !== undefined)(`money in production on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createPaymentActs>
    beforeAll(async () => {
      office = await runBackOffice(engine, {
        environment: 'PRODUCTION',
        openPromoUsers: [accounts.sales.email],
        reconciliation: false,
      })
      await fillMoney(office)
      desk = createPaymentActs(office)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const read = async (studyId: string, who: AccountName) =>
      (await desk.ask('readPayments', { params: { studyId } }, who)).body

    it('allows an open promo only to users whom `openPromoUsers` names', async () => {
      const id = await desk.newStudy()
      const apply = (who: AccountName) => desk.promoOn(id, 'OPEN', { promoAmount: 12.34 }, who)
      expect(await read(id, 'frontdesk')).toMatchObject({ mayUseOpenPromos: false })
      expect(refusalOf(await apply('frontdesk'))).toEqual([409, 'promo-not-valid'])
      expect(await desk.agreed(id)).toMatchObject({ transactions: [] })
      expect(await read(id, 'sales')).toMatchObject({ mayUseOpenPromos: true })
      expect((await apply('sales')).body).toMatchObject({ transaction: { amount: 12.34 }, balance: 2482.66 })
    })

    it('refuses adjustments while reconciliation is turned off', async () => {
      const id = await desk.newStudy()
      expect(await read(id, 'admin')).toMatchObject({ mayReconcile: false })
      const body = { amount: 10, classification: 'other', reason: 'told so' }
      const answer = await desk.ask('reconcile', { params: { studyId: id }, body }, 'admin')
      expect(refusalOf(answer)).toEqual([403, 'insufficient-permissions'])
      expect(await desk.agreed(id)).toMatchObject({ reconciliationAdjust: 0, transactions: [] })
    })
  })
}
