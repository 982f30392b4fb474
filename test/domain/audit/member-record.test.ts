import { describe, expect, it } from 'vitest'
import { toMemberBundle } from '#domain/audit/fhir-member-bundle.ts'
import { answersByVersion, chooseFiles, type MemberRecord, type RecordFile } from '#domain/audit/member-record.ts'
import { emptySafetyRecord, type SafetyRecord } from '#domain/safety/safety-record.ts'
import { toInstant } from '#domain/values/instant.ts'
import { aLocation, aMember, aStudy } from '../../builders/records.ts'
import { faultsOfBundle } from './fhir-resources.ts'

const at = (second: number) => toInstant(Date.UTC(2026, 10, 20) + second * 1000)

const aFile = (id: string, byteSize: number, second: number): RecordFile => ({
  ...{ id, kind: 'document', title: 'Blood test', report: null, isPublished: true, contentType: 'application/pdf' },
  ...{ byteSize, createdAt: at(second) },
})

const study = aStudy()
const safety: SafetyRecord = {
  ...emptySafetyRecord(study.studyID, study.patientID),
  ...{ version: 3, SafetyQuestions: { a: 'third', b: ['x', 'y'] } },
  revisions: [
    {
      version: 1,
      at: at(1),
      by: 'Ana',
      changes: [
        { field: 'a', from: null, to: 'first' },
        { field: 'c', from: null, to: 'gone' },
      ],
    },
    {
      version: 2,
      at: at(2),
      by: 'Robin',
      changes: [
        { field: 'a', from: 'first', to: 'second' },
        { field: 'c', from: 'gone', to: null },
      ],
    },
    {
      version: 3,
      at: at(3),
      by: 'Robin',
      changes: [
        { field: 'a', from: 'second', to: 'third' },
        { field: 'b', from: null, to: ['x', 'y'] },
      ],
    },
  ],
}

describe('answersByVersion', () => {
  it('computes earlier versions backwards from the latest answers', () => {
    expect(answersByVersion(safety).map(({ version, answers }) => [version, answers])).toEqual([
      [3, { a: 'third', b: ['x', 'y'] }],
      [2, { a: 'second' }],
      [1, { a: 'first', c: 'gone' }],
    ])
  })
})

describe('chooseFiles', () => {
  it('includes the newest files that fit, and lists the others', () => {
    const files = [aFile('old', 40, 1), aFile('large', 90, 2), aFile('new', 60, 3)]
    const { taken, left } = chooseFiles(files, 100)
    expect(taken.map(({ id }) => id)).toEqual(['new', 'old'])
    expect(left.map(({ id }) => id)).toEqual(['large'])
  })
})

describe('toMemberBundle', () => {
  const audit = (sequence: number, memberID: string | null) => ({
    ...{ sequence, at: at(sequence), user: { userID: 'u-1', name: 'Robin' }, action: 'member.viewed', what: null },
    member: memberID === null ? null : { memberID, name: 'Name', dob: '1980-02-03' },
    ...{ studyID: 's-of-another', locationID: null, workstationID: null, address: null, outcome: 'ok' },
    ...{ before: null, after: null, given: memberID === null ? { member: 2 } : null },
  })
  const record: MemberRecord = {
    member: aMember({ preferredName: 'Annie' }),
    merged: [aMember({ patientID: 'm-000077' })],
    studies: [
      {
        study: aStudy({ details: { ...study.details, memberConsentSigned: true } }),
        location: aLocation(),
        scan: 'Whole body',
        createdAt: at(0),
        safety,
        transactions: [],
        files: [aFile('d-1', 5, 1), aFile('d-2', 5, 2)],
        sends: [
          {
            id: 'message-1',
            kind: 'message',
            title: 'confirmation',
            message: 'confirmation',
            paper: null,
            channel: 'email',
            recipient: 'a@b.example',
            state: 'sent',
            at: at(4),
          },
          {
            id: 'delivery-1',
            kind: 'delivery',
            title: 'Report',
            message: null,
            paper: null,
            channel: 'fax',
            recipient: null,
            state: 'uncertain',
            at: at(5),
          },
        ],
        shares: [{ to: 'm-000099', at: at(6) }],
      },
    ],
    audit: [audit(1, study.patientID), audit(2, null), audit(3, 'm-another')],
  }
  const parts = { serverID: 'server-1', now: at(9), content: new Map([['d-1', 'JVBERi0=']]) }
  const bundle = toMemberBundle(record, parts)

  it('has the required fields, and references that resolve inside it', () => {
    expect(faultsOfBundle(bundle)).toEqual([])
    const types = new Set(bundle.entry.map(({ resource }) => resource.resourceType))
    expect([...types].sort()).toEqual(
      'Appointment AuditEvent Basic Communication Consent DocumentReference Location Patient QuestionnaireResponse'.split(
        ' ',
      ),
    )
  })

  it('has the content of files and every version of the answers, and its AuditEvents name no other member', () => {
    const of = (type: string) =>
      bundle.entry.flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []))
    expect(JSON.stringify(of('DocumentReference'))).toContain('JVBERi0=')
    expect(of('QuestionnaireResponse')).toHaveLength(3)
    expect(JSON.stringify(of('AuditEvent'))).not.toMatch(/m-another|s-of-another.*s-of-another/)
  })

  it('is valid for a member without studies', () => {
    expect(faultsOfBundle(toMemberBundle({ ...record, merged: [], studies: [], audit: [] }, parts))).toEqual([])
  })
})
