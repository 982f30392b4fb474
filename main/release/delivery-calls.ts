import { randomUUID } from 'node:crypto'
import { meaningOf } from '#contract/failures.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type BackOfficeClient, type CallOptions, isOutOfReach } from '../back-office-client/back-office-client.ts'
import { askAgain } from '../back-office-client/complete-call.ts'
import type { ClaimedJob, Deliverer, DeliveryOutcome, StillOpen } from '../queue/deliverer.ts'
import { type DeliveryPayload, deliveryPayloadSchema, unreadablePayload } from './delivery-payload.ts'

/** Time limit of a send, in milliseconds: a fax submission or an email with a large report takes a long time. */
export const sendMs = 60_000

/** Converts a delivery's state at the back office into the outcome of its job. */
export const toOutcome = ({ state, reason, deliveryID }: Delivery): DeliveryOutcome => {
  switch (state) {
    case 'delivered':
      return { kind: 'delivered' }
    case 'handed-over':
      return { kind: 'handed-over', receipt: deliveryID }
    case 'registered':
      return { kind: 'retry', reason: reason ?? 'Nothing was sent yet.' }
    case 'sending':
      return { kind: 'handed-over', receipt: deliveryID }
    case 'uncertain':
      return { kind: 'uncertain', reason: reason ?? releaseMessages.uncertain }
    case 'failed':
      return { kind: 'failed', reason: reason ?? "It couldn't be sent." }
    case 'cancelled':
      return { kind: 'failed', reason: 'It was cancelled.' }
  }
}

/**
 * Returns the outcome after a failed call: a retry if that may help, otherwise a failure. A retry is safe even if the
 * failed call reached the back office, which sends each delivery only once.
 */
export const afterFailure = ({ code, message }: Failure): DeliveryOutcome => {
  const isAway = isOutOfReach(code)
  // Two codes differ from their general meaning: an expired ticket stays expired, and an unavailable carrier may come
  // back.
  const isOpen =
    code === 'signed-out' ? false : meaningOf('rest', code) !== 'refused' || code === 'delivery-unavailable'
  return isOpen
    ? { kind: 'retry', reason: message, ...(isAway && { isOutOfReach: true }) }
    : { kind: 'failed', reason: message }
}

/**
 * Returns whether the ticket or its author's rights have ended. This workstation can then no longer read the result;
 * the delivery may already have been sent.
 */
export const isAccessLost = ({ code }: Failure): boolean =>
  code === 'signed-out' || code === 'not-found' || code === 'insufficient-permissions' || code === 'location-forbidden'
export const accessLostOutcome: DeliveryOutcome = {
  kind: 'uncertain',
  reason: "The server no longer reports this job's result to this computer. Check Last Send on the study.",
}

/** The calls that every channel makes about a delivery. They use the ticket of the delivery's job. */
export type DeliveryCalls = {
  optionsOf(job: ClaimedJob, payload: DeliveryPayload, what: string): CallOptions
  /** Reads the result of a delivery. */
  look(job: ClaimedJob): Promise<DeliveryOutcome | StillOpen>
  /**
   * Reports the result of a delivery. If `isFoundOut`, staff found out the result; otherwise this workstation did.
   */
  report(
    job: ClaimedJob,
    payload: DeliveryPayload,
    state: 'delivered' | 'failed' | 'cancelled' | 'uncertain' | 'registered',
    reason: string,
    isFoundOut: boolean,
  ): Promise<Reply<{ delivery: Delivery }>>
  readonly cancel: Deliverer['cancel']
  readonly settle: Deliverer['settle']
}

export const createDeliveryCalls = (client: Pick<BackOfficeClient, 'call'>): DeliveryCalls => {
  const optionsOf: DeliveryCalls['optionsOf'] = (job, { ticket }, what) => ({
    token: ticket,
    // Each attempt has its own key, because the back office stores the answer to a failed attempt under its key.
    idempotencyKey: `${job.jobID}-${what}-${job.attempt}`,
    timeoutMs: sendMs,
  })
  const paramsOf = ({ studyID, deliveryID }: DeliveryPayload) => ({ params: { studyId: studyID, deliveryID } })

  const look = async (job: ClaimedJob): Promise<DeliveryOutcome | StillOpen> => {
    const payload = deliveryPayloadSchema.safeParse(job.payload)
    if (!payload.success) return unreadablePayload
    const reply = await client.call('readDelivery', paramsOf(payload.data), { token: payload.data.ticket })
    if (reply.ok) return toOutcome(reply.value.delivery)
    if (isAccessLost(reply.failure)) return accessLostOutcome
    const outcome = afterFailure(reply.failure)
    // The back office did not return the result, so the result stays open.
    return outcome.kind === 'retry' ? { kind: 'still', reason: outcome.reason, progress: null } : outcome
  }

  const report: DeliveryCalls['report'] = async (job, payload, state, reason, isFoundOut) => {
    // Each user action has its own key. With a shared key, an action would get the stored refusal of an earlier one.
    const key = randomUUID()
    const call = () =>
      client.call(
        'settleDelivery',
        { ...paramsOf(payload), body: { state, reason: reason.slice(0, 300), isFoundOut } },
        { ...optionsOf(job, payload, state), idempotencyKey: key },
      )
    // If the repeated call also fails, its failure is returned unchanged, because callers show its message with the
    // job.
    return (await askAgain(call)).reply
  }

  const cancel: Deliverer['cancel'] = async (job) => {
    const payload = deliveryPayloadSchema.safeParse(job.payload)
    if (!payload.success) return { kind: 'cancelled' }
    const reply = await report(job, payload.data, 'cancelled', '', false)
    if (reply.ok) return { kind: 'cancelled' }
    return { kind: 'too-late', reason: reply.failure.message }
  }

  const settle: Deliverer['settle'] = async (job, settlement) => {
    const payload = deliveryPayloadSchema.safeParse(job.payload)
    if (!payload.success) return unreadablePayload
    const state =
      settlement === 'delivered' ? 'delivered' : settlement === 'not-delivered' ? 'failed' : ('registered' as const)
    const reply = await report(
      job,
      payload.data,
      state,
      settlement === 'not-delivered' ? 'Staff found that it did not arrive.' : '',
      true,
    )
    // Until the back office has the result, the job stays uncertain: sending it again would bypass Last Send.
    if (!reply.ok) return { kind: 'uncertain', reason: reply.failure.message }
    return settlement === 'send-again' ? { kind: 'retry', reason: '' } : toOutcome(reply.value.delivery)
  }

  return { optionsOf, look, report, cancel, settle }
}
