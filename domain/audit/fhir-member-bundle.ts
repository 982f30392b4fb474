import type { Member } from '../members/member.ts'
import { readFlag } from '../study/status-flags.ts'
import { type Instant, toInstant } from '../values/instant.ts'
import { toAuditEvent } from './fhir-audit-event.ts'
import {
  answersByVersion,
  type MemberRecord,
  type RecordFile,
  type RecordSend,
  type RecordStudy,
} from './member-record.ts'

type Resource = { readonly resourceType: string; readonly id: string } & Readonly<Record<string, unknown>>

type FhirBundle = {
  readonly resourceType: 'Bundle'
  readonly type: 'collection'
  readonly timestamp: Instant
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[]
} & Readonly<Record<string, unknown>>

type Parts = {
  readonly serverID: string
  readonly now: Instant
  /** The content of files by id, in base64; a file without content is listed only. */
  readonly content: ReadonlyMap<string, string>
}

const terminology = 'http://terminology.hl7.org/CodeSystem'

const ref = (type: string, id: string): { readonly reference: string } => ({ reference: `${type}/${id}` })

/** Omits the fields without a value: FHIR has no null and no empty list. */
const withoutEmptyFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

const toPatient = (member: Member, serverID: string, replacedBy: string | null): Resource => ({
  resourceType: 'Patient',
  id: member.patientID,
  ...withoutEmptyFields({
    identifier: [
      { system: `urn:atrium:${serverID}:member`, value: member.patientID },
      ...(member.phn === ''
        ? []
        : [{ type: { coding: [{ system: `${terminology}/v2-0203`, code: 'JHN' }] }, value: member.phn }]),
    ],
    name: [
      {
        use: 'official',
        ...withoutEmptyFields({
          family: member.lastname,
          given: [member.firstname, member.middlename].filter((part) => part !== ''),
        }),
      },
      ...(member.preferredName === '' ? [] : [{ use: 'usual', given: [member.preferredName] }]),
    ],
    telecom: [
      ...(member.email === '' ? [] : [{ system: 'email', value: member.email }]),
      ...(member.phone_number === '' ? [] : [{ system: 'phone', value: member.phone_number }]),
    ],
    gender: member.gender,
    birthDate: member.dob,
    address: [
      withoutEmptyFields({
        line: member.address === '' ? [] : [member.address],
        city: member.city,
        state: member.state,
        postalCode: member.postalCode,
        country: member.country,
      }),
    ],
    communication: [
      {
        language: { coding: [{ system: 'urn:ietf:bcp:47', code: member.language }] },
        preferred: true,
      },
    ],
    link: replacedBy === null ? [] : [{ other: ref('Patient', replacedBy), type: 'replaced-by' }],
  }),
})

const toLocation = ({ location }: RecordStudy): Resource => ({
  resourceType: 'Location',
  id: location.locationID,
  name: location.address.name,
  address: withoutEmptyFields({
    line: [location.address.address, location.address.address2].filter((part) => part !== ''),
    city: location.address.city,
    state: location.address.state,
    postalCode: location.address.postalCode,
    country: location.address.country,
  }),
})

/** Only a proposed or a cancelled appointment can be without a time (FHIR's rule app-3). */
const appointmentStatus = ({ status, booking }: RecordStudy['study']): string => {
  if (status.cancelled) return 'cancelled'
  if (booking === null) return 'proposed'
  return status.scanned ? 'fulfilled' : status.checkin ? 'checked-in' : 'booked'
}

const toAppointment = (record: RecordStudy): Resource => {
  const { study, scan, createdAt } = record
  return {
    resourceType: 'Appointment',
    id: study.studyID,
    status: appointmentStatus(study),
    ...withoutEmptyFields({
      description: scan,
      start: study.booking?.utcStart,
      end: study.booking?.utcEnd,
      created: createdAt,
      cancelationReason: study.cancellation === null ? null : { text: study.cancellation.cancellationReason },
      comment: study.cancellation?.cancellationDetail ?? '',
      reasonCode: study.details.reasonForScan === '' ? [] : [{ text: study.details.reasonForScan }],
    }),
    participant: [
      { actor: ref('Patient', study.patientID), status: 'accepted' },
      { actor: ref('Location', study.locationID), status: 'accepted' },
    ],
  }
}

