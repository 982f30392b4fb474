import { randomUUID } from 'node:crypto'
import { meaningOf } from '#contract/failures.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type BackOfficeClient, type CallOptions, isOutOfReach } from '../back-office-client/back-office-client.ts'
import { askAgain } from '../back-office-client/complete-call.ts'
import type { ClaimedJob, Deliverer, DeliveryOutcome, StillOpen } from '../queue/deliverer.ts'
import { type DeliveryPayload, deliveryPayloadSchema, unreadablePayload } from './delivery-payload.ts'

/** A fax may take its time to be handed over; a mail with a large report too. */
export const sendMs = 60_000

/** What a delivery's state at the back office means for the job that carries it out. */
export const toOutcome = ({ state, reason, deliveryID }: Delivery): DeliveryOutcome => {
  switch (state) {
    case 'delivered':
      return { kind: 'delivered' }
    case 'handed-over':
      return { kind: 'handed-over', receipt: deliveryID }
    case 'registered':
      return { kind: 'retry', reason: reason ?? 'Nothing has left yet.' }
    case 'sending':
      return { kind: 'handed-over', receipt: deliveryID }
    case 'uncertain':
      return { kind: 'uncertain', reason: reason ?? releaseMessages.uncertain }
    case 'failed':
      return { kind: 'failed', reason: reason ?? 'It could not be sent.' }
    case 'cancelled':
      return { kind: 'failed', reason: 'It was cancelled.' }
  }
}

/**
 * A call that failed: again where that may help, else the end of it. Asking again is safe even where the call may have been
 * made: the back office sends a delivery once, however often it is asked.
 */
export const afterFailure = ({ code, message }: Failure): DeliveryOutcome => {
  const isAway = isOutOfReach(code)
  // Two codes differ from their meaning: a ticket that is over does not come back, and a carrier that is away may.
  const isOpen =
    code === 'signed-out' ? false : meaningOf('rest', code) !== 'refused' || code === 'delivery-unavailable'
  return isOpen
    ? { kind: 'retry', reason: message, ...(isAway && { isOutOfReach: true }) }
    : { kind: 'failed', reason: message }
}

/** The ticket, or its author's rights, have ended: this workstation cannot ask any more, and what has left by then has left. */
export const isShutOut = ({ code }: Failure): boolean =>
  code === 'signed-out' || code === 'not-found' || code === 'insufficient-permissions' || code === 'location-forbidden'
export const shutOut: DeliveryOutcome = {
  kind: 'uncertain',
  reason: 'The back office does not tell this workstation any more what became of it. Look at Last Send of the study.',
}

/** The calls about a delivery that every channel makes, under the ticket of its job. */
export type DeliveryCalls = {
  optionsOf(job: ClaimedJob, payload: DeliveryPayload, what: string): CallOptions
  /** Asks what became of it. */
  look(job: ClaimedJob): Promise<DeliveryOutcome | StillOpen>
  /** Reports what became of it. `isFoundOut`: staff looked, it was not this workstation that saw it. */
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
    // An attempt of its own each time: the answer of one that failed is kept under its key.
    idempotencyKey: `${job.jobID}-${what}-${job.attempt}`,
    timeoutMs: sendMs,
  })
  const paramsOf = ({ studyID, deliveryID }: DeliveryPayload) => ({ params: { studyId: studyID, deliveryID } })

  const look = async (job: ClaimedJob): Promise<DeliveryOutcome | StillOpen> => {
    const payload = deliveryPayloadSchema.safeParse(job.payload)
    if (!payload.success) return unreadablePayload
    const reply = await client.call('readDelivery', paramsOf(payload.data), { token: payload.data.ticket })
    if (reply.ok) return toOutcome(reply.value.delivery)
    if (isShutOut(reply.failure)) return shutOut
    const outcome = afterFailure(reply.failure)
    // The back office could not be asked: what became of it stays open.
    return outcome.kind === 'retry' ? { kind: 'still', reason: outcome.reason, progress: null } : outcome
  }

  const report: DeliveryCalls['report'] = async (job, payload, state, reason, isFoundOut) => {
    // Each press is an act of its own: the answer to one that came too late must not be kept for the next.
    const key = randomUUID()
    const call = () =>
      client.call(
        'settleDelivery',
        { ...paramsOf(payload), body: { state, reason: reason.slice(0, 300), isFoundOut } },
        { ...optionsOf(job, payload, state), idempotencyKey: key },
      )
    // What the second call says counts as it is: its words go to the job.
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
    // Until the back office knows, the job stays in question: it must not be sent again behind the back of Last Send.
    if (!reply.ok) return { kind: 'uncertain', reason: reply.failure.message }
    return settlement === 'send-again' ? { kind: 'retry', reason: '' } : toOutcome(reply.value.delivery)
  }

  return { optionsOf, look, report, cancel, settle }
}
