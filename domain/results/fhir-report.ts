import { z } from 'zod'
import { parseInstant } from '../values/instant.ts'
import { optionalLineOfText } from '../values/plain-text.ts'
import {
  type IncomingReport,
  incomingReportSchema,
  kindOfCodes,
  type ResultStatus,
  readSentBirthDate,
  sexOfCode,
} from './incoming-report.ts'

const text = z.string().max(300)
const identifierSchema = z.object({ system: text.optional(), value: text.optional() })
const codingSchema = z.object({ code: text.optional() })
const referenceSchema = z.object({ reference: text.optional(), identifier: identifierSchema.optional() })
const nameSchema = z.object({
  use: text.optional(),
  text: text.optional(),
  family: text.optional(),
  given: z.array(text).max(10).optional(),
})

/** The person of a report: a FHIR R4 Patient that the report contains. */
const patientSchema = z.object({
  resourceType: z.literal('Patient'),
  id: text.optional(),
  identifier: z.array(identifierSchema).max(10).optional(),
  name: z.array(nameSchema).max(5).optional(),
  birthDate: text.optional(),
  gender: text.optional(),
})

const statuses = {
  registered: 'preliminary',
  partial: 'preliminary',
  preliminary: 'preliminary',
  final: 'final',
  amended: 'corrected',
  corrected: 'corrected',
  appended: 'corrected',
  cancelled: 'cancelled',
  'entered-in-error': 'cancelled',
} as const satisfies Record<string, ResultStatus>

/**
 * The parts of a FHIR R4 DiagnosticReport that are read (http://hl7.org/fhir/R4/diagnosticreport.html). Other elements
 * are ignored, but a modifier extension is refused, because it could change the meaning of the report.
 */
const diagnosticReportSchema = z.object({
  resourceType: z.literal('DiagnosticReport'),
  modifierExtension: z.undefined({ error: 'modifier extensions are not supported' }).optional(),
  identifier: z.array(identifierSchema).min(1).max(10),
  /** The order: its identifier is the study id. */
  basedOn: z.array(referenceSchema).min(1).max(5),
  status: z.enum(Object.keys(statuses) as (keyof typeof statuses)[]),
  code: z.object({ coding: z.array(codingSchema).max(10).optional() }),
  subject: referenceSchema,
  contained: z
    .array(z.object({ resourceType: text }).loose())
    .max(20)
    .optional(),
  issued: z.string().max(40),
  presentedForm: z
    .array(z.object({ contentType: text.optional(), data: z.string().optional() }))
    .max(5)
    .optional(),
  conclusion: z.string().optional(),
})

type FhirReading =
  | { readonly kind: 'report'; readonly report: IncomingReport }
  /** `path` is the FHIRPath of the element. Neither `path` nor `reason` quotes a value. */
  | { readonly kind: 'invalid'; readonly path: string; readonly reason: string }

/** Returns the identifier of a report that may be invalid, for its refusal; empty if it has none that can be shown. */
export const readFhirIdentifier = (json: unknown): string => {
  const read = diagnosticReportSchema.pick({ identifier: true }).safeParse(json)
  const value = read.success ? messageIDOf(read.data) : undefined
  const line = optionalLineOfText(200).safeParse(value ?? '')
  return line.success ? line.data : ''
}

const messageIDOf = ({ identifier }: Pick<z.infer<typeof diagnosticReportSchema>, 'identifier'>): string | undefined =>
  identifier.map(({ value }) => value ?? '').find((value) => value !== '')

/**
 * Reads a DiagnosticReport as a report (decision 280). `sender` is the name of the machine account that sent it. The
 * person is the contained Patient that `subject` refers to, or the identifier of `subject`.
 */
