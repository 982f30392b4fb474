import type { PaymentsBridge } from '#contract/payments/bridge.ts'
import type { AttemptStatusReply } from '#contract/payments/routes.ts'
import { ok, type Reply } from '#contract/reply.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { Publish } from '../publish.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import type { PaymentAttempts } from './attempts.ts'
import { refuseCardNumbers } from './offline-cash.ts'

type AttemptResolutionParts = {
  readonly calls: StaffCalls
  readonly keeper: RecordKeeper
  readonly attempts: Pick<PaymentAttempts, 'noteStanding'>
  readonly publish: Publish
}

/**
 * Creates the commands for open card attempts of any workstation: the back office's check with the processor, and the
 * decision by staff.
 */
export const createAttemptResolution = (
  parts: AttemptResolutionParts,
): Pick<PaymentsBridge, 'checkOpenAttempt' | 'resolveAttempt'> => {
  const { calls, keeper, attempts, publish } = parts

  /**
   * Applies the back office's answer to the study and, if this workstation has a record of the attempt, to that record.
   */
  const note = (studyID: StudyID, standing: AttemptStatusReply): void => {
    attempts.noteStanding(standing)
    if (standing.moved === null) publish('payments.changed', { studyID })
    else keeper.keepMoney(standing.moved.study)
  }

  return {
    checkOpenAttempt: async ({ studyID, attemptID }) => {
      const params = { studyId: studyID, attemptID }
      const body = { isAbandoned: false, terminal: null }
      const reply = await calls.call('settlePaymentAttempt', { params, body })
      if (!reply.ok) return reply
      note(studyID, reply.value)
      return ok({ state: reply.value.state })
    },

    resolveAttempt: async ({ studyID, attemptID, outcome, referenceID, reason, idempotencyKey }) => {
      const params = { studyId: studyID, attemptID }
      const body = { outcome, referenceID, reason }
      const typed = refuseCardNumbers({ referenceID, reason })
      if (typed !== null) return typed
      const reply: Reply<AttemptStatusReply> = await completeCall(() =>
        calls.callExactly('resolvePaymentAttempt', { params, body }, { idempotencyKey }),
      )
      if (!reply.ok) return reply
      note(studyID, reply.value)
      return reply
    },
  }
}
