import type { PaymentsBridge, PaymentView } from '#contract/payments/bridge.ts'
import type { AttemptStanding, MoneyMoved } from '#contract/payments/routes.ts'
import type { QueuedMessage } from '#contract/queue/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { PromoCode } from '#domain/catalogue/sku.ts'
import { toReferences } from '#domain/payments/payment-form.ts'
import type { StudyPayments } from '#domain/payments/payment-view.ts'
import { isPromoOffered } from '#domain/payments/promo.ts'
import type { Study } from '#domain/study/study.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { settleCall } from '../back-office-client/settle-call.ts'
import { offlineMessage, type StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Catalogue } from '../locations/locations-service.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import type { PaymentAttempts } from './attempts.ts'
import { refuseAsTyped, refuseCardNumbers, refuseForbiddenHold, refuseProvisional } from './offline-cash.ts'
import type { TenderOutbox } from './tender-outbox.ts'

export type PaymentsServiceParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly catalogue: Catalogue
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly sync: CacheSync
  readonly attempts: PaymentAttempts
  readonly outbox: TenderOutbox
  readonly publish: Publish
  /** Writes the e-mail with a study's invoice down; the queue sends it. The same key sends once. */
  emailInvoice(studyID: StudyID, idempotencyKey: string): Promise<Reply<QueuedMessage>>
  /** A study as it will be once what waits at this desk has been sent. */
  withWaiting(study: Study): Study
  now(): Instant
  isOnline(): boolean
}

const waitingMessage = 'Money taken at this desk waits to be recorded on this study. A card can be charged once it is.'

type StartAttemptInput = Parameters<PaymentsBridge['startAttempt']>[0]

const toSeconds = (instant: Instant): number => Math.floor(toEpochMs(instant) / 1000)

