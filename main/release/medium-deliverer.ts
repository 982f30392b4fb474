import { Buffer } from 'node:buffer'
import type { Reply } from '#contract/reply.ts'
import { toImageBirthDate } from '#domain/release/image-request.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { MediumWriter, WrittenMedium } from '../devices/media/medium-writer.ts'
import { type ClaimedJob, cancelAsked, type Deliverer, type DeliveryOutcome } from '../queue/deliverer.ts'
import { afterFailure, type DeliveryCalls, sendMs } from './delivery-calls.ts'
import { type DeliveryPayload, deliveryPayloadSchema, unreadablePayload } from './delivery-payload.ts'

const never = new AbortController().signal

/**
 * Creates the deliverer that writes a report, with its images where included, to a CD or a USB stick at this
 * workstation.
 */
export const createMediumDeliverer = (
  parts: {
    readonly client: Pick<BackOfficeClient, 'call'>
    readonly media: MediumWriter
    readonly calls: DeliveryCalls
  },
  channel: 'cd' | 'usb',
): Deliverer => {
  const { client, media, calls } = parts

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
    // When staff stop the job, it is cancelled. When Atrium stops, nothing is reported and the queue ignores this
    // result. The next start of Atrium checks the medium, and writes it again unless it is complete.
    if (!isWritten && signal.aborted && signal.reason !== cancelAsked) return { kind: 'failed', reason: written.words }
    const state = isWritten ? 'delivered' : signal.aborted ? 'cancelled' : 'failed'
    const told = await calls.report(job, payload, state, state === 'failed' && !isWritten ? written.words : '', false)
    if (isWritten) return told.ok ? { kind: 'delivered' } : { kind: 'handed-over', receipt: written.path }
    return { kind: 'failed', reason: written.words }
  }

  /** Fetches the files of a medium, after requesting its images where included. */
  const fetchFiles = async (
    job: ClaimedJob,
    payload: DeliveryPayload,
  ): Promise<Reply<{ files: readonly { path: string; base64: string; sha256: string }[] }>> => {
    const { studyID, patientID, practitionerID, practiceLocationID, memberDetails, deliveryID } = payload
    if (payload.hasImages) {
      const { firstname, lastname, dob } = memberDetails
      const body = { firstname, lastname, dob: toImageBirthDate(dob) }
      const options = calls.optionsOf(job, payload, 'images')
      const asked = await client.call('requestImages', { params: { studyId: studyID }, body }, options)
      // The report is written even if no archive is available: the medium's index page then states the lack of images.
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
      if (!read.success || read.data.target === null) return unreadablePayload
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
    // Files at this workstation can be checked: a complete medium counts as written; a partial one cannot have been
    // handed out.
    reconcile: async (job) => {
      const read = deliveryPayloadSchema.safeParse(job.payload)
      if (!read.success || read.data.target === null) return unreadablePayload
      const fileState = await media.check(read.data.target, nameOf(read.data))
      return fileState === 'whole'
        ? await finish(job, read.data, { kind: 'written', path: read.data.target, files: 0 }, never)
        : { kind: 'retry', reason: 'Writing was interrupted and starts again.' }
    },
    // The medium is written, but the back office does not know yet.
    watch: async (job) => {
      const read = deliveryPayloadSchema.safeParse(job.payload)
      if (!read.success) return unreadablePayload
      const told = await calls.report(job, read.data, 'delivered', '', false)
      return told.ok ? { kind: 'delivered' } : { kind: 'still', reason: told.failure.message, progress: null }
    },
    cancel: calls.cancel,
    settle: calls.settle,
  }
}
