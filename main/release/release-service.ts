import type { Recipient, ReleaseBridge } from '#contract/release/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { fullName } from '#domain/members/member.ts'
import type { Practitioner, PractitionerRef } from '#domain/people/practitioner.ts'
import { deliveryChannels, type UsedAddress } from '#domain/release/delivery.ts'
import { canRequestImages } from '#domain/release/image-request.ts'
import { addressOf, addressProblem } from '#domain/release/recipient.ts'
import { releasableItems } from '#domain/release/releasable-items.ts'
import type { Study } from '#domain/study/study.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { MediumWriter } from '../devices/media/medium-writer.ts'
import { activeDocuments } from '../documents/study-item-reader.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import { toJobFor } from '../queue/jobs-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import type { DeliveryPayload } from './delivery-payload.ts'

type ReleaseServiceParts = {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly queue: JobQueue
  readonly media: MediumWriter
  /** How long a send can be undone before it is handed over, in milliseconds. */
  readonly undoMs: number
}

/** Time limit of a preview, in milliseconds: stamping and transferring a large report takes a long time. */
const previewMs = 60_000
const noJob = "The job couldn't be saved on this computer, so nothing was sent. Try again."
const noTarget = 'Choose where to write the files.'

const toRecipients = (
  study: Study,
  directory: readonly Practitioner[],
  used: readonly UsedAddress[],
): readonly Recipient[] => {
  const { primary, referring, additional } = study.details.practitioners
  const named: readonly (readonly [Recipient['role'], PractitionerRef | null])[] = [
    ['primary', primary],
    ['referring', referring],
    ...additional.map((ref) => ['additional', ref] as const),
  ]
  return named.flatMap(([role, ref]) => {
    const practitioner = directory.find(({ id }) => id === ref?.practitionerID)
    if (ref === null || practitioner === undefined) return []
    const addresses = deliveryChannels.map((channel) => {
      const address = addressOf(practitioner, ref.locationID, channel)
      const lastUsedAt = used.find((one) => one.channel === channel && one.address === address)?.lastUsedAt ?? null
      return { channel, address, problem: addressProblem(channel, address), lastUsedAt }
    })
    return [{ practitioner, role, practiceLocationID: ref.locationID, addresses }]
  })
}

/**
 * Creates the service that sends reports to practitioners. The back office checks and registers each delivery, and this
 * workstation's queue carries it out.
 */
export const createReleaseService = (parts: ReleaseServiceParts): ReleaseBridge => {
  const { calls, reader, keeper, session, queue, media, undoMs } = parts
  return {
    read: async ({ studyID }) => {
      const [view, release, documents] = await Promise.all([
        reader.readFresh(studyID),
        calls.call('readRelease', { params: { studyId: studyID } }),
        calls.callGraphql('getActiveDocuments', { ...activeDocuments, variables: { studyId: studyID } }),
      ])
      if (!view.ok) return view
      if (!release.ok) return release
      if (!documents.ok) return documents
      const { study, member, location, practitioners } = view.value
      return ok({
        study,
        member,
        location,
        items: releasableItems(study, documents.value.getActiveDocuments),
        recipients: toRecipients(study, practitioners ?? [], release.value.usedAddresses),
        deliveries: release.value.deliveries,
      })
    },

    preview: async ({ studyID, item, memberDetails, shouldEncryptPdf, shouldHideHIContent }) => {
      const body = { memberDetails, shouldEncryptPdf, shouldHideHIContent, ...(item !== null && { item }) }
      const reply = await calls.call('previewPdf', { params: { studyId: studyID }, body }, { timeoutMs: previewMs })
      if (!reply.ok) return reply
      const { pdf, ...rest } = reply.value
      return ok({ ...rest, base64: pdf })
    },

    readTargets: async () => ok(await media.targets()),

    readHistory: ({ practitionerID, before }) =>
      calls.call('readPractitionerHistory', {
        params: { practitionerID },
        query: before === null ? {} : { before },
      }),

    confirmDisc: async ({ studyID, deliveryID, outcome, idempotencyKey }) => {
      const confirmed = await completeCall(() =>
        calls.callExactly(
          'confirmDisc',
          { params: { studyId: studyID, deliveryID }, body: { outcome } },
          { idempotencyKey },
        ),
      )
      if (!confirmed.ok) return confirmed
      keeper.noteStudy(studyID)
      return ok(confirmed.value.delivery)
    },

    send: async (input) => {
      const { studyID, channel, item, title, target, idempotencyKey, ...rest } = input
      const isOnMedium = channel === 'cd' || channel === 'usb'
      if (isOnMedium && target === null) return fail('invalid-input', noTarget, { fields: { target: noTarget } })
      const view = await reader.readFresh(studyID)
      if (!view.ok) return view
      const body = { channel, ...rest, ...(item !== null && { item }), ...(title !== null && { title }) }
      const registered = await completeCall(() =>
        calls.callExactly('registerDelivery', { params: { studyId: studyID }, body }, { idempotencyKey }),
      )
      if (!registered.ok) return registered
      const { delivery, ticket, password } = registered.value
      const { study, member, location } = view.value
      const payload: DeliveryPayload = {
        studyID,
        deliveryID: delivery.deliveryID,
        ticket,
        patientID: member.patientID,
        practitionerID: input.practitionerID,
        practiceLocationID: input.practiceLocationID,
        address: delivery.address,
        memberDetails: input.memberDetails,
        target: isOnMedium ? target : null,
        hasImages: isOnMedium && canRequestImages(location),
      }
      const user = session.user()
      const job = queue.add({
        jobID: idempotencyKey,
        kind: channel,
        title: delivery.title,
        member: { name: fullName(member), dob: member.dob },
        studyID,
        locationID: study.locationID,
        recipient: [
          delivery.recipientName,
          isOnMedium ? (target ?? '') : channel === 'fax' ? formatPhone(delivery.address) : delivery.address,
        ]
          .filter((part) => part !== '')
          .join(', '),
        by: user?.fullname ?? '',
        author: user?.user_id ?? '',
        payload,
        content: null,
        holdMs: undoMs,
      })
      // A delivery that is registered but never sent is harmless, and a retry with the same key finds it.
      if (!job.ok) return fail('job-not-movable', noJob)
      keeper.noteStudy(studyID)
      return ok({ job: toJobFor(user, job.value), delivery, password })
    },
  }
}
