import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { meaningOf } from '#contract/failures.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import { practitionerIDSchema } from '#domain/people/practitioner.ts'
import type { Delivery, DeliveryChannel } from '#domain/release/delivery.ts'
import { toImageBirthDate } from '#domain/release/image-request.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { type BackOfficeClient, type CallOptions, isOutOfReach } from '../back-office-client/back-office-client.ts'
import { askAgain } from '../back-office-client/settle-call.ts'
import type { MediumWriter, WrittenMedium } from '../devices/media/medium-writer.ts'
import {
  type ClaimedJob,
  cancelAsked,
  type Deliverer,
  type DeliveryOutcome,
  type StillOpen,
} from '../queue/deliverer.ts'

/** What is written down with a job that carries a delivery out. The ticket is its right to, whoever is signed in by then. */
const deliveryPayloadSchema = z.object({
  studyID: studyIDSchema,
  deliveryID: z.string(),
  ticket: z.string(),
  patientID: memberIDSchema,
  practitionerID: practitionerIDSchema,
  practiceLocationID: z.string().nullable(),
  address: z.string(),
  memberDetails: memberDetailsSchema,
  /** Where CD and USB are written; null for the others. */
  target: z.string().nullable(),
  /** Whether images go along: locations in the USA (study spec §7). */
  hasImages: z.boolean(),
})
export type DeliveryPayload = z.infer<typeof deliveryPayloadSchema>

const never = new AbortController().signal

/** A fax may take its time to be handed over; a mail with a large report too. */
const sendMs = 60_000
const unreadable = 'This job could not be read any more.'

