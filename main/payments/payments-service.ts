import type { PaymentsBridge } from '#contract/payments/bridge.ts'
import type { QueuedMessage } from '#contract/queue/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { toReferences } from '#domain/payments/payment-form.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { offlineMessage } from '../back-office-client/staff-calls.ts'
import type { SessionHolder } from '../session/session-service.ts'
import { createAttemptResolution } from './attempt-resolution.ts'
import { createLedgerChanges, type LedgerChangesParts } from './ledger-changes.ts'
import { refuseAsTyped, refuseCardNumbers, refuseForbiddenHold, refuseProvisional } from './offline-cash.ts'
import { createPaymentViewReader, type PaymentViewReaderParts } from './payment-view-reader.ts'

type MoneyMessages = {
  send(message: 'invoice', studyID: StudyID, idempotencyKey: string): Promise<Reply<QueuedMessage>>
  sendReceipt(studyID: StudyID, transactionID: TransactionID, idempotencyKey: string): Promise<Reply<QueuedMessage>>
}

export type PaymentsServiceParts = PaymentViewReaderParts &
  LedgerChangesParts & {
    readonly session: SessionHolder
    /** Records emails with invoices and receipts; the queue sends them. A repeated key sends no second email. */
    readonly messages: MoneyMessages
    isOnline(): boolean
  }

const waitingMessage =
  "Money taken at this desk isn't recorded on this study yet. You can charge a card once the money is recorded."

type StartAttemptInput = Parameters<PaymentsBridge['startAttempt']>[0]

/**
 * Creates the payments service: the back office's ledger, this workstation's card attempts and its waiting payments.
 */
export const createPaymentsService = (parts: PaymentsServiceParts): PaymentsBridge => {
  const { calls, database, keeper, session, attempts, outbox, isOnline } = parts

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

  /**
   * Sends the user's waiting tenders. Refuses a card payment if a tender of this study still waits afterwards.
   * Otherwise the card would be charged for money that this workstation has already taken.
   */
  const refuseWhileWaiting = async ({ studyID, attemptID }: StartAttemptInput) => {
    const isWaiting = () => outbox.provisional(studyID).some(({ failure }) => failure === null)
    if (!isWaiting() || attempts.open().some((known) => known.attemptID === attemptID)) return null
    if (!isOnline()) return fail('offline', offlineMessage)
    await outbox.settleOpen()
    return isWaiting() ? fail('payment-in-progress', waitingMessage) : null
  }

  return {
    ...createPaymentViewReader(parts),
    ...createLedgerChanges(parts),
    ...createAttemptResolution(parts),
    record,

    readTransaction: async ({ transactionID }) => await calls.call('readTransaction', { params: { transactionID } }),

    waiting: async () => ok(outbox.waiting()),

    dismissProvisional: async ({ idempotencyKey }) => {
      outbox.dismiss(idempotencyKey)
      return ok({})
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

    emailInvoice: async ({ studyID, idempotencyKey }) => await parts.messages.send('invoice', studyID, idempotencyKey),
    emailReceipt: async ({ studyID, transactionID, idempotencyKey }) =>
      await parts.messages.sendReceipt(studyID, transactionID, idempotencyKey),

    startAttempt: async (input) => (await refuseWhileWaiting(input)) ?? (await attempts.start(input)),
    startRefund: attempts.startRefund,
    cardFieldsDone: attempts.cardFieldsDone,
    cancelAttempt: attempts.cancel,
    checkAttempt: attempts.check,
    openAttempts: async () => ok(attempts.open()),

    acknowledgeAttempt: async ({ attemptID }) => {
      attempts.acknowledge(attemptID)
      return ok({})
    },
  }
}
