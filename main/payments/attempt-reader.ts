import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { toMoney } from '#domain/values/money.ts'
import type { CardTerminal, CollectOutcome, InquiryOutcome } from '../devices/card-terminal/card-terminal.ts'
import type { LiveAttempt } from './attempt-live.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'

/** The device that takes the card of an attempt: its reader, or card fields. Nothing here throws. */
export type AttemptReader = {
  /** Collects the card. Returns null for the stand-in's card fields: their outcome arrives later, as an event. */
  collect(attempt: PaymentAttempt, one: LiveAttempt, onPresented: () => void): Promise<CollectOutcome | null>
  /** Asks the device to stop; the result of {@link AttemptReader.collect} shows the effect. */
  stop(attempt: PaymentAttempt, fields: LiveAttempt['cardFields']): void
  inquire(attempt: PaymentAttempt): Promise<InquiryOutcome>
}

export const createAttemptReader = (parts: PaymentAttemptsParts): AttemptReader => {
  const { log } = parts

  /** Returns the attempt's reader if it is still the one in use. */
  const readerOf = (attempt: PaymentAttempt): CardTerminal | null => {
    const terminal = parts.terminal()
    const readerID = terminal?.status().reader?.readerID ?? null
    return terminal?.driver === attempt.route && readerID === attempt.readerID ? terminal : null
  }

  const collect: AttemptReader['collect'] = async (attempt, one, onPresented) => {
    const { attemptID, kind, currency, amountMinor } = attempt
    try {
      if (attempt.route === 'card-fields') return await collectByFields(attempt, one)
      const terminal = readerOf(attempt)
      if (terminal === null) return notStarted('not-connected', 'The card reader is no longer connected.')
      const { clientSecret, refund } = one
      return await terminal.collect(
        { attemptID, kind, amount: toMoney(amountMinor), currency, clientSecret, refund },
        onPresented,
      )
    } catch (thrown) {
      log('error', 'payments.reader-threw', { attemptID, reason: thrown instanceof Error ? thrown.name : '' })
      return { outcome: 'unknown', reason: 'The card reader stopped unexpectedly.' }
    }
  }

  const collectByFields = async (attempt: PaymentAttempt, one: LiveAttempt): Promise<CollectOutcome | null> => {
    const opened = parts.openCardFields(attempt, one.clientSecret)
    if (!opened.ok) return notStarted('unavailable', opened.failure.message)
    one.cardFields = opened.value
    return opened.value === 'stand-in' ? null : await opened.value.outcome
  }

  const stop: AttemptReader['stop'] = (attempt, fields) => {
    if (fields !== null && fields !== 'stand-in') fields.close()
    if (attempt.route === 'card-fields') return
    void Promise.resolve(readerOf(attempt)?.cancel(attempt.attemptID)).catch(() => {
      log('warning', 'payments.reader-not-stopped', { attemptID: attempt.attemptID })
    })
  }

  const inquire: AttemptReader['inquire'] = async (attempt) => {
    const terminal = readerOf(attempt)
    if (terminal === null) return { outcome: 'cannot-say', reason: 'not connected' }
    try {
      return await terminal.inquire(attempt.attemptID)
    } catch {
      return { outcome: 'cannot-say', reason: 'the reader stopped unexpectedly' }
    }
  }

  return { collect, stop, inquire }
}

const notStarted = (code: 'not-connected' | 'unavailable', reason: string): CollectOutcome => ({
  outcome: 'not-started',
  failure: { code, reason },
})