/** What a delivery's state at the back office means for the job that carries it out. */
const toOutcome = ({ state, reason, deliveryID }: Delivery): DeliveryOutcome => {
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
 * made: the back office sends a delivery once, whoever asks how often.
 */
const afterFailure = ({ code, message }: Failure): DeliveryOutcome => {
  const isAway = isOutOfReach(code)
  // Two codes differ from their meaning: a ticket that is over does not come back, and a carrier that is away may.
  const isOpen =
    code === 'signed-out' ? false : meaningOf('rest', code) !== 'refused' || code === 'delivery-unavailable'
  return isOpen
    ? { kind: 'retry', reason: message, ...(isAway && { isOutOfReach: true }) }
    : { kind: 'failed', reason: message }
}

/** The ticket, or its author's rights, have ended: nobody here can ask any more, and what has left by then has left. */
const isShutOut = ({ code }: Failure): boolean =>
  code === 'signed-out' || code === 'not-found' || code === 'insufficient-permissions' || code === 'location-forbidden'
const shutOut: DeliveryOutcome = {
  kind: 'uncertain',
  reason: 'The back office does not tell this workstation any more what became of it. Look at Last Send of the study.',
}

type DeliveryDelivererParts = {
  readonly client: Pick<BackOfficeClient, 'call'>
  readonly media: MediumWriter
}

/** Carries out what was registered: fax and e-mail through the back office, CD and USB onto a medium at this workstation. */
export const createDeliveryDeliverers = (
  parts: DeliveryDelivererParts,
): { readonly [Channel in DeliveryChannel]: Deliverer } => {
  const { client, media } = parts

  const optionsOf = (job: ClaimedJob, { ticket }: DeliveryPayload, what: string): CallOptions => ({
    token: ticket,
    // An attempt of its own each time: the answer of one that failed is kept under its key.
    idempotencyKey: `${job.jobID}-${what}-${job.attempt}`,
    timeoutMs: sendMs,
  })
  const paramsOf = ({ studyID, deliveryID }: DeliveryPayload) => ({ params: { studyId: studyID, deliveryID } })

  const look = async (job: ClaimedJob): Promise<DeliveryOutcome | StillOpen> => {
    const payload = deliveryPayloadSchema.safeParse(job.payload)
    if (!payload.success) return { kind: 'failed', reason: unreadable }
    const reply = await client.call('readDelivery', paramsOf(payload.data), { token: payload.data.ticket })
    if (reply.ok) return toOutcome(reply.value.delivery)
    if (isShutOut(reply.failure)) return shutOut
    const outcome = afterFailure(reply.failure)
    // Nobody could be asked: what became of it stays open.
    return outcome.kind === 'retry' ? { kind: 'still', reason: outcome.reason, progress: null } : outcome
  }

  const tell = async (
    job: ClaimedJob,
    payload: DeliveryPayload,
    state: 'delivered' | 'failed' | 'cancelled' | 'uncertain' | 'registered',
    reason: string,
    isFoundOut: boolean,
  ): Promise<Reply<{ delivery: Delivery }>> => {
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
    const reply = await tell(job, payload.data, 'cancelled', '', false)
    if (reply.ok) return { kind: 'cancelled' }
    return { kind: 'too-late', reason: reply.failure.message }
  }

  const settle: Deliverer['settle'] = async (job, settlement) => {
    const payload = deliveryPayloadSchema.safeParse(job.payload)
    if (!payload.success) return { kind: 'failed', reason: unreadable }
    const state =
      settlement === 'delivered' ? 'delivered' : settlement === 'not-delivered' ? 'failed' : ('registered' as const)
    const reply = await tell(
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

  const through = (route: 'sendFax' | 'sendReportEmail'): Deliverer => ({
    stuckAfterMs: route === 'sendFax' ? 30 * 60_000 : 5 * 60_000,
    send: async (job) => {
      const payload = deliveryPayloadSchema.safeParse(job.payload)
      if (!payload.success) return { kind: 'failed', reason: unreadable }
      const { studyID, deliveryID, practitionerID, practiceLocationID, address, memberDetails } = payload.data
      const practitioner = {
        practitionerID,
        locationID: practiceLocationID,
        ...(route === 'sendFax' ? { faxNumber: address } : { emailAddress: address }),
      }
      const body = { practitioner, memberDetails, deliveryID }
      const options = optionsOf(job, payload.data, 'send')
      const reply = await client.call(route, { params: { studyId: studyID }, body }, options)
      if (reply.ok) return toOutcome(reply.value.delivery)
      // The first time nothing can have left yet; later an answer may have been lost.
      return job.attempt > 1 && isShutOut(reply.failure) ? shutOut : afterFailure(reply.failure)
    },
    reconcile: look,
    watch: async (job) => {
      const outcome = await look(job)
      return outcome.kind === 'handed-over' ? { kind: 'still', reason: null, progress: null } : outcome
    },
    cancel,
    settle,
  })

  const onMedium = (channel: 'cd' | 'usb'): Deliverer => {
    const nameOf = ({ deliveryID }: DeliveryPayload): string =>
      `ATRIUM-${deliveryID
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(-8)
        .toUpperCase()}`

    const finish = async (
      job: ClaimedJob,
      payload: DeliveryPayload,
      written: WrittenMedium,
      signal: AbortSignal,
    ): Promise<DeliveryOutcome> => {
      const isWritten = written.kind === 'written'
      // Stopped by staff it was cancelled; stopped with Atrium it is not over, and begins anew with it.
      if (!isWritten && signal.aborted && signal.reason !== cancelAsked)
        return { kind: 'failed', reason: written.words }
      const state = isWritten ? 'delivered' : signal.aborted ? 'cancelled' : 'failed'
      const told = await tell(job, payload, state, state === 'failed' && !isWritten ? written.words : '', false)
      if (isWritten) return told.ok ? { kind: 'delivered' } : { kind: 'handed-over', receipt: written.path }
      return { kind: 'failed', reason: written.words }
    }

    /** What goes onto it; images are asked for first where they go along. */
    const fetchFiles = async (
      job: ClaimedJob,
      payload: DeliveryPayload,
    ): Promise<Reply<{ files: readonly { path: string; base64: string; sha256: string }[] }>> => {
      const { studyID, patientID, practitionerID, practiceLocationID, memberDetails, deliveryID } = payload
      if (payload.hasImages) {
        const { firstname, lastname, dob } = memberDetails
        const body = { firstname, lastname, dob: toImageBirthDate(dob) }
        const options = optionsOf(job, payload, 'images')
        const asked = await client.call('requestImages', { params: { studyId: studyID }, body }, options)
        // The report goes all the same where no archive can be asked; what the disc lacks, its index says.
        if (!asked.ok && asked.failure.code !== 'delivery-unavailable') return asked
      }
      const practitioner = { practitionerID, locationID: practiceLocationID }
      return await client.call(
        'exportForMedium',
        { params: { patient: patientID }, body: { studyID, channel, practitioner, memberDetails, deliveryID } },
        { token: payload.ticket, timeoutMs: sendMs },
      )
    }

    return {
      stuckAfterMs: 10 * 60_000,
      send: async (job, progress, signal) => {
        const read = deliveryPayloadSchema.safeParse(job.payload)
        if (!read.success || read.data.target === null) return { kind: 'failed', reason: unreadable }
        const payload = read.data
        const fetched = await fetchFiles(job, payload)
        if (!fetched.ok) return afterFailure(fetched.failure)
        const files = fetched.value.files.map(({ path, base64, sha256 }) => ({
          path,
          bytes: new Uint8Array(Buffer.from(base64, 'base64')),
          sha256,
        }))
        const form = channel === 'cd' ? ('image' as const) : ('folder' as const)
        const written = await media.write(
          { target: read.data.target, name: nameOf(payload), form, files },
          (done, total) => progress({ done, total, unit: 'files' }),
          signal,
        )
        return await finish(job, payload, written, signal)
      },
      // Files at this desk can be looked at: a whole one is there, of a part nothing was handed to anybody.
      reconcile: async (job) => {
        const read = deliveryPayloadSchema.safeParse(job.payload)
        if (!read.success || read.data.target === null) return { kind: 'failed', reason: unreadable }
        const standing = await media.check(read.data.target, nameOf(read.data))
        return standing === 'whole'
          ? await finish(job, read.data, { kind: 'written', path: read.data.target, files: 0 }, never)
          : { kind: 'retry', reason: 'Writing was interrupted; it begins anew.' }
      },
      // Written, and the back office does not know yet.
      watch: async (job) => {
        const read = deliveryPayloadSchema.safeParse(job.payload)
        if (!read.success) return { kind: 'failed', reason: unreadable }
        const told = await tell(job, read.data, 'delivered', '', false)
        return told.ok ? { kind: 'delivered' } : { kind: 'still', reason: told.failure.message, progress: null }
      },
      cancel,
      settle,
    }
  }

  return { fax: through('sendFax'), email: through('sendReportEmail'), cd: onMedium('cd'), usb: onMedium('usb') }
}