export const readFhirReport = (json: unknown, sender: string): FhirReading => {
  const parsed = diagnosticReportSchema.safeParse(json)
  if (!parsed.success) return toInvalid(parsed.error)
  const resource = parsed.data
  const messageID = messageIDOf(resource)
  if (messageID === undefined) return invalid('identifier', 'must have a value')
  const person = readPerson(resource)
  if (person === null) return invalid('contained', 'must have the Patient that subject refers to')
  const status = statuses[resource.status]
  const content = status === 'cancelled' ? ({ type: 'none' } as const) : readContent(resource)
  if (content === null) return invalid('presentedForm', 'must be one PDF in Base64, or there must be a conclusion')
  const report = incomingReportSchema.safeParse({
    channel: 'fhir',
    sender,
    messageID,
    studyRef: resource.basedOn.map(toRef).find((ref) => ref !== '') ?? '',
    kind: kindOfCodes((resource.code.coding ?? []).map(({ code }) => code ?? '')),
    status,
    issuedAt: parseInstant(resource.issued) ?? '',
    identity: person,
    content,
  })
  return report.success ? { kind: 'report', report: report.data } : toInvalid(report.error)
}

const invalid = (path: string, reason: string): FhirReading => ({
  kind: 'invalid',
  path: path === '' ? 'DiagnosticReport' : `DiagnosticReport.${path}`,
  reason,
})

/** The FHIR element from which each field of a report is read. */
const elements: Readonly<Record<string, string>> = {
  messageID: 'identifier',
  studyRef: 'basedOn',
  issuedAt: 'issued',
  identity: 'subject',
  content: 'conclusion',
}

const toInvalid = (error: z.ZodError): FhirReading => {
  const [issue] = error.issues
  const [first = '', ...rest] = (issue?.path ?? []).map(String)
  return invalid([elements[first] ?? first, ...(first in elements ? [] : rest)].join('.'), issue?.message ?? 'invalid')
}

/** Returns the id that a reference names: its identifier, or the last part of the address. */
const toRef = ({ identifier, reference }: z.infer<typeof referenceSchema>): string =>
  (identifier?.value ?? reference?.split('/').at(-1) ?? '').trim()

const readPerson = ({
  subject,
  contained = [],
}: z.infer<typeof diagnosticReportSchema>): IncomingReport['identity'] | null => {
  const id = subject.reference?.startsWith('#') === true ? subject.reference.slice(1) : null
  const found = id === null ? undefined : contained.find((each) => each.id === id)
  const patient = patientSchema.safeParse(found ?? { resourceType: 'Patient' })
  if ((id !== null && found === undefined) || !patient.success) return null
  const { identifier = [], name: names = [], birthDate, gender = '' } = patient.data
  const name = names.find(({ use }) => use === 'official') ?? names[0]
  const own = id === null ? toRef(subject) : (subject.identifier?.value ?? '')
  // A name sent as one text is split before its last word. The comparison of names accepts both orders.
  const words = name?.family === undefined ? (name?.text ?? '').trim().split(/\s+/) : []
  return {
    patientIDs: [own, ...identifier.map(({ value }) => value ?? '')].filter((each) => each.trim() !== '').slice(0, 10),
    given: name?.given?.join(' ') ?? words.slice(0, -1).join(' '),
    family: name?.family ?? words.at(-1) ?? '',
    ...readSentBirthDate(birthDate ?? '', birthDate ?? ''),
    sex: sexOfCode(gender),
  }
}

/** Returns the one PDF, or the conclusion as text; null if there is neither, or if there are several files. */
const readContent = ({
  presentedForm = [],
  conclusion = '',
}: z.infer<typeof diagnosticReportSchema>): IncomingReport['content'] | null => {
  const [file, ...others] = presentedForm
  if (file === undefined) return conclusion.trim() === '' ? null : { type: 'text', text: conclusion.trim() }
  if (others.length > 0 || file.contentType?.toLowerCase() !== 'application/pdf') return null
  const base64 = (file.data ?? '').replace(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? { type: 'pdf', base64 } : null
}