const toEncounter = ({ study, scan }: RecordStudy): readonly Resource[] =>
  study.status.scanned && study.booking !== null
    ? [
        {
          resourceType: 'Encounter',
          id: `scan-${study.studyID}`,
          status: 'finished',
          class: { system: `${terminology}/v3-ActCode`, code: 'AMB', display: 'ambulatory' },
          type: [{ text: scan }],
          subject: ref('Patient', study.patientID),
          appointment: [ref('Appointment', study.studyID)],
          period: { start: study.booking.utcStart, end: study.booking.utcEnd },
          location: [{ location: ref('Location', study.locationID) }],
        },
      ]
    : []

const toResponses = ({ study, safety }: RecordStudy): readonly Resource[] => {
  const versions = safety === null ? [] : answersByVersion(safety)
  return versions.map(({ version, at, by, answers }, place) => ({
    resourceType: 'QuestionnaireResponse',
    id: `safety-${study.studyID}-${version}`,
    // A version that was replaced by a later one has the status `amended`.
    status: place === 0 ? 'completed' : 'amended',
    identifier: { system: 'urn:atrium:safety-questions', value: `${study.studyID} version ${version}` },
    subject: ref('Patient', study.patientID),
    authored: at,
    author: { display: by },
    ...withoutEmptyFields({
      item: Object.entries(answers).map(([field, value]) => ({
        linkId: field,
        answer: (typeof value === 'string' ? [value] : value).map((text) => ({ valueString: text })),
      })),
    }),
  }))
}

const toConsent = ({ study, createdAt }: RecordStudy): readonly Resource[] => {
  const { memberConsentSigned, consentText } = study.details
  const flag = readFlag(study.status, 'consent')
  if (!memberConsentSigned && !flag.isSet) return []
  const version = consentText === null ? '' : `, ${consentText.scope}, version ${consentText.version}`
  return [
    {
      resourceType: 'Consent',
      id: `consent-${study.studyID}`,
      status: 'active',
      scope: { coding: [{ system: `${terminology}/consentscope`, code: 'treatment' }] },
      category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' }] }],
      patient: ref('Patient', study.patientID),
      dateTime: flag.time ?? createdAt,
      policyRule: { text: `Member agreement and consent${version}` },
    },
  ]
}

const toPayments = (record: RecordStudy): readonly Resource[] => {
  const { study, transactions, createdAt, scan } = record
  const [first] = transactions
  if (first === undefined) return []
  const { currency } = first
  const invoice = `invoice-${study.studyID}`
  return [
    {
      resourceType: 'Invoice',
      id: invoice,
      status: study.status.cancelled ? 'cancelled' : study.balance === 0 ? 'balanced' : 'issued',
      subject: ref('Patient', study.patientID),
      date: createdAt,
      lineItem: [
        {
          chargeItemCodeableConcept: { text: scan },
          priceComponent: [{ type: 'base', amount: { value: study.price, currency } }],
        },
        ...study.items.addons.map(({ name, price }) => ({
          chargeItemCodeableConcept: { text: name },
          priceComponent: [{ type: 'base', amount: { value: price, currency } }],
        })),
      ],
      note: [{ text: `Paid ${study.paymentAmount} ${currency}, open ${study.balance} ${currency}` }],
    },
    ...transactions.map((entry) => {
      const at = toInstant(entry.transactionTime * 1000)
      return {
        resourceType: 'PaymentReconciliation',
        id: entry.transactionID,
        status: 'active',
        created: at,
        paymentDate: at.slice(0, 10),
        paymentAmount: { value: entry.amount, currency: entry.currency },
        ...withoutEmptyFields({ disposition: entry.memo }),
        detail: [
          {
            type: { text: `${entry.transactionType}, ${entry.paymentType}` },
            request: ref('Invoice', invoice),
            date: at.slice(0, 10),
            amount: { value: entry.amount, currency: entry.currency },
          },
        ],
      }
    }),
  ]
}

