import { describe, expect, it } from 'vitest'
import { readHl7Report } from '#back-office/outside/results/hl7-report.ts'
import { ana, oru } from '../../results/hl7-messages.ts'

const read = (text: string) => readHl7Report(Buffer.from(text, 'utf8'))
const reportOf = (text: string) => {
  const reading = read(text)
  if (reading.kind !== 'report') throw new Error(reading.problem.reason)
  return reading.report
}
const reasonOf = (text: string) => {
  const reading = read(text)
  return reading.kind === 'refused' ? reading.problem.reason : 'read'
}
const mdm = (changes: { parent?: string; completion?: string; availability?: string } = {}): string =>
  [
    'MSH|^~\\&|RIS|NORTH|ATRIUM|CLINIC|20261121103000||MDM^T02|m1|P|2.5.1',
    `PID|1||${ana}`,
    `TXA|1|DI|FT||||20261121103000+0100|||||D-1|${changes.parent ?? ''}|s-home-1|||${changes.completion ?? 'AU'}||${changes.availability ?? 'AV'}`,
    'OBX|1|FT|||First line\\.br\\second \\T\\ last',
  ].join('\r')

describe('readHl7Report', () => {
  it('reads an ORU^R01 with text', () => {
    expect(reportOf(oru({ id: 'm1' }))).toEqual({
      channel: 'hl7',
      sender: 'RIS NORTH',
      messageID: 'm1',
      studyRef: 's-home-1',
      kind: 'traditional',
      status: 'final',
      issuedAt: '2026-11-21T10:30:00Z',
      identity: {
        patientIDs: ['m-000001'],
        given: 'Ana',
        family: 'Silva',
        birthDate: '1980-02-03',
        partialBirthDate: '',
        sex: 'female',
      },
      content: { type: 'text', text: 'Impression\nNo finding.' },
    })
  })

  it('reads an MDM^T02, its escape sequences and its parent document', () => {
    const report = reportOf(mdm())
    expect(report).toMatchObject({ studyRef: 's-home-1', status: 'final', issuedAt: '2026-11-21T09:30:00Z' })
    expect(report.content).toEqual({ type: 'text', text: 'First line\nsecond & last' })
    expect(reportOf(mdm({ parent: 'D-0' })).status).toBe('corrected')
    expect(reportOf(mdm({ completion: 'DI' })).status).toBe('preliminary')
    expect(reportOf(mdm({ availability: 'CA' }))).toMatchObject({ status: 'cancelled', content: { type: 'none' } })
    expect(reasonOf(mdm({ completion: 'XX' }))).toBe('TXA-17 has no status that is known')
  })

  it.each([
    ['P', 'preliminary'],
    ['F', 'final'],
    ['C', 'corrected'],
    ['X', 'cancelled'],
  ])('reads the status %s as %s', (code, status) => {
    expect(reportOf(oru({ status: code })).status).toBe(status)
  })

  it('reads an embedded PDF, but no other file type', () => {
    expect(reportOf(oru({ pdf: 'JVBE\\.br\\Ri0=' })).content).toEqual({ type: 'pdf', base64: 'JVBERi0=' })
    expect(reasonOf(oru({ pdf: 'A' }).replace('^pdf^Base64', '^rtf^Base64'))).toBe(
      'the embedded file is not a PDF in Base64',
    )
    expect(reasonOf(oru({ pdf: '' }))).toBe('the embedded file is empty')
    const two = oru({ pdf: 'JVBERi0=' })
    expect(reasonOf(`${two}\r${two.split('\r').at(-1)}`)).toBe('the message has more than one file')
  })

  it('uses the encoding characters that the header names', () => {
    const other = oru({ texts: ['50 % !F! 60', 'a'] }).replace(/[|^~\\&]/g, (mark) =>
      '$*@!%'.charAt('|^~\\&'.indexOf(mark)),
    )
    expect(reportOf(other)).toMatchObject({
      sender: 'RIS NORTH',
      identity: { given: 'Ana', family: 'Silva' },
      content: { type: 'text', text: '50 % $ 60\na' },
    })
    const five = oru({ encoding: '^~\\&#' })
    expect(reportOf(five).identity.family).toBe('Silva')
  })

  it.each([
    ['letters', oru({ encoding: 'abcd' })],
    ['the same character twice', oru({ encoding: '^^\\&' })],
    ['the field separator', oru({ encoding: '|~\\&' })],
    ['too few characters', oru({ encoding: '^~' })],
    ['a space', oru({ encoding: '^~ &' })],
    ['a message without a header', 'HELLO'],
    ['an empty message', ''],
  ])('refuses wrong or missing encoding characters: %s', (_name, text) => {
    expect(read(text)).toMatchObject({ kind: 'refused', message: null })
  })

  it('decodes the character set that the header names, and refuses bytes in any other', () => {
    const latin = Buffer.from(oru({ charset: '8859/1', person: ana.replace('Ana', 'Noël') }), 'latin1')
    const reading = readHl7Report(latin)
    expect(reading.kind === 'report' && reading.report.identity.given).toBe('Noël')
    expect(readHl7Report(Buffer.from(oru({ person: ana.replace('Ana', 'Noël') }), 'latin1')).kind).toBe('refused')
    expect(reasonOf(oru({ charset: 'BIG-5' }))).toBe('the character set in MSH-18 is not supported')
  })

  it.each([
    ['another type', oru({ type: 'ADT^A01' }), 'only ORU^R01 and MDM^T02 are accepted'],
    ['no control id', oru({ id: '' }), 'MSH-10 has no message control id'],
    ['no report', oru({ texts: [' '] }), 'the message has no report'],
    ['an unknown status', oru({ status: 'Q' }), 'OBR-25 has no status that is known'],
    ['two studies', `${oru()}\rOBR|2|s-other`, 'the message has reports of several studies'],
    [
      'two persons',
      oru().replace('\rOBR', '\rPID|2||m-000002^^^ATRIUM||Berg^Bo\rOBR'),
      'the message has several persons',
    ],
    ['a header that ends early', oru().replace(/\|ORU\^R01.*?\r/u, '|ORU^R01\r'), 'MSH-10 has no message control id'],
    ['a short OBX', oru().replace(/\rOBX[\s\S]*$/u, '\rOBX|1|TX'), 'the message has no report'],
    ['no time', oru({ issued: 'soon' }).replace('20261121103000|', '|'), 'the message lacks a usable issuedAt'],
  ])('refuses a message with %s', (_name, text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  it('reads invalid parts of the identity as missing, so that the result waits for staff', () => {
    expect(reportOf(oru({ person: 'RIS-1~m-000001||Silva||20269999|U' })).identity).toEqual({
      patientIDs: ['RIS-1', 'm-000001'],
      given: '',
      family: 'Silva',
      birthDate: null,
      partialBirthDate: '20269999',
      sex: null,
    })
  })

  it.each([
    ['19800203', '1980-02-03', ''],
    ['19800203120000', '1980-02-03', ''],
    ['1975', null, '1975'],
    ['197502', null, '197502'],
    ['""', null, ''],
    ['', null, ''],
  ])('reads the birth date %s as %s, with the partial date %o', (written, birthDate, partialBirthDate) => {
    const person = ana.replace('19800203', written)
    expect(reportOf(oru({ person })).identity).toMatchObject({ birthDate, partialBirthDate })
  })

  it('reads a truncated PID as a person without data', () => {
    const text = oru().replace(/\rPID.*?\r/u, '\rPID|1\r')
    expect(reportOf(text).identity).toMatchObject({ patientIDs: [], given: '', family: '', birthDate: null })
  })
})
