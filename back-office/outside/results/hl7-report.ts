import { Hl7Message, type Hl7Segment } from '@medplum/core'
import {
  type IncomingReport,
  incomingReportSchema,
  kindOfCodes,
  type ResultStatus,
  readSentBirthDate,
  sexOfCode,
} from '#domain/results/incoming-report.ts'
import type { RefusalReason } from '#domain/results/refused-delivery.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { readHl7Header } from './hl7-acknowledgement.ts'
import { type Hl7Problem, type Hl7Refusal, readHl7Text, toIsoTime, toLine, unescapeHl7 } from './hl7-text.ts'

type Hl7Reading =
  | { readonly kind: 'report'; readonly report: IncomingReport; readonly message: Hl7Message }
  | (Hl7Refusal & { readonly message: Hl7Message | null })

/** OBR-25 and OBX-11 (HL7 tables 0123 and 0085). */
const resultStatusCodes: Readonly<Record<string, ResultStatus>> = {
  F: 'final',
  C: 'corrected',
  X: 'cancelled',
  D: 'cancelled',
  W: 'cancelled',
  ...Object.fromEntries(['A', 'I', 'O', 'P', 'R', 'S', 'Y'].map((code) => [code, 'preliminary' as const])),
}
/** TXA-17 (HL7 table 0271). */
const documentStatusCodes: Readonly<Record<string, ResultStatus>> = {
  AU: 'final',
  LA: 'final',
  ...Object.fromEntries(['DI', 'DO', 'IN', 'IP', 'PA'].map((code) => [code, 'preliminary' as const])),
}

/** Reads the bytes of an HL7 message as a report: ORU^R01 or MDM^T02, with text or an embedded PDF (decision 276). */
export const readHl7Report = (bytes: Buffer): Hl7Reading => {
  const read = readHl7Text(bytes)
  if (read.kind === 'refused') return { ...read, message: null }
  const message = Hl7Message.parse(read.text)
  const refuse = (problem: Hl7Problem): Hl7Reading => ({ kind: 'refused', problem, message })
  const type = `${message.header.getComponent(9, 1)}^${message.header.getComponent(9, 2)}`
  if (type !== 'ORU^R01' && type !== 'MDM^T02') {
    return refuse(problem('message-type', 'only ORU^R01 and MDM^T02 are accepted'))
  }
  if (fieldsOf(message, message.header)(10) === '') {
    return refuse(problem('no-control-id', 'MSH-10 has no message control id'))
  }
  if (message.getAllSegments('PID').length > 1) {
    return refuse(problem('several-persons', 'the message has several persons'))
  }
  const order = type === 'ORU^R01' ? readObservation(message) : readDocument(message)
  if ('code' in order) return refuse(order)
  const content = order.status === 'cancelled' ? ({ type: 'none' } as const) : readContent(message)
  if ('code' in content) return refuse(content)
  const header = fieldsOf(message, message.header)
  const parsed = incomingReportSchema.safeParse({
    channel: 'hl7',
    ...toEnvelope(message),
    studyRef: order.studyRef,
    kind: kindOfCodes(order.codes),
    status: order.status,
    issuedAt: [...order.times, header(7)].map(toIsoTime).find((time) => parseInstant(time) !== undefined) ?? '',
    identity: readIdentity(message),
    content,
  })
  if (parsed.success) return { kind: 'report', report: parsed.data, message }
  const lacking = String(parsed.error.issues[0]?.path[0] ?? 'report')
  return refuse({ code: 'fields', reason: `the message lacks a usable ${lacking}`, detail: lacking })
}

const problem = (code: RefusalReason, reason: string): Hl7Problem => ({ code, reason })

/** Returns who sent a message and its control id, as far as the header has them. */
const toEnvelope = (message: Hl7Message): Hl7Envelope => {
  const header = fieldsOf(message, message.header)
  return {
    sender: toLine([header(3), header(4)].filter((name) => name !== '').join(' '), 60) || 'HL7',
    messageID: toLine(header(10), 200),
  }
}

/** Who sent a message, and its control id. */
export type Hl7Envelope = { readonly sender: string; readonly messageID: string }

/**
 * Reads who sent a message of which only the start is known. Both texts are empty if the header is not whole or cannot
 * be read.
 */
export const readHl7Envelope = (start: Buffer): Hl7Envelope => {
  const isWhole = /[\r\n]/.test(start.toString('latin1'))
  const header = isWhole ? readHl7Header(start) : null
  return header === null ? { sender: '', messageID: '' } : toEnvelope(header)
}

/** Returns a function that reads a component of a segment, the first one unless another is named. */
const fieldsOf =
  (message: Hl7Message, segment: Hl7Segment | undefined) =>
  (field: number, component = 1, repetition = 0): string =>
    unescapeHl7(segment?.getComponent(field, component, undefined, repetition) ?? '', message.context)

type Order = {
  readonly studyRef: string
  readonly status: ResultStatus
  readonly codes: readonly string[]
  readonly times: readonly string[]
}

