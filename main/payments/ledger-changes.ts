import type { PaymentsBridge } from '#contract/payments/bridge.ts'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import { ok, type Reply } from '#contract/reply.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { Publish } from '../publish.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { refuseCardNumbers } from './offline-cash.ts'

export type LedgerChangesParts = {
  readonly calls: StaffCalls
  readonly keeper: RecordKeeper
  readonly publish: Publish
}

type LedgerChanges = Pick<
  PaymentsBridge,
  'applyPromo' | 'applyReferral' | 'updateTransaction' | 'refund' | 'reconcile' | 'changePrice'
>

/**
 * Creates the commands that change a study's ledger, except tenders and card attempts. Only the back office makes these
 * changes, and the workstation stores none of them to send later.
 */
export const createLedgerChanges = ({ calls, keeper, publish }: LedgerChangesParts): LedgerChanges => {
  /**
   * Makes a call that changes a study's payments, and caches the study from the answer. `typed` has the call's
   * free-text fields.
   */
  const move = async <Value extends MoneyMoved>(
    typed: Readonly<Record<string, string>>,
    call: () => Promise<Reply<Value>>,
  ): Promise<Reply<MoneyMoved>> => {
    const reply = refuseCardNumbers(typed) ?? (await completeCall(call))
    if (!reply.ok) return reply
    keeper.keepMoney(reply.value.study)
    return ok(toMoneyMoved(reply.value))
  }

  return {
    applyPromo: async ({ studyID, promoID, promoCategory, promoReason, promoAmount, idempotencyKey }) => {
      const params = { studyId: studyID, promoID }
      const body = { promoCategory, promoReason, promoAmount }
      return await move({ promoReason }, () => calls.callExactly('applyPromo', { params, body }, { idempotencyKey }))
    },

    applyReferral: async ({ studyID, code, idempotencyKey }) => {
      const params = { studyId: studyID, code }
      return await move({ code }, () => calls.callExactly('applyReferral', { params }, { idempotencyKey }))
    },

    updateTransaction: async (input) => {
      const { studyID, transactionID, status, amount, paymentMethod, referenceID, idempotencyKey } = input
      const params = { studyId: studyID, transactionID }
      const body = { amount, details: { status, paymentMethod, referenceID } }
      const typed = refuseCardNumbers({ referenceID })
      if (typed !== null) return typed
      const reply = await completeCall(() =>
        calls.callExactly('updateTransaction', { params, body }, { idempotencyKey }),
      )
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
      const reply = await completeCall(() =>
        calls.callExactly('changePrice', { params, body: { skuID, price } }, { idempotencyKey }),
      )
      if (reply.ok) keeper.keepMoney(reply.value.study)
      return reply
    },
  }
}

/** Returns the fields that the answers of all ledger commands have in common. */
const toMoneyMoved = (answer: MoneyMoved): MoneyMoved => {
  const { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime } = answer
  return { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime }
}
