import { describe, expect, it } from 'vitest'
import { readFhirReport } from '#domain/results/fhir-report.ts'

const patient = {
  resourceType: 'Patient',
  id: 'p',
  identifier: [{ system: 'urn:ris', value: 'RIS-7' }, { value: 'm-000001' }],
  name: [{ family: 'Silva', given: ['Ana', 'Maria'] }],
  birthDate: '1980-02-03',
  gender: 'female',
}
const resource = (changes: object = {}) => ({
  resourceType: 'DiagnosticReport',
  identifier: [{ value: 'D-1' }],
  basedOn: [{ identifier: { value: 's-home-1' } }],
  status: 'final',
  code: { coding: [{ code: '18748-4' }, { code: 'SR' }] },
  subject: { reference: '#p' },
  contained: [patient],
  issued: '2026-11-21T10:30:00.000+01:00',
  presentedForm: [{ contentType: 'application/pdf', data: 'JVBERi0=' }],
  ...changes,
})
const read = (changes: object = {}) => readFhirReport(resource(changes), 'North')
const reportOf = (changes: object = {}) => {
  const reading = read(changes)
  if (reading.kind !== 'report') throw new Error(`${reading.path} ${reading.reason}`)
  return reading.report
}

describe('readFhirReport', () => {
  it('reads a report with a PDF and its contained Patient', () => {
    expect(reportOf()).toEqual({
      channel: 'fhir',
      sender: 'North',
      messageID: 'D-1',
      studyRef: 's-home-1',
      kind: 'structured',
      status: 'final',
      issuedAt: '2026-11-21T09:30:00Z',
      identity: {
        patientIDs: ['RIS-7', 'm-000001'],
        given: 'Ana Maria',
        family: 'Silva',
        birthDate: '1980-02-03',
        partialBirthDate: '',
        sex: 'female',
      },
      content: { type: 'pdf', base64: 'JVBERi0=' },
    })
  })

  it.each(['1975', '1975-02'])('keeps the partial birth date %o', (birthDate) => {
    const reading = readFhirReport(resource({ contained: [{ ...patient, birthDate }] }), 'ris')
    expect(reading.kind === 'report' && reading.report.identity).toMatchObject({
      birthDate: null,
      partialBirthDate: birthDate,
    })
  })

  it('reads a conclusion, an order by its address and a subject by its identifier', () => {
    const report = reportOf({
      presentedForm: undefined,
      conclusion: 'No finding.',
      basedOn: [{ reference: 'ServiceRequest/s-home-1' }],
      subject: { identifier: { value: 'm-000001' } },
      contained: undefined,
      code: {},
    })
    expect(report).toMatchObject({ studyRef: 's-home-1', kind: 'traditional', content: { type: 'text' } })
    expect(report.identity).toEqual({
      patientIDs: ['m-000001'],
      given: '',
      family: '',
      birthDate: null,
      partialBirthDate: '',
      sex: null,
    })
  })

  it.each([
    ['preliminary', 'preliminary'],
    ['amended', 'corrected'],
    ['corrected', 'corrected'],
    ['entered-in-error', 'cancelled'],
  ])('reads the status %s as %s', (status, expected) => {
    expect(reportOf({ status }).status).toBe(expected)
  })

  it.each([
    [{ resourceType: 'Observation' }, 'DiagnosticReport.resourceType'],
    [{ identifier: [] }, 'DiagnosticReport.identifier'],
    [{ identifier: [{ system: 'urn:x' }] }, 'DiagnosticReport.identifier'],
    [{ basedOn: undefined }, 'DiagnosticReport.basedOn'],
    [{ status: 'unknown' }, 'DiagnosticReport.status'],
    [{ subject: undefined }, 'DiagnosticReport.subject'],
    [{ subject: { reference: '#other' } }, 'DiagnosticReport.contained'],
    [{ issued: '2026-11-21' }, 'DiagnosticReport.issued'],
    [{ modifierExtension: [{}] }, 'DiagnosticReport.modifierExtension'],
    [{ presentedForm: [] }, 'DiagnosticReport.presentedForm'],
    [{ presentedForm: [{ contentType: 'text/html', data: 'AAAA' }] }, 'DiagnosticReport.presentedForm'],
    [{ presentedForm: [{ contentType: 'application/pdf', data: '?' }] }, 'DiagnosticReport.presentedForm'],
  ])('refuses %j and names the element', (changes, path) => {
    expect(read(changes)).toMatchObject({ kind: 'invalid', path })
  })

  it.each([[null], [[]], ['text'], [{}], [7]])('refuses %j', (json) => {
    expect(readFhirReport(json, 'North').kind).toBe('invalid')
  })
})