/** Returns the first text that can be an id of a study. */
const toStudyRef = (texts: readonly string[]): string =>
  toLine(texts.map((text) => text.trim()).find((text) => text !== '') ?? '', 80)

/**
 * Reads the order of an ORU^R01; its number is the accession, placer or filler number, in this order of preference.
 * Returns the problem if the order is unusable.
 */
const readObservation = (message: Hl7Message): Order | Hl7Problem => {
  const orders = message.getAllSegments('OBR')
  const first = orders[0]
  if (first === undefined) return problem('no-order', 'the message has no OBR')
  const refOf = (segment: Hl7Segment): string => {
    const field = fieldsOf(message, segment)
    return toStudyRef([field(18), field(2), field(3)])
  }
  if (orders.some((each) => refOf(each) !== refOf(first)))
    return problem('several-studies', 'the message has reports of several studies')
  const field = fieldsOf(message, first)
  const code = (field(25) || fieldsOf(message, message.getSegment('OBX'))(11)).toUpperCase()
  const status = resultStatusCodes[code]
  if (status === undefined) return problem('no-status', 'OBR-25 has no status that is known')
  return { studyRef: refOf(first), status, codes: [field(4), field(4, 4), field(24)], times: [field(22)] }
}

/**
 * Reads the order of an MDM^T02. A parent document in TXA-13 makes the report a correction. Returns the problem if the
 * order is unusable.
 */
const readDocument = (message: Hl7Message): Order | Hl7Problem => {
  const document = message.getSegment('TXA')
  if (document === undefined) return problem('no-order', 'the message has no TXA')
  const field = fieldsOf(message, document)
  const order = fieldsOf(message, message.getSegment('OBR'))
  const completed = documentStatusCodes[field(17).toUpperCase()]
  if (completed === undefined) return problem('no-status', 'TXA-17 has no status that is known')
  const isWithdrawn = ['CA', 'OB', 'UN'].includes(field(19).toUpperCase())
  return {
    studyRef: toStudyRef([order(18), field(14), order(2), field(15), order(3)]),
    status: isWithdrawn ? 'cancelled' : completed === 'final' && field(13) !== '' ? 'corrected' : completed,
    codes: [field(2), field(2, 4), order(4), order(4, 4)],
    times: [field(22, 15), field(8), field(7), field(6), field(4)],
  }
}

/** Reads the report from the OBX segments: one PDF, or all texts. Returns the problem if there is no report. */
const readContent = (message: Hl7Message): IncomingReport['content'] | Hl7Problem => {
  const rows = message.getAllSegments('OBX')
  const files = rows.filter((row) => row.getComponent(2, 1) === 'ED')
  if (files.length > 1) return problem('several-files', 'the message has more than one file')
  const [file] = files
  if (file !== undefined) {
    const part = (component: number): string => file.getComponent(5, component).trim().toUpperCase()
    const isPdf = part(3) === 'PDF' || part(2) === 'PDF' || part(2) === 'APPLICATION/PDF'
    if (!isPdf || part(4) !== 'BASE64') return problem('not-a-pdf', 'the embedded file is not a PDF in Base64')
    // Senders break the lines of Base64 with an escape sequence.
    const base64 = unescapeHl7(file.getComponent(5, 5), message.context).replace(/\s/g, '')
    return base64 === '' ? problem('not-a-pdf', 'the embedded file is empty') : { type: 'pdf', base64 }
  }
  const texts = rows
    .filter((row) => ['TX', 'FT', 'ST'].includes(row.getComponent(2, 1)))
    .map((row) =>
      toText(row, 5)
        .split(message.context.repetitionSeparator)
        .map((line) => unescapeHl7(line, message.context))
        .join('\n'),
    )
  const text = toPlainText(texts.join('\n')).trim()
  return text === '' ? problem('no-report', 'the message has no report') : { type: 'text', text }
}

/**
 * Returns a field as it was sent. A short segment has no such field, although the type of the library says otherwise.
 */
const toText = (segment: Hl7Segment | undefined, field: number): string =>
  (segment?.getField(field) as { toString(): string } | undefined)?.toString() ?? ''

const readIdentity = (message: Hl7Message): IncomingReport['identity'] => {
  const person = message.getSegment('PID')
  const field = fieldsOf(message, person)
  const ids = toText(person, 3).split(message.context.repetitionSeparator)
  const given = [field(5, 2), field(5, 3)].filter((name) => name !== '').join(' ')
  return {
    patientIDs: ids
      .slice(0, 10)
      .map((_id, place) => toLine(field(3, 1, place), 80))
      .filter((id) => id !== ''),
    given: toLine(given, 200),
    family: toLine(unescapeHl7(person?.getComponent(5, 1, 0) ?? '', message.context), 200),
    ...toBirthDate(field(7)),
    sex: sexOfCode(field(8)),
  }
}

/** Reads a birth date, and ignores a time after it. */
const toBirthDate = (text: string) => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text.trim()) ?? []
  return readSentBirthDate(`${year}-${month}-${day}`, text)
}

/** Removes control characters, except line breaks and tabs. */
const toPlainText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .normalize('NFC')
