import { startChildProcess } from '#runtime/child-process.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import type { ScriptedBackOffice, ScriptedRequest } from '#test/fakes/scripted-back-office.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk, studyID } from '../payments/payments-desk.ts'

const practitioner = {
  id: 'p-1',
  firstName: 'Ada',
  lastName: 'Quill',
  profession: 'Physician',
  salutation: 'Dr.',
  contact: { emailAddress: '', faxNumber: '+1 604 555-0100', address: '', address2: '' },
  locations: [],
  version: 1,
}
const delivery = (deliveryID: string, state: string) => ({
  deliveryID,
  studyID,
  channel: 'fax',
  mode: 'automated',
  item: { kind: 'paper', paper: 'physician-report' },
  title: 'Physician report, version 1',
  practitionerID: 'p-1',
  practiceLocationID: null,
  recipientName: 'Dr. Ada Quill',
  address: '16045550100',
  isEncrypted: false,
  state,
  reason: null,
  pages: null,
  by: 'Robin Frost',
  at: '2026-11-22T10:00:00Z',
  handedOverAt: null,
  deliveredAt: null,
})
const send = {
  studyID,
  channel: 'fax',
  mode: 'automated',
  item: null,
  title: 'Physician report, version 1',
  practitionerID: 'p-1',
  practiceLocationID: null,
  address: '16045550100',
  retyped: null,
  memberDetails: { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', sex: 'female' },
  shouldEncryptPdf: false,
  shouldHideHIContent: true,
  isConfirmed: true,
  target: null,
}
const faxRoute = `/api/v1/study/${studyID}/fax/send`

export type FaxDesk = {
  readonly desk: PaymentsDesk
  /** Queues a fax; the server registers it as `deliveryID`. */
  queueFax(deliveryID: string): Promise<void>
  /** Returns the requests that hand a fax over to the server. */
  faxes(): readonly ScriptedRequest[]
  hasDelivered(): Promise<boolean>
}

/**
 * Starts a desk of health information staff on the data of `storage`. The desk's server accepts every fax, or answers
 * each fax with 503.
 */
export const startFaxDesk = async (parts: {
  readonly storage: { readonly folder: string; readonly vault: SecretVault }
  readonly staff: string
  readonly doesFaxWork: boolean
}): Promise<FaxDesk> => {
  const { storage, staff, doesFaxWork } = parts
  const { status, details } = aStudy()
  const practitioners = { primary: { practitionerID: 'p-1', locationID: null }, referring: null, additional: [] }
  const readingPublished = [{ reportType: 'structured', version: 1 }]
  let registered = ''
  const script = (server: ScriptedBackOffice): void => {
    server.on(
      `POST /study/${studyID}/detailed`,
      answered({
        study: aStudy({
          status: { ...status, published: true },
          details: { ...details, readingPublished, practitioners } as never,
        }),
        member: aMember(),
        location: aLocation(),
        practitioners: [practitioner],
      }),
    )
    server.on(`POST /api/v1/studies/${studyID}/deliveries`, () =>
      answered({ delivery: delivery(registered, 'registered'), ticket: `ticket-${registered}`, password: null }),
    )
    server.on(`POST ${faxRoute}`, ({ body }) => {
      const { deliveryID } = body as { readonly deliveryID: string }
      return doesFaxWork ? answered({ delivery: delivery(deliveryID, 'handed-over') }) : refused(503, 'unavailable')
    })
    for (const deliveryID of ['dl-1', 'dl-2'])
      server.on(
        `GET /api/v1/studies/${studyID}/deliveries/${deliveryID}`,
        answered({ delivery: delivery(deliveryID, doesFaxWork ? 'delivered' : 'registered') }),
      )
  }
  const desk = await startPaymentsDesk({ storage, staff, script, roles: ['hi'], startProcess: startChildProcess })
  return {
    desk,
    queueFax: async (deliveryID) => {
      registered = deliveryID
      await desk.app.get('release', 'send', { ...send, idempotencyKey: `key-of-${deliveryID}` } as never)
    },
    faxes: () => desk.server.requests.filter(({ path }) => path === faxRoute),
    hasDelivered: async () => {
      const { jobs } = await desk.app.get('jobs', 'list', {})
      return jobs.length > 0 && jobs.every(({ state }) => state === 'delivered')
    },
  }
}
