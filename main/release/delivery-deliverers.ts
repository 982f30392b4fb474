import type { DeliveryChannel } from '#domain/release/delivery.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { MediumWriter } from '../devices/media/medium-writer.ts'
import type { Deliverer } from '../queue/deliverer.ts'
import { accessLostOutcome, afterFailure, createDeliveryCalls, isAccessLost, toOutcome } from './delivery-calls.ts'
import { deliveryPayloadSchema, unreadablePayload } from './delivery-payload.ts'
import { createMediumDeliverer } from './medium-deliverer.ts'

type DeliveryDelivererParts = {
  readonly client: Pick<BackOfficeClient, 'call'>
  readonly media: MediumWriter
}

/**
 * Creates the deliverers of registered deliveries: fax and email through the back office, CD and USB to a medium at
 * this workstation.
 */
export const createDeliveryDeliverers = (
  parts: DeliveryDelivererParts,
): { readonly [Channel in DeliveryChannel]: Deliverer } => {
  const { client, media } = parts
  const calls = createDeliveryCalls(client)

  const through = (route: 'sendFax' | 'sendReportEmail'): Deliverer => ({
    stuckAfterMs: route === 'sendFax' ? 30 * 60_000 : 5 * 60_000,
    send: async (job) => {
      const payload = deliveryPayloadSchema.safeParse(job.payload)
      if (!payload.success) return unreadablePayload
      const { studyID, deliveryID, practitionerID, practiceLocationID, address, memberDetails } = payload.data
      const practitioner = {
        practitionerID,
        locationID: practiceLocationID,
        ...(route === 'sendFax' ? { faxNumber: address } : { emailAddress: address }),
      }
      const body = { practitioner, memberDetails, deliveryID }
      const options = calls.optionsOf(job, payload.data, 'send')
      const reply = await client.call(route, { params: { studyId: studyID }, body }, options)
      if (reply.ok) return toOutcome(reply.value.delivery)
      // When the first attempt is refused, nothing was sent. When a later attempt is refused, an earlier attempt may
      // have sent the delivery, and its answer may be lost.
      return job.attempt > 1 && isAccessLost(reply.failure) ? accessLostOutcome : afterFailure(reply.failure)
    },
    reconcile: calls.look,
    watch: async (job) => {
      const outcome = await calls.look(job)
      return outcome.kind === 'handed-over' ? { kind: 'still', reason: null, progress: null } : outcome
    },
    cancel: calls.cancel,
    settle: calls.settle,
  })

  return {
    fax: through('sendFax'),
    email: through('sendReportEmail'),
    cd: createMediumDeliverer({ client, media, calls }, 'cd'),
    usb: createMediumDeliverer({ client, media, calls }, 'usb'),
  }
}
