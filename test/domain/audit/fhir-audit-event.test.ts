import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AuditRow } from '#domain/audit/audit-row.ts'
import { toAuditEvent } from '#domain/audit/fhir-audit-event.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'

const row: AuditRow = {
  sequence: 7,
  at: instantSchema.parse('2026-11-20T18:00:00Z'),
  user: { userID: 'u-1', name: 'Robin Frost' },
  action: 'study.cancelled',
  what: null,
  member: { memberID: 'm-1', name: 'Ana Silva', dob: '1980-02-03' },
  studyID: 's-1',
  locationID: 'ca-bc-1',
  workstationID: 'desk-1',
  address: '10.0.0.7',
  outcome: 'ok',
  before: '{"cancelled":0}',
  after: '{"cancelled":1}',
  given: null,
}

const identified = z.looseObject({ identifier: z.looseObject({ value: z.string() }).optional() })
/** The parts of an event that the tests read one by one. */
const eventSchema = z.looseObject({
  action: z.string(),
  subtype: z.array(z.looseObject({ code: z.string() })),
  agent: z.array(
    z.looseObject({
      who: identified.extend({ display: z.string().optional() }),
      requestor: z.boolean(),
      network: z.unknown().optional(),
    }),
  ),
  entity: z.array(
    z.looseObject({ what: identified.extend({ reference: z.string().optional() }), detail: z.unknown().optional() }),
  ),
})
const toEvent = (changes: Partial<AuditRow> = {}, given: Record<string, string[]> | null = null) =>
  eventSchema.parse(toAuditEvent({ ...row, ...changes }, { serverID: 'server-1', given }))

describe('a row as a FHIR AuditEvent', () => {
  it('has user, workstation and server as agents, and the source', () => {
    const event = toEvent()
    expect(event).toMatchObject({
      resourceType: 'AuditEvent',
      id: 'server-1-7',
      type: { code: 'rest' },
      action: 'U',
      recorded: row.at,
      outcome: '0',
      source: { site: 'ca-bc-1', type: [{ code: '4' }] },
    })
    expect(event.agent.map(({ who, requestor }) => [who.identifier?.value, requestor])).toEqual([
      ['u-1', true],
      ['desk-1', false],
      ['server-1', false],
    ])
    expect(event.agent[0]?.network).toEqual({ address: '10.0.0.7', type: '2' })
  })

  it('has the member, the study and the row as entities, with what changed', () => {
    const { entity } = toEvent()
    expect(entity[0]).toMatchObject({ what: { reference: 'Patient/m-1' }, role: { code: '1' } })
    expect(entity[1]?.what.identifier?.value).toBe('s-1')
    expect(entity[2]?.detail).toEqual([
      { type: 'before', valueString: '{"cancelled":0}' },
      { type: 'after', valueString: '{"cancelled":1}' },
    ])
  })

  it('names every member that a bulk call returned, each once', () => {
    const { entity, action } = toEvent({ action: 'cache.changes-read' }, { member: ['m-1', 'm-2'], study: ['s-1'] })
    expect(action).toBe('E')
    const patients = entity.flatMap(({ what }) => what.reference ?? [])
    expect(patients).toEqual(['Patient/m-1', 'Patient/m-2'])
  })

  it.each([
    ['member.viewed', 'R', 'read'],
    ['member.searched', 'E', 'search'],
    ['study.booked', 'C', 'create'],
    ['member.changed', 'U', 'update'],
    ['session.signed-in', 'E', 'operation'],
  ])('of %s has the action %s', (action, letter, code) => {
    const event = toEvent({ action })
    expect([event.action, event.subtype[0]?.code]).toEqual([letter, code])
  })

  it('has the code of a refusal, and names the server as agent if no person acted', () => {
    const event = toEvent({ outcome: 'location-forbidden', user: null, workstationID: null })
    expect(event).toMatchObject({ outcome: '4', outcomeDesc: 'location-forbidden' })
    expect(event.agent[0]?.who.display).toBe('Atrium')
  })
})
