import { isOutcomeUnknown } from '#contract/failures.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { ProcessorLink } from '../devices/card-terminal/card-terminal.ts'
import type { AttemptOffice } from './attempt-ports.ts'

/** Creates the card readers' link to the processor, through the back office in the name of the signed-in user. */
export const createProcessorLink = (calls: StaffCalls): ProcessorLink => ({
  connectionToken: async (locationID) => {
    const reply = await calls.call('readTerminalToken', { params: { locationID } })
    // The screen shows the text of the spec's error catalogue; the back office logs why it returned no token.
    return reply.ok ? reply : { ok: false, failure: { code: 'unavailable', reason: paymentMessages.tokenError } }
  },
  confirmSimulated: async (clientSecret, paymentMethod) => {
    const body = { client_secret: clientSecret, payment_method: paymentMethod }
    const reply = await calls.callExactly('confirmSimulatedPayment', { body })
    if (!reply.ok) {
      const { code, message } = reply.failure
      return { ok: false, isOutcomeUnknown: isOutcomeUnknown('rest', code), reason: message }
    }
    const { id, status, error } = reply.value
    return {
      ok: true,
      value: {
        id,
        status,
        error: error === null ? null : { code: error.code, declineCode: error.decline_code, message: error.message },
      },
    }
  },
})

/**
 * Creates the calls of payment attempts, with exact failures: an attempt depends on knowing whether a call was made.
 */
export const createAttemptOffice = (calls: StaffCalls): AttemptOffice => ({
  register: ({ locationID, studyID, attemptID, amountMinor, route, kind, refundOf, memo }) => {
    const body = { amount: toDecimalAmount(toMoney(amountMinor)), studyID, attemptID, route, kind, refundOf, memo }
    return calls.callExactly('createTerminalPayment', { params: { locationID }, body }, { idempotencyKey: attemptID })
  },
  cancelIntent: (locationID, paymentIntentId) =>
    calls.callExactly('createTerminalPayment', { params: { locationID }, body: { paymentIntentId, cancel: true } }),
  settle: ({ attemptID, studyID }, body) =>
    calls.callExactly('settlePaymentAttempt', { params: { studyId: studyID, attemptID }, body }),
  readTransaction: (transactionID) => calls.callExactly('readTransaction', { params: { transactionID } }),
  readInteracRefund: (referenceID) => calls.callExactly('readInteracRefund', { params: { referenceID } }),
  confirmSimulated: (clientSecret, paymentMethod) =>
    calls.callExactly('confirmSimulatedPayment', {
      body: { client_secret: clientSecret, payment_method: paymentMethod },
    }),
})