/** Money of studies: the back office's ledger, what is under way here, and what waits for a connection. */
export const createPaymentsService = (parts: PaymentsServiceParts): PaymentsBridge => {
  const { calls, database, catalogue, keeper, session, sync, attempts, outbox, publish } = parts
  const { withWaiting, now, isOnline } = parts

  /**
   * The same for a call that moves money: the study goes into the cache, and the windows hear of it. `typed` is what was
   * typed into it freely.
   */
  const move = async <Value extends MoneyMoved>(
    typed: Readonly<Record<string, string>>,
    call: () => Promise<Reply<Value>>,
  ): Promise<Reply<MoneyMoved>> => {
    const reply = refuseCardNumbers(typed) ?? (await settleCall(call))
    if (!reply.ok) return reply
    keeper.keepMoney(reply.value.study)
    return ok(toMoneyMoved(reply.value))
  }

  const skuPromos = async (studyPayments: StudyPayments): Promise<readonly string[]> => {
    const find = () =>
      database.withCache((cache) => cache.catalogue.skus()).find(({ skuID }) => skuID === studyPayments.skuID)
    if (find() === undefined) await catalogue.refresh()
    return find()?.promocodes ?? []
  }

  const offeredPromos = async (
    { study }: StudyView,
    payments: StudyPayments,
    all: readonly PromoCode[],
  ): Promise<readonly PromoCode[]> => {
    const place = {
      promocodesOfSku: await skuPromos(payments),
      now: toSeconds(now()),
      appointment: study.booking === null ? null : toSeconds(study.booking.utcStart),
      mayUseOpen: payments.mayUseOpenPromos,
    }
    return all.filter((promo) => isPromoOffered(promo, place))
  }

  const read: PaymentsBridge['read'] = async ({ studyID }) => {
    // Before the ledger is read: what is recorded meanwhile then stands twice for a moment, never nowhere.
    const kept = keptOf(studyID)
    const params = { studyId: studyID }
    const [detailed, payments, promos] = await Promise.all([
      calls.call('readStudyDetailed', { params }),
      calls.call('readPayments', { params }),
      catalogue.promocodes(),
    ])
    if (!detailed.ok) return detailed
    if (!payments.ok) return payments
    if (!promos.ok) return promos
    keeper.keepMembers([detailed.value.member])
    keeper.keepStudy(detailed.value.study)
    // Whatever location the desk works at: what another desk takes has to appear here at once.
    sync.lookAt(detailed.value.study.locationID)
    const view: PaymentView = {
      ...detailed.value,
      study: withWaiting(detailed.value.study),
      payments: payments.value,
      promocodes: await offeredPromos(detailed.value, payments.value, promos.value),
      ...kept,
      asOf: now(),
    }
    return ok(view)
  }

  const keptOf = (studyID: StudyID): Pick<PaymentView, 'attempts' | 'provisional'> => ({
    attempts: attempts.openOf(studyID),
    provisional: outbox.provisional(studyID),
  })

  const readCached = (studyID: StudyID) =>
    database.withCache((cache) => {
      const study = cache.calendar.study(studyID)
      return { study, location: study === null ? null : cache.catalogue.location(study.locationID) }
    })

  const record: PaymentsBridge['record'] = async (typed) => {
    const refusal = refuseAsTyped(typed)
    if (refusal !== null) return refusal
    const input = { ...typed, ...toReferences(typed.paymentType, typed) }
    const { study, location } = readCached(input.studyID)
    return await outbox.record(input, {
      isWhitelabel: location?.type === 'whitelabel',
      refuseNew: () => refuseForbiddenHold(study),
      refuseOffline: () =>
        refuseProvisional(input, {
          study,
          user: session.user(),
          waiting: outbox.provisional(input.studyID),
          hasOpenAttempt: attempts.openOf(input.studyID).length > 0,
        }),
    })
  }

  /** What was taken here and waits would be charged to a card a second time: it is recorded first. */
  const refuseWhileWaiting = async ({ studyID, attemptID }: StartAttemptInput) => {
    const isWaiting = () => outbox.provisional(studyID).some(({ failure }) => failure === null)
    if (!isWaiting() || attempts.open().some((known) => known.attemptID === attemptID)) return null
    if (!isOnline()) return fail('offline', offlineMessage)
    await outbox.settleOpen()
    return isWaiting() ? fail('payment-in-progress', waitingMessage) : null
  }

  return {
    read,
    record,

    readKept: async ({ studyID }) => ok(keptOf(studyID)),
    readTransaction: async ({ transactionID }) => await calls.call('readTransaction', { params: { transactionID } }),

    applyPromo: async ({ studyID, promoID, promoCategory, promoReason, promoAmount, idempotencyKey }) => {
      const params = { studyId: studyID, promoID }
      const body = { promoCategory, promoReason, promoAmount }
      return await move({ promoReason }, () => calls.callExactly('applyPromo', { params, body }, { idempotencyKey }))
    },

    applyReferral: async ({ studyID, code, idempotencyKey }) => {
      const params = { studyId: studyID, code }
      return await move({ code }, () => calls.callExactly('applyReferral', { params }, { idempotencyKey }))
    },

    waiting: async () => ok(outbox.waiting()),

    dismissProvisional: async ({ idempotencyKey }) => {
      outbox.dismiss(idempotencyKey)
      return ok({})
    },

    updateTransaction: async (input) => {
      const { studyID, transactionID, status, amount, paymentMethod, referenceID, idempotencyKey } = input
      const params = { studyId: studyID, transactionID }
      const body = { amount, details: { status, paymentMethod, referenceID } }
      const typed = refuseCardNumbers({ referenceID })
      if (typed !== null) return typed
      const reply = await settleCall(() => calls.callExactly('updateTransaction', { params, body }, { idempotencyKey }))
      if (!reply.ok) return reply
      publish('payments.changed', { studyID })
      const { transaction, payments, automaticallyIssued } = reply.value
      return ok({ transaction, payments, automaticallyIssued })
    },

    refund: async ({ studyID, transactionID, amount, memo, externalRefund, idempotencyKey }) => {
      const params = { studyId: studyID, id: transactionID }
      const body = { amount, memo, externalRefund }
      return await move({ memo }, () => calls.callExactly('refundTransaction', { params, body }, { idempotencyKey }))
    },

    reconcile: async ({ studyID, amount, classification, reason, idempotencyKey }) => {
      const params = { studyId: studyID }
      const body = { amount, classification, reason }
      return await move({ reason }, () => calls.callExactly('reconcile', { params, body }, { idempotencyKey }))
    },

    changePrice: async ({ studyID, skuID, price, idempotencyKey }) => {
      const params = { studyId: studyID }
      const reply = await settleCall(() =>
        calls.callExactly('changePrice', { params, body: { skuID, price } }, { idempotencyKey }),
      )
      if (reply.ok) keeper.keepMoney(reply.value.study)
      return reply
    },

    readPractitioners: async ({ text }) => {
      const reply = await calls.call('readPractitioners', { query: text === '' ? {} : { text } })
      if (!reply.ok) return reply
      return ok(
        reply.value.map(({ id, salutation, firstName, lastName, profession }) => ({
          id,
          name: [salutation, firstName, lastName].filter((part) => part !== '').join(' '),
          profession,
        })),
      )
    },

    readGiftCard: async ({ studyID, giftCardNumber }) =>
      refuseCardNumbers({ giftCardNumber }) ??
      (await calls.call('readGiftCard', { params: { studyId: studyID, number: giftCardNumber } })),

    setSuppression: async ({ studyID, version, customerEmailAvailable, invoiceAvailable }) => {
      const body = { version, status: { customerEmailAvailable, invoiceAvailable } }
      const reply = await calls.call('updateStudy', { params: { studyId: studyID }, body })
      if (reply.ok) keeper.keepStudy(reply.value)
      return reply
    },

    readInvoice: async ({ studyID }) => await calls.call('readInvoice', { params: { studyId: studyID } }),

    makeInvoicePdf: async ({ studyID }) => await calls.call('readInvoicePdf', { params: { studyId: studyID } }),

    emailInvoice: async ({ studyID, idempotencyKey }) => await parts.emailInvoice(studyID, idempotencyKey),

    startAttempt: async (input) => (await refuseWhileWaiting(input)) ?? (await attempts.start(input)),
    startRefund: attempts.startRefund,
    cardFieldsDone: attempts.cardFieldsDone,
    cancelAttempt: attempts.cancel,
    checkAttempt: attempts.check,

    checkOpenAttempt: async ({ studyID, attemptID }) => {
      const params = { studyId: studyID, attemptID }
      const body = { isAbandoned: false, terminal: null }
      const reply = await calls.call('settlePaymentAttempt', { params, body })
      if (!reply.ok) return reply
      const { state, moved } = reply.value
      attempts.noteStanding(reply.value)
      if (moved === null) publish('payments.changed', { studyID })
      else keeper.keepMoney(moved.study)
      return ok({ state })
    },
    openAttempts: async () => ok(attempts.open()),

    acknowledgeAttempt: async ({ attemptID }) => {
      attempts.acknowledge(attemptID)
      return ok({})
    },

    resolveAttempt: async ({ studyID, attemptID, outcome, referenceID, reason, idempotencyKey }) => {
      const params = { studyId: studyID, attemptID }
      const body = { outcome, referenceID, reason }
      const typed = refuseCardNumbers({ referenceID, reason })
      if (typed !== null) return typed
      const reply: Reply<AttemptStanding> = await settleCall(() =>
        calls.callExactly('resolvePaymentAttempt', { params, body }, { idempotencyKey }),
      )
      if (!reply.ok) return reply
      attempts.noteStanding(reply.value)
      if (reply.value.moved === null) publish('payments.changed', { studyID })
      else keeper.keepMoney(reply.value.moved.study)
      return reply
    },
  }
}

/** What every such call answers, without what one of them says besides. */
const toMoneyMoved = (answer: MoneyMoved): MoneyMoved => {
  const { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime } = answer
  return { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime }
}
