import { backOfficePaymentsWords } from '#back-office/payments/payments-words.ts'
import type { PaymentsBridge, PaymentView, ProvisionalPayment } from '#contract/payments/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { buildInvoice } from '#domain/payments/build-invoice.ts'
import { looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { decideGiftCard, normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { checkPaidStep, decideStep } from '#domain/payments/invoice-steps.ts'
import { isOpenAttempt } from '#domain/payments/payment-attempt.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { isInCategory, promoDiscount } from '#domain/payments/promo.ts'
import { decideReferral, normalizeReferralCode } from '#domain/payments/referral.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Study } from '#domain/study/study.ts'
import { type Money, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { FakeAttempts } from './fake-attempts.ts'
import { bareSteps, type Entry, type FakeLedger, fakePromos, fakeReferralCode, toCents } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'
import type { FakeRelease } from './fake-release.ts'
import { emptyPdf, replaceStudy } from './fake-safety.ts'

const offline = () => fail('offline', 'The back office cannot be reached.')
const unknown = () => fail('not-found', 'There is no such record.')
const aboveBalance = () => fail('amount-above-balance', 'The amount is above the remaining balance.')

const invalid = (field: string, message: string) => fail('invalid-input', message, { fields: { [field]: message } })

const practitioners = [
  { id: 'pr-1', name: 'Dr Imogen Castellanos', profession: 'Family physician' },
  { id: 'pr-2', name: 'Dr Lars Feddersen', profession: 'Cardiologist' },
]

type KeptPayment = ProvisionalPayment & { readonly author: string | null }

export type FakePayments = {
  readonly payments: PaymentsBridge
  /** Writes an entry into a study's ledger as the signed-in user, as if made earlier. */
  readonly seed: (studyID: string, entry: Entry) => void
  readonly setGiftCard: (giftCardNumber: string, balance: number) => void
  /** Records the cash that the signed-in user took offline, as the workstation does after a reconnection. */
  readonly sendProvisional: () => Promise<void>
  /** Marks every waiting offline cash payment as refused with this failure. */
  readonly refuseProvisional: (reply: { readonly failure: ProvisionalPayment['failure'] }) => void
}

/** Creates the money subject of the fake bridge, over the ledgers in memory. */
export const createFakePayments = (
  world: FakeWorld,
  ledger: FakeLedger,
  attempts: FakeAttempts,
  queueMessage: FakeRelease['queueMessage'],
): FakePayments => {
  const { clinic } = world
  const done = new Map<string, unknown>()
  const giftCards = new Map<string, number>([['GC-1000', 300]])
  let provisional: KeptPayment[] = []

  const findStudy = (studyID: string): Study | undefined =>
    clinic.studies.find((candidate) => candidate.studyID === studyID)
  const partsOf = (studyID: string) => {
    const study = findStudy(studyID)
    const member = clinic.members.find((candidate) => candidate.patientID === study?.patientID)
    const location = clinic.locations.find((candidate) => candidate.locationID === study?.locationID)
    return study === undefined || member === undefined || location === undefined ? null : { study, member, location }
  }
  const keptOf = (studyID: string): Pick<PaymentView, 'attempts' | 'provisional'> => ({
    attempts: attempts.open().filter((attempt) => attempt.studyID === studyID && isOpenAttempt(attempt)),
    provisional: provisional.flatMap(({ author: _hidden, ...payment }) =>
      payment.studyID === studyID ? [payment] : [],
    ),
  })
  const viewOf = (studyID: string): PaymentView | null => {
    const parts = partsOf(studyID)
    if (parts === null) return null
    return {
      ...parts,
      payments: ledger.paymentsOf(parts.study),
      promocodes: parts.study.booking === null ? [] : fakePromos,
      ...keptOf(studyID),
      asOf: world.now(),
    }
  }
  /**
   * Makes a change once for each key, if the user may move money, the back office is reachable and no card attempt on
   * the study is open. With `appointment`, the study must also have an appointment that is not cancelled.
   */
  const once = <Value>(
    key: string,
    studyID: string,
    run: (study: Study) => Reply<Value>,
    needs: 'appointment' | 'nothing' = 'nothing',
  ): Reply<Value> => {
    const roles = world.user()?.roles ?? []
    if (!mayMoveMoney(roles)) return fail('insufficient-permissions', moneyForbiddenReason)
    if (!world.isOnline()) return offline()
    const before = done.get(key)
    if (before !== undefined) return before as Reply<Value>
    const study = findStudy(studyID)
    if (study === undefined) return unknown()
    if (needs === 'appointment' && study.status.cancelled) {
      return fail('already-cancelled', 'This appointment is cancelled already.')
    }
    if (needs === 'appointment' && study.booking === null) {
      return fail('location-and-time-missing', paymentMessages.missingLocationAndTime)
    }
    if (ledger.openAttemptsOf(studyID).length > 0) {
      return fail('payment-in-progress', 'A card payment on this study has not ended.')
    }
    const reply = run(study)
    if (reply.ok) done.set(key, reply)
    return reply
  }
  const earn = (patientID: string, amount: Money): void =>
    void ledger.credits.set(patientID, toDecimalAmount(toMoney(toCents(ledger.credits.get(patientID) ?? 0) + amount)))
  /**
   * Puts a refunded amount back on the member's credits or the gift card. A refunded referral discount takes back the
   * credit that the owner of the code had earned.
   */
  const giveBack = (study: Study, { transactionType, paymentType, details }: Transaction, amount: Money): void => {
    if (ledgerKind(transactionType) === 'credit') earn(study.patientID, amount)
    const { giftCardNumber, referralCode } = details
    if (paymentType === 'giftCertificateIntegrated' && giftCardNumber !== null) {
      giftCards.set(giftCardNumber, toDecimalAmount(toMoney(toCents(giftCards.get(giftCardNumber) ?? 0) + amount)))
    }
    const owner = clinic.members.find(({ patientID }) => fakeReferralCode(patientID) === referralCode)
    if (paymentType === 'referral code' && owner !== undefined) earn(owner.patientID, toMoney(-amount))
  }
  /** Returns a gift card's balance, or why it cannot pay the amount. Every card and amount counts as CAD. */
  const judgeGiftCard = (card: string, amount: number): Reply<number> => {
    const left = giftCards.get(card)
    const decision = decideGiftCard({
      card: left === undefined ? null : { balance: toCents(left), currency: 'CAD' },
      currency: 'CAD',
      amount: toCents(amount),
    })
    if (decision.ok) return ok(left ?? 0)
    return fail(decision.code, decision.message, { fields: { giftCardNumber: decision.message } })
  }
  const steps = (paymentType: Parameters<typeof ruleOfPaymentType>[0]) =>
    ruleOfPaymentType(paymentType).hasSteps ? bareSteps : null

  const payments: PaymentsBridge = {
    read: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const view = viewOf(studyID)
      return view === null ? unknown() : ok(view)
    },
    readKept: async ({ studyID }) => ok(keptOf(studyID)),
    readTransaction: async ({ transactionID }) => {
      if (!world.isOnline()) return offline()
      const found = ledger.find(transactionID)
      const study = found && findStudy(found.studyID)
      const shown =
        study && ledger.paymentsOf(study).transactions.find((entry) => entry.transactionID === transactionID)
      return shown === undefined ? unknown() : ok(shown)
    },
    applyPromo: async ({ studyID, promoID, promoCategory, promoReason, promoAmount, idempotencyKey }) =>
      once(
        idempotencyKey,
        studyID,
        (study) => {
          if (promoReason.trim() === '') return invalid('promoReason', 'Enter a reason for the discount.')
          const wanted = promoID.trim().toLowerCase()
          const promo = fakePromos.find((candidate) => candidate.promoID.toLowerCase() === wanted)
          if (promo === undefined) return fail('promo-not-valid', 'Promo code not found.')
          if (!isInCategory(promo, promoCategory)) {
            return fail('promo-not-valid', 'This promo code is in another category.')
          }
          const { totalBalance, transactions } = ledger.paymentsOf(study)
          const isUsed = transactions.some(
            ({ details, refundable }) => details.promoID === promo.promoID && refundable > 0,
          )
          if (isUsed) return fail('promo-not-valid', 'This promo code was already used on this study.')
          if (totalBalance <= 0) return fail('promo-not-valid', 'Nothing is owed on this study.')
          if (promo.type === 'open') {
            if (promoAmount === null || promoAmount <= 0) {
              return invalid('promoAmount', 'Enter the discount amount.')
            }
            if (promoAmount > totalBalance) {
              return invalid('promoAmount', 'The amount cannot exceed the remaining balance.')
            }
          }
          const amount = promoDiscount(promo, {
            price: toCents(study.price),
            balance: toCents(totalBalance),
            openAmount: promoAmount === null ? null : toCents(promoAmount),
          })
          return ok(
            ledger.append(study, {
              transactionType: 'Discount',
              paymentType: 'promocode',
              amount: toDecimalAmount(amount),
              memo: promoReason,
              details: { promoID: promo.promoID, promoCategory },
            }),
          )
        },
        'appointment',
      ),
    applyReferral: async ({ studyID, code, idempotencyKey }) =>
      once(
        idempotencyKey,
        studyID,
        (study) => {
          const wanted = normalizeReferralCode(code)
          const owner =
            clinic.members.find(({ patientID }) => fakeReferralCode(patientID) === wanted)?.patientID ?? null
          const decision = decideReferral({
            ...ledger.referralPlaceOf(study),
            code: wanted,
            owner,
            memberID: study.patientID,
          })
          if (!decision.ok) return fail(decision.code, decision.message)
          if (owner !== null) earn(owner, decision.discount)
          return ok(
            ledger.append(study, {
              transactionType: 'Discount',
              paymentType: 'referral code',
              amount: toDecimalAmount(decision.discount),
              memo: decision.notice ?? '',
              details: { referralCode: wanted },
            }),
          )
        },
        'appointment',
      ),
    record: async (input) => {
      const { studyID, paymentType, amount, referenceID, giftCardNumber, invoicePayer, idempotencyKey } = input
      if (amount <= 0) return fail('invalid-input', 'Enter an amount.', { fields: { amount: 'Enter an amount.' } })
      for (const [field, text] of Object.entries({ referenceID, giftCardNumber })) {
        if (looksLikeCardNumber(text)) return invalid(field, backOfficePaymentsWords.cardNumber)
      }
      if (!world.isOnline()) {
        if (paymentType !== 'cash') return offline()
        const kept = provisional.find((payment) => payment.idempotencyKey === idempotencyKey)
        const study = findStudy(studyID)
        const waiting = provisional.filter((payment) => payment.studyID === studyID && payment.failure === null)
        const balance = study === undefined ? amount : ledger.paymentsOf(study).totalBalance
        const wanted = [...waiting, { amount }].reduce((sum, one) => sum + toCents(one.amount), 0)
        if (kept === undefined && wanted > toCents(balance)) return aboveBalance()
        const author = world.user()?.user_id ?? null
        const taken = { idempotencyKey, studyID, paymentType, amount, takenAt: world.now(), failure: null, author }
        if (kept === undefined) provisional = [...provisional, taken]
        world.emit('payments.changed', { studyID })
        const { author: _hidden, ...payment } = kept ?? taken
        return ok({ kind: 'provisional' as const, payment })
      }
      return once(
        idempotencyKey,
        studyID,
        (study) => {
          if (amount > ledger.paymentsOf(study).totalBalance) {
            return aboveBalance()
          }
          if (paymentType === 'referralCredit') {
            const left = ledger.credits.get(study.patientID) ?? 0
            if (amount > left) return fail('not-enough-credits', 'There are not that many credits.')
            ledger.credits.set(study.patientID, left - amount)
          }
          const card = normalizeGiftCardNumber(giftCardNumber)
          if (paymentType === 'giftCertificateIntegrated') {
            const left = judgeGiftCard(card, amount)
            if (!left.ok) return left
            giftCards.set(card, left.value - amount)
          }
          const automaticallyIssued = paymentType === 'invoice' && partsOf(studyID)?.location.type === 'whitelabel'
          const own = steps(paymentType)
          const moved = ledger.append(study, {
            transactionType: paymentType === 'referralCredit' ? 'credit' : 'payment',
            paymentType,
            amount,
            steps:
              own === null || !automaticallyIssued ? own : { ...own, issued: { ...own.issued, isDone: true, amount } },
            details: {
              referenceID: referenceID === '' ? null : referenceID,
              giftCardNumber: card === '' ? null : card,
              invoicePayer,
            },
          })
          return ok({ kind: 'recorded' as const, moved, automaticallyIssued })
        },
        'appointment',
      )
    },
    waiting: async () =>
      ok(
        provisional.map(({ author, ...payment }) => ({
          ...payment,
          by: clinic.users.find((user) => user.user_id === author)?.fullname ?? '',
          isOwn: author === world.user()?.user_id,
        })),
      ),
    dismissProvisional: async ({ idempotencyKey }) => {
      const gone = provisional.find((one) => one.idempotencyKey === idempotencyKey && one.failure !== null)
      provisional = provisional.filter((payment) => payment !== gone)
      if (gone !== undefined) world.emit('payments.changed', { studyID: gone.studyID })
      return ok({})
    },
    updateTransaction: async ({ studyID, transactionID, status, amount, paymentMethod, referenceID, idempotencyKey }) =>
      once(idempotencyKey, studyID, (study) => {
        const kept = ledger.find(transactionID)
        if (kept?.steps == null) return fail('step-not-allowed', 'This transaction has no such step.')
        const { issued: wasIssued, deposit, paid } = kept.steps
        const state = { issued: wasIssued.isDone, deposit: deposit.isDone, paid: paid.isDone }
        const decision = decideStep(state, status, kept.paymentType)
        if (!decision.ok) return fail(decision.code, decision.reason)
        const { step, isDone, automaticallyIssued } = decision
        if (step === 'paid' && isDone) {
          const wanted = amount === null ? null : toMoney(toCents(amount))
          const transactionAmount = toMoney(toCents(kept.amount))
          const fields = checkPaidStep({ paymentMethod, referenceID, amount: wanted, transactionAmount })
          const [message] = Object.values(fields)
          if (message !== undefined) return fail('invalid-input', message, { fields })
        }
        const user = world.user()
        const toggled = {
          isDone,
          amount: amount ?? kept.amount,
          transactionTime: Math.floor(Date.parse(world.now()) / 1000),
          paymentMethod,
          referenceID,
          processedBy: user?.user_id ?? null,
          processedByPII: user?.fullname ?? null,
        }
        const issued = automaticallyIssued ? { ...toggled, paymentMethod: null, referenceID: '' } : wasIssued
        const transaction = { ...kept, steps: { ...kept.steps, issued, [step]: toggled } }
        ledger.replace(transaction)
        world.emit('payments.changed', { studyID })
        return ok({ transaction, payments: ledger.paymentsOf(study), automaticallyIssued })
      }),
    refund: async ({ studyID, transactionID, amount, memo, externalRefund, idempotencyKey }) =>
      once(idempotencyKey, studyID, (study) => {
        const kept = ledger.paymentsOf(study).transactions.find((entry) => entry.transactionID === transactionID)
        if (kept === undefined) return unknown()
        const isRemoval = ledgerKind(kept.transactionType) === 'discount'
        if (kept.refundable === 0) {
          return fail(
            'already-refunded',
            isRemoval ? paymentMessages.allFundsRemoved : paymentMessages.allFundsRefunded,
          )
        }
        if (kept.details.isInterac && !externalRefund) {
          return fail('interac-needs-card', 'Refund an Interac payment with the card present.')
        }
        if (amount > kept.refundable)
          return fail('amount-above-refundable', 'The amount is above what may be given back.')
        giveBack(study, kept, toCents(amount))
        return ok(
          ledger.append(study, {
            transactionType: isRemoval ? 'Remove Discount' : 'Refund',
            paymentType: kept.paymentType,
            amount,
            memo,
            details: { linkedTransaction: kept.transactionID, isExternalRefund: externalRefund },
          }),
        )
      }),
    reconcile: async ({ studyID, amount, classification, reason, idempotencyKey }) =>
      once(idempotencyKey, studyID, (study) => {
        if (!hasRole(world.user()?.roles ?? [], 'admin')) {
          return fail('insufficient-permissions', 'Only administrators reconcile.')
        }
        return ok(
          ledger.append(study, {
            transactionType: 'reconciliation',
            paymentType: 'finance',
            amount,
            memo: reason,
            details: { classification },
          }),
        )
      }),
    changePrice: async ({ studyID, skuID, price, idempotencyKey }) =>
      once(idempotencyKey, studyID, (study) => {
        const location = clinic.locations.find(({ locationID }) => locationID === study.locationID)
        const sold = location?.catalog.primary.find((scan) => scan.skuID === study.skuID)
        const field = skuID !== study.skuID || sold === undefined ? 'skuID' : 'price'
        if (field === 'skuID' || price !== sold?.price) {
          const message = "This isn't the location's price for this scan."
          return fail('invalid-input', message, { fields: { [field]: message } })
        }
        const settled = ledger.settle({ ...study, skuID, price })
        return ok({ price, totalBalance: Math.max(0, settled.study.balance), study: settled.study })
      }),
    readPractitioners: async ({ text }) =>
      world.isOnline()
        ? ok(practitioners.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase())))
        : offline(),
    readGiftCard: async ({ giftCardNumber }) => {
      if (looksLikeCardNumber(giftCardNumber)) {
        return invalid('giftCardNumber', backOfficePaymentsWords.cardNumber)
      }
      if (!world.isOnline()) return offline()
      const card = normalizeGiftCardNumber(giftCardNumber)
      const left = judgeGiftCard(card, 0)
      return left.ok ? ok({ giftCardNumber: card, balance: left.value }) : left
    },
    setSuppression: async ({ studyID, version, customerEmailAvailable, invoiceAvailable }) => {
      if (!world.isOnline()) return offline()
      const study = findStudy(studyID)
      if (study === undefined) return unknown()
      if (study.version !== version) {
        return fail('stale', 'Someone else changed this study.', { currentVersion: study.version })
      }
      const status = { ...study.status, customerEmailAvailable, invoiceAvailable }
      return ok(replaceStudy(world, { ...study, status, version: study.version + 1 }))
    },
    readInvoice: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const parts = partsOf(studyID)
      if (parts === null) return unknown()
      const { study, member, location } = parts
      const sums = ledger.paymentsOf(study)
      const kept = sums.transactions.toReversed()
      const invoice = buildInvoice({
        study,
        location,
        member,
        skuName: sums.skuName,
        price: toCents(sums.price),
        addons: sums.addons,
        transactions: kept,
        promoNames: {},
        payerName: kept.find(({ details }) => details.invoicePayer !== null)?.details.invoicePayer ?? null,
        issuedAt: world.now(),
      })
      return ok({ ...invoice, isAvailable: study.status.invoiceAvailable })
    },
    makeInvoicePdf: async () => (world.isOnline() ? ok({ base64: emptyPdf, pages: 1 }) : offline()),
    emailInvoice: async ({ studyID, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      if (!mayMoveMoney(world.user()?.roles ?? [])) return fail('insufficient-permissions', moneyForbiddenReason)
      const parts = partsOf(studyID)
      if (parts === null) return unknown()
      const { invoiceAvailable, customerEmailAvailable } = parts.study.status
      if (!invoiceAvailable || !customerEmailAvailable) {
        return fail('invoice-suppressed', paymentMessages.invoiceSuppressed)
      }
      return queueMessage(studyID, 'invoice', idempotencyKey)
    },
    emailReceipt: async ({ studyID, transactionID, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      if (!mayMoveMoney(world.user()?.roles ?? [])) return fail('insufficient-permissions', moneyForbiddenReason)
      const parts = partsOf(studyID)
      if (parts === null) return unknown()
      const { invoiceAvailable, customerEmailAvailable } = parts.study.status
      if (!invoiceAvailable || !customerEmailAvailable) {
        return fail('invoice-suppressed', paymentMessages.invoiceSuppressed)
      }
      const { transactions } = ledger.paymentsOf(parts.study)
      if (!transactions.some((entry) => entry.transactionID === transactionID)) return unknown()
      return queueMessage(studyID, 'receipt', idempotencyKey)
    },
    ...attempts.commands,
  }

  return {
    payments,
    seed: (studyID, entry) => {
      const study = findStudy(studyID)
      if (study !== undefined) ledger.append(study, { steps: steps(entry.paymentType), ...entry })
    },
    setGiftCard: (giftCardNumber, balance) => void giftCards.set(giftCardNumber.toUpperCase(), balance),
    sendProvisional: async () => {
      const own = provisional.filter(({ author, failure }) => failure === null && author === world.user()?.user_id)
      for (const { idempotencyKey, studyID, paymentType, amount } of own) {
        const blank = { referenceID: '', giftCardNumber: '', invoicePayer: null, isInvoiceTotal: false }
        const reply = await payments.record({ ...blank, idempotencyKey, studyID, paymentType, amount })
        provisional = provisional.flatMap((each) =>
          each.idempotencyKey !== idempotencyKey ? [each] : reply.ok ? [] : [{ ...each, failure: reply.failure }],
        )
        world.emit('payments.changed', { studyID })
      }
    },
    refuseProvisional: ({ failure }) => {
      provisional = provisional.map((payment) => ({ ...payment, failure }))
      for (const { studyID } of provisional) world.emit('payments.changed', { studyID })
    },
  }
}
