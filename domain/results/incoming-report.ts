import { z } from 'zod'
import { genders } from '../members/member.ts'
import { reportKinds } from '../release/study-report.ts'
import { parsePlainDate } from '../values/plain-date.ts'
import { optionalLineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'

/** The person that a result names. The sender wrote it, so each part can be missing or wrong. */
export const resultIdentitySchema = z.object({
  /** All ids of the person in the message; ours is one of them, or the sender knows only its own. */
  patientIDs: z.array(optionalLineOfText(80)).max(10),
  given: optionalLineOfText(200),
  family: optionalLineOfText(200),
  birthDate: plainDateSchema.nullable(),
  /** What the sender wrote as the birth date, if it is not a whole date, such as `1975`; empty otherwise. */
  partialBirthDate: optionalLineOfText(40).default(''),
  sex: z.enum(genders).nullable(),
})
export type ResultIdentity = z.infer<typeof resultIdentitySchema>

/** The status of a report at its sender, in the order of its life. */
export const resultStatuses = ['preliminary', 'final', 'corrected', 'cancelled'] as const
export type ResultStatus = (typeof resultStatuses)[number]

export const resultChannels = ['hl7', 'fhir'] as const

/** The most characters of a report that comes as text. */
const mostResultTextChars = 200_000

/** A report that another system sent, read from its message. */
export const incomingReportSchema = z.object({
  channel: z.enum(resultChannels),
  /** The sending system, as it names itself or as its machine account is called. */
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
    z.object({ type: z.literal('text'), text: z.string().min(1).max(mostResultTextChars) }),
    /** A cancellation has no report. */
    z.object({ type: z.literal('none') }),
  ]),
})
export type IncomingReport = z.infer<typeof incomingReportSchema>

/** Reads a sender's birth date, once its parts are joined as in ISO 8601. A text that is no whole date is kept. */
export const readSentBirthDate = (
  iso: string,
  written: string,
): Pick<ResultIdentity, 'birthDate' | 'partialBirthDate'> => {
  const birthDate = parsePlainDate(iso) ?? null
  const text = written.replace(/[\p{Cc}"]+/gu, ' ').trim()
  return { birthDate, partialBirthDate: birthDate === null ? text.slice(0, 40).trim() : '' }
}

/** The codes of a structured report, without spaces and signs; `SR` is the code of DICOM for one. */
const structuredCodes: ReadonlySet<string> = new Set(['STRUCTURED', 'STRUCTUREDREPORT', 'SR'])

/**
 * Returns the kind of a report from the codes of its sender (decision 313). Only the code of a structured report makes
 * it structured. LOINC has a code for each kind of imaging study, such as 18748-4, and none for the form of its report: a
 * dictated letter is the usual report of a reading group.
 */
export const kindOfCodes = (codes: readonly string[]): IncomingReport['kind'] =>
  codes.some((code) => structuredCodes.has(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))) ? 'structured' : 'traditional'

/** Reads a sender's code of a sex; null for any code that is not male or female. */
export const sexOfCode = (code: string): ResultIdentity['sex'] => {
  const letter = code.trim().toLowerCase()
  if (letter === 'm' || letter === 'male') return 'male'
  return letter === 'f' || letter === 'female' ? 'female' : null
}
