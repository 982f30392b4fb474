import type { PaymentsBridge } from '#contract/payments/bridge.ts'
import type { AttemptStatusReply } from '#contract/payments/routes.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { confirmStandIn } from './attempt-card-fields.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import { createAttemptRunner } from './attempt-runner.ts'
import { createAttemptStart, openAttemptsOf } from './attempt-start.ts'

/** Card payments and card-present refunds of this workstation, from the row in the journal to the transaction. */
export type PaymentAttempts = {
  readonly start: PaymentsBridge['startAttempt']
  readonly startRefund: PaymentsBridge['startRefund']
  readonly cardFieldsDone: PaymentsBridge['cardFieldsDone']
  readonly cancel: PaymentsBridge['cancelAttempt']
  readonly check: PaymentsBridge['checkAttempt']
  /**
   * Returns all attempts that have not ended or were not acknowledged, oldest first. Answers the command
   * `payments.openAttempts`.
   */
  open(): readonly PaymentAttempt[]
  /** Returns a study's attempts that have not ended, or were approved and are not recorded yet. */
  openOf(studyID: StudyID): readonly PaymentAttempt[]
  acknowledge(attemptID: AttemptID): void
  /** Returns whether any user's attempt still needs its result or its transaction. */
  hasOpen(): boolean
  /**
   * Finds the result of every open attempt that no reader is collecting. Runs at start-up and reconnect, before any
   * other payment work.
   */
  settleOpen(): Promise<void>
  /** Applies an answer that another service received from the back office, such as when finance resolved an attempt. */
  noteStanding(standing: AttemptStatusReply): void
  /** Stops every timer; resolves when no call is under way. Afterwards nothing begins, is written or is published. */
  finish(): Promise<void>
}

const notFoundMessage = 'This computer has no record of this payment.'

/** Creates a workstation's attempts; {@link PaymentAttempts.settleOpen} resumes those of an earlier run. */
export const createPaymentAttempts = (parts: PaymentAttemptsParts): PaymentAttempts => {
  const { journal, office, log } = parts
  const runner = createAttemptRunner(parts)
  const { startAttempt, startRefund } = createAttemptStart(parts, runner)
  let settling: Promise<void> | null = null

  const known = (attemptID: AttemptID): Reply<PaymentAttempt> => {
    const attempt = journal.read(attemptID)
    return attempt === null ? fail('not-found', notFoundMessage) : ok(attempt)
  }

  const settleAll = async (): Promise<void> => {
    const rows = journal.unreadable().length
    if (rows > 0) log('error', 'payments.attempts-unreadable', { rows })
    await Promise.all(journal.open().map((attempt) => runner.findOut(attempt)))
  }

  return {
    start: startAttempt,
    startRefund,
    cardFieldsDone: async ({ attemptID, testPaymentMethod }) => {
      const attempt = journal.read(attemptID)
      const clientSecret = runner.standInSecret(attemptID)
      if (attempt === null || clientSecret === null) return fail('not-found', notFoundMessage)
      if (attempt.state !== 'handed-off' || attempt.isCancelAsked) return ok(attempt)
      runner.dispatch(attemptID, { kind: 'card-presented' })
      void confirmStandIn(office, clientSecret, testPaymentMethod).then((answer) =>
        runner.dispatch(attemptID, { kind: 'reader-answered', answer }),
      )
      return known(attemptID)
    },
    cancel: async ({ attemptID }) => {
      const attempt = journal.read(attemptID)
      if (attempt !== null) runner.cancel(attempt)
      return known(attemptID)
    },
    check: async ({ attemptID }) => {
      const attempt = journal.read(attemptID)
      if (attempt !== null && isOpenAttempt(attempt)) await runner.findOut(attempt)
      return known(attemptID)
    },
    open: () => journal.unacknowledged(),
    openOf: (studyID) => openAttemptsOf(journal, studyID),
    acknowledge: (attemptID) => {
      journal.acknowledge(attemptID)
    },
    hasOpen: () => journal.open().length > 0,
    settleOpen: () => {
      settling ??= settleAll().finally(() => {
        settling = null
      })
      return settling
    },
    noteStanding: (standing) => runner.noteStanding(standing),
    finish: () => runner.finish(),
  }
}
