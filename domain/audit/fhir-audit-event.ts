import { isActionOfKind } from './audit-filter.ts'
import { type AuditRow, describeAction } from './audit-row.ts'

type Coding = { readonly system: string; readonly code: string; readonly display?: string }
type Identified = {
  readonly identifier: { readonly system: string; readonly value: string }
  readonly display?: string
}

const terminology = 'http://terminology.hl7.org/CodeSystem'
const dicom = 'http://dicom.nema.org/resources/ontology/DCM'

/** Returns the FHIR codes for an action (value sets audit-event-action and restful-interaction). */
const interactionOf = (
  action: string,
): { readonly letter: string; readonly code: string; readonly display: string } => {
  if (/(?:listed|searched)$/.test(action) || action.startsWith('cache.'))
    return { letter: 'E', code: 'search', display: 'search' }
  if (/(?:viewed|-read)$/.test(action)) return { letter: 'R', code: 'read', display: 'read' }
  if (/(?:created|booked|added|recorded|uploaded)$/.test(action))
    return { letter: 'C', code: 'create', display: 'create' }
  if (isActionOfKind(action, 'changed')) return { letter: 'U', code: 'update', display: 'update' }
  return { letter: 'E', code: 'operation', display: 'operation' }
}

/** Returns an outcome in FHIR's codes: success, or a failure caused by the caller. */
const outcomeOf = (outcome: string): object =>
  outcome === 'ok' ? { outcome: '0' } : { outcome: '4', outcomeDesc: outcome }

const person = (memberID: string) => ({
  what: { reference: `Patient/${memberID}` },
  type: { system: `${terminology}/audit-entity-type`, code: '1', display: 'Person' },
  role: { system: `${terminology}/object-role`, code: '1', display: 'Patient' },
})

const isResourceID = (id: string): boolean => /^[A-Za-z0-9.-]{1,64}$/.test(id)

type Parts = {
  readonly serverID: string
  /** The ids of the records that a bulk call returned, by kind. */
  readonly given: Readonly<Record<string, readonly string[]>> | null
}

/**
 * Returns a row of the log as a FHIR R4 AuditEvent, following the patterns of IHE BALP. The user, the workstation and
 * the server are agents, and the server is also the source. Each member and each study is an entity. The row's number
 * is one more entity, of the type that BALP uses for a request id. Names are display texts only.
 */
export const toAuditEvent = (row: AuditRow, { serverID, given }: Parts): object => {
  const { letter, code, display } = interactionOf(row.action)
  const own = (kind: string, value: string, name?: string): Identified => ({
    identifier: { system: `urn:atrium:${serverID}:${kind}`, value },
    ...(name === undefined ? {} : { display: name }),
  })
  const subtype: readonly Coding[] = [
    { system: 'http://hl7.org/fhir/restful-interaction', code, display },
    { system: `urn:atrium:audit-action`, code: row.action, display: describeAction(row.action) },
  ]
  const network = row.address === null ? {} : { network: { address: row.address, type: '2' } }
  const members = [...new Set([...(row.member === null ? [] : [row.member.memberID]), ...(given?.member ?? [])])]
  const studies = [...new Set([...(row.studyID === null ? [] : [row.studyID]), ...(given?.study ?? [])])]
  const details = [
    ...(row.what === null ? [] : [{ type: 'detail', valueString: row.what }]),
    ...(row.before === null ? [] : [{ type: 'before', valueString: row.before }]),
    ...(row.after === null ? [] : [{ type: 'after', valueString: row.after }]),
  ]
  return {
    resourceType: 'AuditEvent',
    id: `${serverID}-${row.sequence}`.slice(-64),
    type: { system: `${terminology}/audit-event-type`, code: 'rest', display: 'Restful Operation' },
    subtype,
    action: letter,
    recorded: row.at,
    ...outcomeOf(row.outcome),
    agent: [
      {
        type: { coding: [{ system: `${terminology}/v3-ParticipationType`, code: 'IRCP' }] },
        who:
          row.user === null
            ? own('server', serverID, 'Atrium')
            : own('user', row.user.userID, row.user.name ?? undefined),
        requestor: true,
        ...network,
      },
      ...(row.workstationID === null
        ? []
        : [
            {
              type: { coding: [{ system: dicom, code: '110153', display: 'Source Role ID' }] },
              who: own('workstation', row.workstationID),
              requestor: false,
            },
          ]),
      {
        type: { coding: [{ system: dicom, code: '110152', display: 'Destination Role ID' }] },
        who: own('server', serverID),
        requestor: false,
      },
    ],
    source: {
      ...(row.locationID === null ? {} : { site: row.locationID }),
      observer: own('server', serverID),
      type: [{ system: `${terminology}/security-source-type`, code: '4', display: 'Application Server' }],
    },
    entity: [
      ...members.filter(isResourceID).map(person),
      ...studies.map((studyID) => ({
        what: own('study', studyID),
        type: { system: `${terminology}/audit-entity-type`, code: '2', display: 'System Object' },
        role: { system: `${terminology}/object-role`, code: '4', display: 'Domain Resource' },
      })),
      {
        what: own('audit-row', String(row.sequence)),
        type: {
          system: 'https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType',
          code: 'XrequestId',
        },
        ...(details.length === 0 ? {} : { detail: details }),
      },
    ],
  }
}