const toDocument = (study: RecordStudy['study'], file: RecordFile, content: Parts['content']): Resource => ({
  resourceType: 'DocumentReference',
  id: file.id,
  status: 'current',
  docStatus: file.isPublished ? 'final' : 'preliminary',
  type: { text: file.kind === 'report' ? 'Report' : 'Document' },
  subject: ref('Patient', study.patientID),
  date: file.createdAt,
  description: file.title,
  content: [
    {
      attachment: withoutEmptyFields({
        contentType: file.contentType,
        data: content.get(file.id),
        size: file.byteSize,
        title: file.title,
        creation: file.createdAt,
      }),
    },
  ],
  context: { related: [ref('Appointment', study.studyID)] },
})

const sendStatus = (state: string): string => {
  if (['sent', 'delivered'].includes(state)) return 'completed'
  if (['failed', 'withdrawn', 'cancelled'].includes(state)) return 'not-done'
  return state === 'uncertain' ? 'unknown' : 'in-progress'
}

const toCommunication = (study: RecordStudy['study'], send: RecordSend): Resource => ({
  resourceType: 'Communication',
  id: send.id,
  status: sendStatus(send.state),
  subject: ref('Patient', study.patientID),
  about: [ref('Appointment', study.studyID)],
  medium: [{ text: send.channel }],
  sent: send.at,
  topic: { text: send.title },
  ...withoutEmptyFields({ note: send.recipient === null ? [] : [{ text: `To ${send.recipient}` }] }),
})

const toShare = (study: RecordStudy['study'], { to, at }: RecordStudy['shares'][number]): Resource => ({
  resourceType: 'Basic',
  id: `share-${study.studyID}-${to}`.slice(0, 64),
  code: { text: 'Study shared with another member' },
  subject: ref('Patient', study.patientID),
  created: at.slice(0, 10),
})

const toResources = (record: RecordStudy, { content }: Parts): readonly Resource[] => [
  toAppointment(record),
  ...toEncounter(record),
  ...toResponses(record),
  ...toConsent(record),
  ...toPayments(record),
  ...record.files.map((file) => toDocument(record.study, file, content)),
  ...record.sends.map((send) => toCommunication(record.study, send)),
  ...record.shares.map((share) => toShare(record.study, share)),
]

/**
 * Returns a member's record as a FHIR R4 Bundle of the type `collection`. References resolve inside the bundle. No
 * AuditEvent names another member, not even the event of a call that returned the records of many members.
 */
export const toMemberBundle = (record: MemberRecord, parts: Parts): FhirBundle => {
  const { member, merged, studies, audit } = record
  const { serverID, now } = parts
  const own = new Set([member.patientID, ...merged.map(({ patientID }) => patientID)].map(String))
  const locations = new Map(studies.map((one) => [one.study.locationID as string, toLocation(one)]))
  const events = audit.map((row) => {
    const isOwn = row.member !== null && own.has(row.member.memberID)
    const given = isOwn ? null : { member: [member.patientID as string] }
    return toAuditEvent(
      { ...row, member: isOwn ? row.member : null, studyID: isOwn ? row.studyID : null },
      { serverID, given },
    )
  })
  const resources: readonly Resource[] = [
    toPatient(member, serverID, null),
    ...merged.map((one) => toPatient(one, serverID, member.patientID)),
    ...locations.values(),
    ...studies.flatMap((one) => toResources(one, parts)),
    ...(events as readonly Resource[]),
  ]
  // The references are relative to this address, which belongs to no server.
  const base = `https://${serverID.toLowerCase().replace(/[^a-z0-9-]/g, '-')}.atrium.invalid/fhir`
  return {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: `urn:atrium:${serverID}:export`, value: `${member.patientID} ${now}` },
    timestamp: now,
    entry: resources.map((resource) => ({ fullUrl: `${base}/${resource.resourceType}/${resource.id}`, resource })),
  }
}
