import { z } from 'zod'
import { genders } from '../members/member.ts'
import { reportKinds } from '../release/study-report.ts'
import { parsePlainDate } from '../values/plain-date.ts'
import { optionalLineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'

/** The person whom a result names, as the sender wrote it. Each part can be missing or wrong. */
export const resultIdentitySchema = z.object({
  /** All ids of the person in the message. Our id may be among them, or the sender may know only its own ids. */
  patientIDs: z.array(optionalLineOfText(80)).max(10),
  given: optionalLineOfText(200),
  family: optionalLineOfText(200),
  birthDate: plainDateSchema.nullable(),
  /** The birth date as the sender wrote it, if it is not a complete date, such as `1975`; empty otherwise. */
  partialBirthDate: optionalLineOfText(40).default(''),
  sex: z.enum(genders).nullable(),
})
export type ResultIdentity = z.infer<typeof resultIdentitySchema>

/** The statuses of a report at its sender, in the order in which a report passes through them. */
export const resultStatuses = ['preliminary', 'final', 'corrected', 'cancelled'] as const
export type ResultStatus = (typeof resultStatuses)[number]

export const resultChannels = ['hl7', 'fhir'] as const

/** The maximum length of a report that is sent as text, in characters. */
const maxResultTextChars = 200_000

/** A report that another system sent, read from its message. */
export const incomingReportSchema = z.object({
  channel: z.enum(resultChannels),
  /** The sending system: the name in its message, or the name of its machine account. */
  sender: optionalLineOfText(120),
  messageID: optionalLineOfText(200),
  /** The study id that the message names, unchecked. */
  studyRef: optionalLineOfText(80),
  kind: z.enum(reportKinds),
  status: z.enum(resultStatuses),
  issuedAt: instantSchema,
  identity: resultIdentitySchema,
  content: z.discriminatedUnion('type', [
    z.object({ type: z.literal('pdf'), base64: z.string().min(1) }),
    z.object({ type: z.literal('text'), text: z.string().min(1).max(maxResultTextChars) }),
    /** A cancellation has no report. */
    z.object({ type: z.literal('none') }),
  ]),
})
export type IncomingReport = z.infer<typeof incomingReportSchema>

/**
 * Reads a birth date. `iso` is the sender's date converted to YYYY-MM-DD; `written` is the date as the sender wrote it.
 * If `iso` is not a complete date, the result has `written` as its partial birth date.
 */
export const readSentBirthDate = (
  iso: string,
  written: string,
): Pick<ResultIdentity, 'birthDate' | 'partialBirthDate'> => {
  const birthDate = parsePlainDate(iso) ?? null
  const text = written.replace(/[\p{Cc}"]+/gu, ' ').trim()
  return { birthDate, partialBirthDate: birthDate === null ? text.slice(0, 40).trim() : '' }
}

/** The codes for a structured report, without spaces and punctuation; `SR` is DICOM's code. */
const structuredCodes: ReadonlySet<string> = new Set(['STRUCTURED', 'STRUCTUREDREPORT', 'SR'])

/**
 * Returns the kind of a report from the codes of its sender (decision 313). A report is structured only if it has the
 * code for a structured report. LOINC has codes for kinds of imaging studies, such as 18748-4, but not for the form of
 * their reports. Other reports count as traditional, because reading groups usually send dictated letters.
 */
export const kindOfCodes = (codes: readonly string[]): IncomingReport['kind'] =>
  codes.some((code) => structuredCodes.has(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))) ? 'structured' : 'traditional'

/** Returns the sex for a sender's code; null for any code other than male or female. */
export const sexOfCode = (code: string): ResultIdentity['sex'] => {
  const letter = code.trim().toLowerCase()
  if (letter === 'm' || letter === 'male') return 'male'
  return letter === 'f' || letter === 'female' ? 'female' : null
}
